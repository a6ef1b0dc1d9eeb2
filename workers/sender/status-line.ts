/** Milliseconds between two lines where nobody looks on, such as a service's output. */
const QUIET_PAUSE = 60_000;
/** Milliseconds between two drawings on a terminal. */
const DRAWING = 250;

/** What is going on, as a person wants to know it. */
export interface Status {
  /** What prevents sending, in a sentence; null if nothing does. */
  problem: string | null;
  /** Messages that this worker holds. */
  held: number;
  sent: number;
  failed: number;
  /** Messages in doubt. */
  unsure: number;
  /** Outcomes that the server has not confirmed. */
  unreported: number;
}

export function statusText({ problem, held, sent, failed, unsure, unreported }: Status): string {
  const parts = [problem ?? "Connected.", `${held} in hand`, `${sent} sent`, `${failed} failed`];
  if (unsure > 0) parts.push(`${unsure} in doubt`);
  if (unreported > 0) parts.push(`${unreported} to report`);
  return parts.join("  ·  ");
}

/** One line that is always true: drawn over itself on a terminal, elsewhere once a minute and whenever the problem changes. */
export class StatusLine {
  private shown = "";
  private lastProblem: string | null | undefined = undefined;
  private lastWritten = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly read: () => Status,
    private readonly out: { write(text: string): unknown; isTTY?: boolean; columns?: number } = process.stdout,
  ) {
    this.timer = setInterval(() => this.draw(), DRAWING);
  }

  /** A sentence above the line, which stays. */
  say(sentence: string): void {
    this.out.write(`${this.out.isTTY ? "\r\x1b[K" : ""}${sentence}\n`);
    this.shown = "";
  }

  draw(): void {
    const status = this.read();
    const text = statusText(status);
    if (this.out.isTTY) {
      if (text === this.shown) return;
      // A line that wraps could not be drawn over.
      this.out.write(`\r\x1b[K${text.slice(0, (this.out.columns ?? 80) - 1)}`);
      this.shown = text;
      return;
    }
    const due = performance.now() - this.lastWritten >= QUIET_PAUSE;
    if (!due && status.problem === this.lastProblem) return;
    this.out.write(`${text}\n`);
    this.lastProblem = status.problem;
    this.lastWritten = performance.now();
  }

  end(): void {
    clearInterval(this.timer);
    if (this.out.isTTY && this.shown) this.out.write("\n");
    this.shown = "";
  }
}
