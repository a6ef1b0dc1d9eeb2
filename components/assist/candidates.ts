import type { ClientMessage } from "@/lib/assist/signals";

type Candidate = ClientMessage<"ice">["candidate"];

/** The other side's candidates, kept until its description is there (docs/design/spec-shell.md 4). */
export class Candidates {
  private kept: Candidate[] = [];

  constructor(private readonly connection: RTCPeerConnection) {}

  async add(candidate: Candidate): Promise<void> {
    if (!this.connection.remoteDescription) {
      this.kept.push(candidate);
      return;
    }
    // Of an address that was taken back meanwhile: the others do.
    await this.connection.addIceCandidate(candidate ?? undefined).catch(() => undefined);
  }

  async release(): Promise<void> {
    for (const candidate of this.kept.splice(0)) await this.add(candidate);
  }
}

/** An ICE candidate as it is sent; null says that there are no more. */
export function wordsOf(candidate: RTCIceCandidate | null): Candidate {
  if (!candidate) return null;
  const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
  return { candidate: line, sdpMid, sdpMLineIndex, usernameFragment };
}
