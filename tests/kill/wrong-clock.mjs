// Loaded before a worker, as a PC whose clock is wrong by so many milliseconds: WRONG_CLOCK_MS.
const ahead = Number(process.env.WRONG_CLOCK_MS);
const Right = Date;

globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Right.now() + ahead] : given));
  }

  static now() {
    return Right.now() + ahead;
  }
};
