import type { AssistPerson, IceServer, OnTheLine, Preset, SessionState } from "@/lib/assist/signals";
import { type Captured, capture, type Kind, resize, type Source } from "./capture";
import { HostConnection } from "./host-connection";
import { Watched } from "./observable";
import { endSharing, startSharing } from "./queries";
import { AssistLine, type Ending } from "./socket";
import type { Measured } from "./stats";

/** The state of a session for the host's screen. */
export interface HostView {
  state: SessionState;
  code: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Who asks to be let in, and until when they wait; null for nobody. */
  asking: { viewer: AssistPerson; until: string } | null;
  viewer: AssistPerson | null;
  stream: MediaStream;
  kind: Kind;
  /** Screen, window or tab, where the browser says it. */
  surface: string;
  note: string | null;
  preset: Preset;
  isOnline: boolean;
  measured: Measured | null;
  /** Where the viewer points, in parts of the picture, and when that was said. */
  pointer: { x: number; y: number; at: number } | null;
  reason: Ending | null;
}

/** A session of this page's, until the page goes. */
export class HostSession extends Watched<HostView> {
  private readonly line: AssistLine;
  private connection: HostConnection | null = null;
  private knownGen = 0;
  private ice: IceServer[] = [];

  /**
   * Takes the picture first, because browsers ask for a press right before, then the code.
   * @throws NotCaptured, ApiError
   */
  static async start(source: Source, preset: Preset): Promise<HostSession> {
    const captured = await capture(source, preset);
    try {
      const { id, code, expires_at } = await startSharing();
      return new HostSession(id, code, expires_at, captured, preset);
    } catch (error) {
      captured.track.stop();
      throw error;
    }
  }

  private constructor(
    readonly id: string,
    code: string,
    expiresAt: string,
    private readonly captured: Captured,
    preset: Preset,
  ) {
    super({
      state: "waiting",
      code,
      expiresAt,
      asking: null,
      viewer: null,
      stream: captured.stream,
      kind: captured.kind,
      surface: String(captured.track.getSettings().displaySurface ?? ""),
      note: captured.note,
      preset,
      isOnline: true,
      measured: null,
      pointer: null,
      reason: null,
    });
    // The browser's own bar, a camera that is pulled out.
    captured.track.addEventListener("ended", () => this.end());
    window.addEventListener("pagehide", this.leave);
    this.line = new AssistLine(id, "host", {
      onMessage: (message) => void this.hear(message),
      onOnline: (again) => {
        this.set({ isOnline: true });
        if (again && this.connection && !this.connection.isUp) this.connection.restart();
      },
      onOffline: () => this.set({ isOnline: false }),
      onGone: (reason) => this.over(reason),
    });
  }

  decide(accept: boolean): void {
    const { asking } = this.read();
    if (!asking) return;
    this.line.send({ type: "join_decision", accept });
    this.set({ asking: null, viewer: accept ? asking.viewer : null });
  }

  /** Changes the quality, at either side's request, and tells the viewer. */
  quality(preset: Preset): void {
    this.set({ preset });
    void resize(this.captured.track, preset);
    if (!this.connection) return; // a viewer who joins later is told then
    void this.connection.quality(preset);
    this.tellPreset();
  }

  private tellPreset(): void {
    this.line.send({ type: "quality", preset: this.read().preset });
  }

  /** By this side; the server hears of it twice, over the socket and by a call, in case one of them does not come through. */
  end(): void {
    if (this.read().state === "ended") return;
    this.line.send({ type: "ended" });
    void endSharing(this.id).catch(() => undefined); // it is over by the socket, or will be for want of it
    this.over("host");
  }

  private readonly leave = () => {
    this.line.send({ type: "ended" });
    this.over("host");
  };

  private over(reason: Ending): void {
    if (this.read().state === "ended") return;
    window.removeEventListener("pagehide", this.leave);
    this.captured.track.stop();
    this.connection?.close();
    this.line.close();
    this.set({ state: "ended", reason, asking: null, pointer: null });
  }

  private async hear(message: OnTheLine): Promise<void> {
    switch (message.type) {
      case "welcome":
        this.ice = message.ice;
        this.knownGen = message.gen;
        // What was said as the socket broke may have been lost with it.
        if (this.connection && message.preset !== this.read().preset) this.tellPreset();
        return this.enter(message.state);
      case "state":
        return this.enter(message.state);
      case "code":
        return this.set({ state: "waiting", code: message.code, expiresAt: message.expires_at, asking: null, viewer: null });
      case "join_request":
        return this.set({ state: "pending_approval", asking: { viewer: message.viewer, until: message.expires_at } });
      case "answer":
        return this.connection?.answered(message);
      case "ice":
        return this.connection?.candidate(message);
      case "renegotiate":
        return message.reason === "ice_failed" ? this.connection?.restart() : this.connection?.begin(this.knownGen);
      case "quality":
        return this.quality(message.preset);
      case "pointer":
        return this.set({ pointer: { x: message.x, y: message.y, at: performance.now() } });
      case "ended":
        return this.over(message.reason);
    }
  }

  private enter(state: SessionState): void {
    if (state === "ended") return; // how is said next
    this.set({ state });
    if (state === "connecting" && !this.connection) {
      this.connection = new HostConnection({
        ice: this.ice,
        captured: this.captured,
        preset: this.read().preset,
        send: (message) => this.line.send(message),
        onUp: () => undefined,
        onMeasured: (measured) => this.set({ measured }),
      });
      this.tellPreset();
      this.connection.begin(this.knownGen);
    }
  }
}
