import type { ClientMessage, IceServer, Preset } from "@/lib/assist/signals";
import { Candidates, wordsOf } from "./candidates";
import type { Captured } from "./capture";
import { QUALITY } from "./presets";
import { QualitySteps } from "./quality-steps";
import type { Said } from "./socket";
import { type Measured, measure } from "./stats";

/** A line that is away for so long is looked for anew, in milliseconds; each try gets so long. */
const AWAY = 3_000;
const PER_TRY = 15_000;
/** So many tries, then everything is begun anew. */
const TRIES = 3;
const LOOK = 2_000;
/** Every so many looks the server is told. */
const TELL = 5;

interface Given {
  ice: IceServer[];
  captured: Captured;
  preset: Preset;
  send: (message: Said) => void;
  onUp: (up: boolean) => void;
  onMeasured: (measured: Measured) => void;
}

/** The host's side of the picture's way: it alone offers, so the two never offer at once. */
export class HostConnection {
  private connection: RTCPeerConnection | null = null;
  private candidates: Candidates | null = null;
  private gen = 0;
  private tries = 0;
  private retry = 0;
  private readonly qualitySteps: QualitySteps;
  private applying = Promise.resolve();
  private readonly looker: number;
  private looks = 0;
  private offerWaits = false;

  constructor(private readonly given: Given) {
    this.qualitySteps = new QualitySteps(QUALITY[given.preset].fps);
    this.looker = window.setInterval(() => void this.look(), LOOK);
  }

  /** A new peer connection; the one before is over. @param atLeast the newest that the server knows of */
  begin(atLeast = 0): void {
    this.connection?.close();
    this.gen = Math.max(this.gen, atLeast) + 1;
    this.tries = 0;
    const { gen } = this;
    const { stream, track } = this.given.captured;
    const connection = new RTCPeerConnection({ iceServers: this.given.ice });
    this.connection = connection;
    this.candidates = new Candidates(connection);
    connection.addTransceiver(track, { direction: "sendonly", streams: [stream] });
    connection.onicecandidate = ({ candidate }) => this.given.send({ type: "ice", gen, candidate: wordsOf(candidate) });
    connection.onconnectionstatechange = () => this.changed(connection);
    void this.offer();
  }

  /** Looks for another way to the viewer over the same connection. */
  restart(): void {
    window.clearTimeout(this.retry);
    if (!this.connection || this.tries >= TRIES) {
      this.begin();
      return;
    }
    this.tries++;
    this.connection.restartIce();
    void this.offer();
    this.retry = window.setTimeout(() => !this.isUp && this.restart(), PER_TRY);
  }

  get isUp(): boolean {
    return this.connection?.connectionState === "connected";
  }

  /** Only in a stable state; otherwise when it is stable again. */
  private async offer(): Promise<void> {
    const { connection, gen } = this;
    if (!connection) return;
    this.offerWaits = connection.signalingState !== "stable" && !this.isRestartable(connection);
    if (this.offerWaits) return;
    try {
      await connection.setLocalDescription(await connection.createOffer());
      if (this.connection === connection) this.given.send({ type: "offer", gen, sdp: connection.localDescription?.sdp ?? "" });
    } catch {
      if (this.connection === connection) this.begin();
    }
  }

  /** An offer that nobody answered, because it was lost with the socket, may be made again. */
  private isRestartable(connection: RTCPeerConnection): boolean {
    return connection.signalingState === "have-local-offer" && this.tries > 0;
  }

  /** Only while an offer is open, and of the newest connection. */
  async answered({ gen, sdp }: Pick<ClientMessage<"answer">, "gen" | "sdp">): Promise<void> {
    const { connection } = this;
    if (!connection || gen !== this.gen || connection.signalingState !== "have-local-offer") return;
    try {
      await connection.setRemoteDescription({ type: "answer", sdp });
    } catch {
      return; // an answer to an offer that was made again meanwhile
    }
    await this.candidates?.release();
    await this.applyQuality();
    if (this.offerWaits) void this.offer();
  }

  async candidate({ gen, candidate }: Pick<ClientMessage<"ice">, "gen" | "candidate">): Promise<void> {
    if (gen === this.gen) await this.candidates?.add(candidate);
  }

  private changed(connection: RTCPeerConnection): void {
    if (connection !== this.connection) return;
    const { connectionState } = connection;
    if (connectionState === "connected") {
      window.clearTimeout(this.retry);
      this.tries = 0;
      this.tellUp(true);
    }
    if (connectionState === "disconnected") {
      this.tellUp(false);
      window.clearTimeout(this.retry);
      this.retry = window.setTimeout(() => this.restart(), AWAY);
    }
    if (connectionState === "failed") {
      this.tellUp(false);
      this.restart();
    }
  }

  private tellUp(up: boolean): void {
    this.given.send({ type: "media", gen: this.gen, up });
    this.given.onUp(up);
  }

  /** @param preset another quality from now on */
  async quality(preset: Preset): Promise<void> {
    this.given.preset = preset;
    this.qualitySteps.begin(QUALITY[preset].fps);
    await this.applyQuality();
  }

  /**
   * One at a time: a browser refuses what was read before another change was done (WebRTC, 5.2 setParameters), and the refused one may be
   * the newer. Each reads what is wanted when its turn comes.
   */
  private applyQuality(): Promise<void> {
    this.applying = this.applying.catch(() => undefined).then(() => this.setQuality()); // one that failed does not block the next
    return this.applying;
  }

  private async setQuality(): Promise<void> {
    const sender = this.connection?.getSenders()[0];
    if (!sender) return;
    const parameters = sender.getParameters();
    const [encoding] = parameters.encodings;
    if (!encoding) return;
    const { fps, scale } = this.qualitySteps.current;
    Object.assign(encoding, { maxBitrate: QUALITY[this.given.preset].bits, maxFramerate: fps, scaleResolutionDownBy: scale });
    parameters.degradationPreference = this.given.captured.kind === "screen" ? "maintain-resolution" : "balanced";
    await sender.setParameters(parameters).catch(() => undefined); // an older browser goes on with its own
  }

  private async look(): Promise<void> {
    const { connection } = this;
    if (!connection || !this.isUp) return;
    const measured = await measure(connection).catch(() => null);
    if (!measured || connection !== this.connection) return;
    this.given.onMeasured(measured);
    if (this.qualitySteps.look(measured.isNarrow, performance.now())) await this.applyQuality();
    this.looks++;
    const { fps, width, kbits, rtt, path } = measured;
    if (this.looks % TELL === 0) this.given.send({ type: "stats", fps, width, kbits, rtt, path });
  }

  close(): void {
    window.clearTimeout(this.retry);
    window.clearInterval(this.looker);
    this.connection?.close();
    this.connection = null;
  }
}
