/**
 * The server's time, as far as its answers tell. The clock of a PC may be an hour wrong; what the server says of time is
 * compared with this one alone.
 */
export class ServerClock {
  /** Milliseconds that the server is ahead of this PC. */
  private ahead = 0;

  /**
   * Reads the Date of an answer, which is cut to whole seconds.
   * @param took milliseconds from the call to its answer
   */
  hear(date: string | null, took: number): void {
    const said = Date.parse(date ?? "");
    if (Number.isNaN(said)) return;
    const ahead = said + 500 - (Date.now() - took / 2);
    // Closer than that, an answer says no more than that the clocks agree.
    this.ahead = Math.abs(ahead - this.ahead) > 1_000 + took / 2 ? ahead : this.ahead;
  }

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }
}
