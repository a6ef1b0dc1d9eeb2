import { readdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../../lib/local-time";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, killDuringRecovery, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";
import { type Intent, Ledger } from "./ledger";

const BRANCH = "batroun";
const GUESTS = 4;

/** The birthdays of one day, and what the server has told of them. */
interface Round {
  date: string;
  told: Set<string>;
  isDone: boolean;
}

const rounds: Round[] = [];
let guests = 0;
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

async function bringIn(date: string): Promise<void> {
  const lines = Array.from({ length: GUESTS }, () => `Guest ${++guests},+961 71 ${200_000 + guests},--${date.slice(5)}`);
  const response = await fetch(`${house.url}/api/contacts/import`, {
    method: "POST",
    headers: { authorization: house.authorization, "x-branch": BRANCH, "content-type": "text/csv" },
    body: ["name,phones,birthday", ...lines].join("\n"),
  });
  expect(response.status).toBe(200);
}

/** Watches the making, and remembers every picture that it tells of. @returns whether it came to its end */
async function watch(round: Round): Promise<boolean> {
  let text = "";
  try {
    const address = `${house.url}/api/birthdays/generate-vouchers-stream?date=${round.date}`;
    const response = await fetch(address, { headers: { authorization: house.authorization, "x-branch": BRANCH } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      text += read.value;
      for (const [, told = ""] of text.matchAll(/"path":"(vouchers\/[^"]+)"/g)) round.told.add(told);
    }
  } catch {
    return false;
  }
  expect(text).not.toContain("event: failed");
  round.isDone ||= text.includes("event: done\n");
  return text.includes("event: done\n");
}

interface VoucherRow {
  serial: string;
  file: string;
}

const rowsOf = (date: string) => house.rows<VoucherRow>("hub.db", "SELECT serial, file FROM voucher WHERE date = ? ORDER BY serial", date);

function picturesOf(date: string): string[] {
  const folder = path.join(house.data, "vouchers", date);
  try {
    return readdirSync(folder).map((name) => `vouchers/${date}/${name}`);
  } catch {
    return [];
  }
}

const tally = new Tally();
/** The serials that were once given do not change when a picture is made again. */
const serials = new Map<string, string>();

async function isWhole(file: string): Promise<boolean> {
  try {
    const { info } = await sharp(path.join(house.data, file), { failOn: "warning" }).raw().toBuffer({ resolveWithObject: true });
    return info.width === 1080 && info.height === 1350;
  } catch {
    return false;
  }
}

async function judge(round: Round): Promise<void> {
  const rows = rowsOf(round.date);
  const pictures = picturesOf(round.date);
  for (const { file, serial } of rows) {
    expect(serials.get(file) ?? serial).toBe(serial);
    serials.set(file, serial);
    const found = pictures.filter((name) => name === file).length;
    const whole = found > 0 && (await isWhole(file));
    if (found > 0 && !whole) tally.partial++;
    tally.judge(whole ? found : 0, 1, round.isDone || round.told.has(file) ? "be" : "may be");
  }
  expect(rows.length).toBeLessThanOrEqual(GUESTS);
  expect(pictures.filter((name) => !rows.some(({ file }) => file === name))).toEqual([]); // no picture of what nobody knows
  expect([...round.told].filter((file) => !rows.some((row) => row.file === file))).toEqual([]);
}

const making: Operation = {
  prepare: async () => {
    const round = { date: addDays("2026-11-20", rounds.length), told: new Set<string>(), isDone: false };
    await bringIn(round.date);
    rounds.push(round);
  },
  run: () => watch(rounds.at(-1) as Round),
  check: async (stage) => {
    const round = rounds.at(-1) as Round;
    expect(readdirSync(path.join(house.data, "uploads"))).toEqual([]);
    await judge(round);
    if (stage === "killed") return;
    expect(await watch(round)).toBe(true);
    expect(picturesOf(round.date)).toHaveLength(GUESTS);
    await judge(round);
  },
};

const POINTS = ["vouchers:issued", "vouchers:opened", "vouchers:written", "vouchers:synced", "vouchers:named", "vouchers:done"];

test("killed vouchers are whole or not there, none that was told of is lost, and the next run makes the rest", {
  timeout: 600_000,
}, async () => {
  await killAtPoints(house, making, POINTS);
  await killDuringRecovery(house, making, "vouchers:written");
  await killAtRandom(house, making);
  for (const round of rounds) await judge(round);
  console.log(`vouchers: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});

test("a killed redemption is done once or not at all, and once after it was repeated", { timeout: 200_000 }, async () => {
  const taken = new Tally();
  const open = house.rows<VoucherRow>("hub.db", "SELECT serial, file FROM voucher WHERE used_at IS NULL ORDER BY issued_at, id");
  let last: { serial: string; intent: Intent };
  const redeeming: Operation = {
    prepare: async () => {
      const serial = open.pop()?.serial ?? "";
      last = { serial, intent: Ledger.intent("/vouchers/redeem", BRANCH, { code: serial }) };
    },
    run: async () => (await house.send(last.intent)) !== null,
    check: (stage) => {
      const [row] = house.rows<{ used_at: string | null }>("hub.db", "SELECT used_at FROM voucher WHERE serial = ?", last.serial);
      const said = "SELECT id FROM event WHERE kind = 'voucher.redeemed' AND json_extract(payload, '$.serial') = ?";
      const must = stage === "settled" || house.ledger.isAnswered(last.intent) ? "be" : "may be";
      taken.judge(house.rows("hub.db", said, last.serial).length, 1, must);
      expect(row?.used_at !== null).toBe(house.rows("hub.db", said, last.serial).length === 1);
    },
  };
  await killAtPoints(house, redeeming, ["write:events", "write:receipt"]);
  await killAtRandom(house, redeeming);
  console.log(`vouchers redeemed: ${taken.line()}`);
  expect(taken.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});

test("a redemption whose taking back is killed is taken back once or not at all, and once after it was repeated", {
  timeout: 200_000,
}, async () => {
  const back = new Tally();
  const [open] = house.rows<VoucherRow>("hub.db", "SELECT serial, file FROM voucher WHERE used_at IS NULL ORDER BY issued_at DESC, id");
  const serial = open?.serial ?? "";
  const done = "SELECT id FROM event WHERE kind = 'voucher.taken_back' AND json_extract(payload, '$.serial') = ?";
  const usedAt = () => house.rows<{ used_at: string | null }>("hub.db", "SELECT used_at FROM voucher WHERE serial = ?", serial)[0]?.used_at;
  let last: { before: number; intent: Intent };
  const takingBack: Operation = {
    prepare: async () => {
      expect(await house.send(Ledger.intent("/vouchers/redeem", BRANCH, { code: serial }))).toMatchObject({ status: 200 });
      const intent = Ledger.intent("/vouchers/take-back", BRANCH, { code: serial, used_at: usedAt() });
      last = { before: house.rows("hub.db", done, serial).length, intent };
    },
    run: async () => (await house.send(last.intent)) !== null,
    check: (stage) => {
      const count = house.rows("hub.db", done, serial).length - last.before;
      const must = stage === "settled" || house.ledger.isAnswered(last.intent) ? "be" : "may be";
      back.judge(count, 1, must);
      expect(usedAt() === null).toBe(count === 1);
    },
  };
  await killAtPoints(house, takingBack, ["write:events", "write:receipt"]);
  await killAtRandom(house, takingBack);
  console.log(`redemptions taken back: ${back.line()}`);
  expect(back.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
