import type { ClientMessage } from "@/lib/assist/signals";

/** The stream's measured figures at one moment. */
export interface Measured extends Pick<ClientMessage<"stats">, "fps" | "width" | "kbits" | "rtt" | "path"> {
  /** The line, and not the device, keeps the picture down. */
  isNarrow: boolean;
}

const before = new WeakMap<RTCPeerConnection, { bytes: number; at: number }>();

/** The parts of WebRTC's statistics that are read here; browsers give more, and some of these not. */
interface Report {
  type: string;
  id: string;
  kind?: string;
  framesPerSecond?: number;
  frameWidth?: number;
  bytesSent?: number;
  bytesReceived?: number;
  qualityLimitationReason?: string;
  state?: string;
  nominated?: boolean;
  currentRoundTripTime?: number;
  localCandidateId?: string;
  candidateType?: string;
}

/** Looks at a connection; kilobits are those since the last look. */
export async function measure(connection: RTCPeerConnection): Promise<Measured> {
  const reports: Report[] = [];
  (await connection.getStats()).forEach((report: Report) => void reports.push(report));
  const video = reports.find(({ type, kind }) => (type === "outbound-rtp" || type === "inbound-rtp") && kind === "video");
  const pair = reports.find(({ type, state, nominated }) => type === "candidate-pair" && state === "succeeded" && nominated);
  const local = reports.find(({ id }) => id === pair?.localCandidateId);
  const bytes = video?.bytesSent ?? video?.bytesReceived ?? 0;
  const at = performance.now();
  const last = before.get(connection);
  before.set(connection, { bytes, at });
  return {
    fps: Math.round(video?.framesPerSecond ?? 0),
    width: video?.frameWidth ?? 0,
    kbits: last && at > last.at ? Math.max(0, Math.round(((bytes - last.bytes) * 8) / (at - last.at))) : 0,
    rtt: Math.round((pair?.currentRoundTripTime ?? 0) * 1000),
    path: pathOf(local?.candidateType),
    isNarrow: video?.qualityLimitationReason === "bandwidth",
  };
}

function pathOf(type: string | undefined): Measured["path"] {
  return type === "host" || type === "srflx" || type === "prflx" || type === "relay" ? type : "unknown";
}
