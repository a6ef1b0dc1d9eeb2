// Loaded before a worker: its clocks are ahead by the milliseconds that stand in the file SLEPT_CLOCK, as after a sleep of the PC.
import { readFileSync } from "node:fs";

const Right = Date;
const even = performance.now.bind(performance);
const atStart = ahead();

function ahead() {
  return Number(readFileSync(process.env.SLEPT_CLOCK, "utf8"));
}

globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Right.now() + ahead()] : given));
  }

  static now() {
    return Right.now() + ahead();
  }
};
performance.now = () => even() + ahead() - atStart;
