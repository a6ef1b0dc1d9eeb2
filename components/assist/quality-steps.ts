/** Steps down when the line is narrow: first fewer pictures, because text must stay readable, then smaller ones. */
const PACES = [30, 15, 8, 5];
const SCALES = [1, 1.5, 2];
/** So many looks in a row must say that the line is narrow. */
const NARROW_LOOKS = 3;
/** Milliseconds without a narrow look before it goes up one step. */
const CLEAN_FOR = 20_000;

export interface QualityStep {
  fps: number;
  scale: number;
}

/** How large and how often pictures go out, by what the line takes. */
export class QualitySteps {
  private step = 0;
  private narrow = 0;
  private cleanSince: number | null = null;

  /** @param fps the most pictures a second */
  constructor(private fps: number) {}

  private get steps(): QualityStep[] {
    const paces = [this.fps, ...PACES.filter((pace) => pace < this.fps)];
    const slowest = paces.at(-1) ?? this.fps;
    return [...paces.map((fps) => ({ fps, scale: 1 })), ...SCALES.slice(1).map((scale) => ({ fps: slowest, scale }))];
  }

  get current(): QualityStep {
    return this.steps[this.step] ?? { fps: this.fps, scale: 1 };
  }

  /** Another preset begins at its top. */
  begin(fps: number): void {
    this.fps = fps;
    this.step = 0;
    this.narrow = 0;
    this.cleanSince = null;
  }

  /** One look at the line. @param now milliseconds @returns whether the step is another one */
  look(isNarrow: boolean, now: number): boolean {
    if (isNarrow) {
      this.cleanSince = null;
      this.narrow++;
      if (this.narrow < NARROW_LOOKS || this.step >= this.steps.length - 1) return false;
      return this.move(1);
    }
    this.narrow = 0;
    this.cleanSince ??= now;
    if (now - this.cleanSince < CLEAN_FOR || this.step === 0) return false;
    this.cleanSince = now;
    return this.move(-1);
  }

  private move(by: number): boolean {
    this.step += by;
    this.narrow = 0;
    return true;
  }
}
