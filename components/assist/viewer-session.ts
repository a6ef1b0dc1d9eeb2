import type { AssistPerson, IceServer, OnTheLine, Preset, SessionState } from "@/lib/assist/signals";
import { Watched } from "./observable";
import { endSharing, joinSharing } from "./queries";
import { AssistLine, type Ending } from "./socket";
import { ViewerConnection } from "./viewer-connection";

/** The state of a session for the viewer's screen. */
export interface ViewerView {
  state: SessionState | "denied";
  /** `away`: the answer fell while this device was cut off, and nobody keeps it. */
  why: "host" | "timeout" | "away" | null;
  host: AssistPerson | null;
  stream: MediaStream | null;
  /** The quality that the host sends, as the host says it. */
  preset: Preset;
  isOnline: boolean;
  reason: Ending | null;
}

/** Fewer than the server takes: candidates and answers need room beside them. */
const BETWEEN_POINTS = 80;

export class ViewerSession extends Watched<ViewerView> {
  private readonly line: AssistLine;
  private connection: ViewerConnection | null = null;
  private ice: IceServer[] = [];
  private pointedAt = 0;

  /** Asks the host to be let in. @throws ApiError */
  static async join(code: string): Promise<ViewerSession> {
    const { id } = await joinSharing(code);
    return new ViewerSession(id);
  }

  private constructor(readonly id: string) {
    super({ state: "pending_approval", why: null, host: null, stream: null, preset: "low", isOnline: true, reason: null });
    window.addEventListener("pagehide", this.leave);
    this.line = new AssistLine(id, "viewer", {
      onMessage: (message) => void this.hear(message),
      onOnline: () => this.set({ isOnline: true }),
      onOffline: () => this.set({ isOnline: false }),
      onGone: (reason) => this.over(reason),
    });
  }

  /** @param x, y parts of the picture, 0 to 1 from its left upper corner */
  point(x: number, y: number): void {
    const now = performance.now();
    if (this.read().state !== "live" || now - this.pointedAt < BETWEEN_POINTS) return;
    this.pointedAt = now;
    this.line.send({ type: "pointer", x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) });
  }

  /** Asks the host for another quality; what they send from then on they say themselves. */
  quality(preset: Preset): void {
    this.line.send({ type: "quality", preset });
  }

  end(): void {
    if (this.isOver()) return;
    this.line.send({ type: "ended" });
    void endSharing(this.id).catch(() => undefined);
    this.over("viewer");
  }

  private readonly leave = () => {
    this.line.send({ type: "ended" });
    this.over("viewer");
  };

  private isOver(): boolean {
    return this.read().state === "ended" || this.read().state === "denied";
  }

  private over(reason: Ending): void {
    if (this.isOver()) return;
    this.stop();
    // Whoever was not let in is no part of the session, so the server knows nobody of that name any more.
    const isUnanswered = reason === "network" || reason === "forgotten";
    if (isUnanswered && this.read().state === "pending_approval") this.set({ state: "denied", why: "away" });
    else this.set({ state: "ended", reason, stream: null });
  }

  private stop(): void {
    window.removeEventListener("pagehide", this.leave);
    this.connection?.close();
    this.line.close();
  }

  private async hear(message: OnTheLine): Promise<void> {
    switch (message.type) {
      case "welcome":
        this.ice = message.ice;
        this.set({ host: message.host, preset: message.preset });
        // Another page of this viewer's heard the offer; after a number of 0 it comes by itself.
        if (message.gen > 0 && message.seq > 0 && !this.connection) this.line.send({ type: "renegotiate", reason: "new_viewer" });
        return this.enter(message.state);
      case "state":
        return this.enter(message.state);
      case "quality":
        return this.set({ preset: message.preset });
      case "denied":
        this.stop();
        return this.set({ state: "denied", why: message.why });
      case "offer":
        return this.connectionNow().offered(message);
      case "ice":
        return this.connectionNow().candidate(message);
      case "ended":
        return this.over(message.reason);
    }
  }

  private enter(state: SessionState): void {
    if (state !== "ended") this.set({ state });
  }

  private connectionNow(): ViewerConnection {
    this.connection ??= new ViewerConnection({
      ice: this.ice,
      send: (message) => this.line.send(message),
      onStream: (stream) => this.set({ stream }),
      onUp: () => undefined,
    });
    return this.connection;
  }
}
