import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError, isAppError } from "../errors";
import type { Happening } from "../events";
import { JOB_RULES } from "../jobs/kinds";
import { type JobHandle, runJob } from "../jobs/run";
import type { BranchKey } from "../known-branches";
import { log } from "../log";
import { type PhoneMatch, samePhone } from "../phones";
import { requireRestaurant } from "../require-open-branch";
import { failpoint, slowly } from "../test-hooks";
import { codeOf } from "./codes";
import { openPress } from "./draw";
import { ensureVoucherKeys } from "./ensure-keys";
import { keepPicture } from "./keep-picture";
import { celebratingOn, filesOf, today, voucherWithSerial } from "./list";
import { isDrawn } from "./png-and-pdf";
import { type Ending, type Making, makings } from "./progress";
import { newSerial, PERCENT, validUntil, voucherFile } from "./voucher";
import { type Celebrating, type VoucherRow, voucherFinder, vouchersOfDate } from "./vouchers-step";

/**
 * Begins to make the vouchers that a date lacks, or joins the making that is under way.
 * @returns the making, as soon as it has begun; it goes on by itself
 * @throws AppError `already_running` while the branch makes those of another date, `invalid_request` for a date so long
 *   ago that its vouchers have expired, `no_restaurant` at central
 */
export async function makeVouchers(branch: Branch, date: string, by: WriteBy): Promise<Making> {
  requireRestaurant(branch.key, "No voucher was made.");
  const there = makings().get(branch.key);
  if (there?.date === date) return there.begun;
  if (there) throw new AppError("already_running", JOB_RULES.vouchers.alreadyRunning, { retryAfter: 5 });
  if (validUntil(date) < today()) {
    throw new AppError("invalid_request", "The vouchers for this date would have expired already. None were made.");
  }
  const begun = begin(branch, date, by);
  makings().set(branch.key, { date, begun });
  return begun;
}

function begin(branch: Branch, date: string, by: WriteBy): Promise<Making> {
  return new Promise((resolve, reject) => {
    // The job is written to the hub first, so its work begins when what stands below has been said.
    const working = runJob("vouchers", branch.key, by, (job) => {
      making.job = job.id;
      return work(branch, making, job, by, () => resolve(making));
    });
    const ended = endingOf(working).finally(() => makings().delete(branch.key));
    const making: Making = { job: "", date, current: 0, total: 0, made: [], ended };
    working.catch(reject); // before it has begun this is the call's refusal; later nobody hears it, and `ended` says it
  });
}

interface Made {
  date: string;
  made: number;
  already: number;
  /** Guests whom no voucher can be made for: without a name, or without a number that reaches them. */
  left_out: number;
}

async function endingOf(working: Promise<Made>): Promise<Ending> {
  try {
    return { event: "done", left_out: (await working).left_out };
  } catch (error) {
    if (!isAppError(error)) log().error({ err: error }, "vouchers were not made");
    const known = isAppError(error) ? error : new AppError("internal", "Failed to generate vouchers");
    return { event: "failed", error: known.message, code: known.code };
  }
}

/** How many are written to the hub at once. */
const ISSUED_AT_ONCE = 20;
/** One is drawn while another one is brought to the disk; each takes a thread for itself, and the server another. */
const DRAWN_AT_ONCE = 2;

/** @param begun is called when it is known how much there is to do: a stream's first event says so */
async function work(branch: Branch, making: Making, job: JobHandle, by: WriteBy, begun: () => void): Promise<Made> {
  const { guests, leftOut } = await celebratingOn(branch, making.date);
  const { sql } = await hubStore();
  const keys = await ensureVoucherKeys(by);
  const press = openPress();
  const find = voucherFinder(vouchersOfDate(sql, making.date).filter(isDrawn));
  const missing = guests.filter((guest) => !find(guest));
  const already = guests.length - missing.length;
  const tell = (current: number) => {
    Object.assign(making, { current, total: guests.length });
    job.progress?.(current, guests.length);
  };
  tell(already);
  begun();
  await learnNumbers(guests, find, by);
  const rows = issued(missing, making.date, by);
  // Two guests may have been told apart since one voucher was made for both.
  const drawn = new Map<string, Promise<void>>();
  const draw = async (row: VoucherRow) => {
    if (isDrawn(row)) return;
    const terms = { serial: row.serial, branch: row.branch as BranchKey, percent: row.percent, validUntil: row.valid_until };
    const face = { ...terms, group: env().GROUP_NAME, name: row.name };
    await slowly("vouchers");
    await keepPicture(row, await press(face, codeOf(terms, keys.codes)), FULL);
  };
  const drawThem = async () => {
    for await (const row of rows) {
      job.signal?.throwIfAborted();
      const drawing = drawn.get(row.id) ?? draw(row);
      drawn.set(row.id, drawing);
      await drawing;
      making.made.push(...(await filesOf([row])));
      tell(making.current + 1);
    }
  };
  // Where one fails, the other ends the voucher that it is at: nothing is written after the job has ended.
  const ends = await Promise.allSettled(Array.from({ length: DRAWN_AT_ONCE }, drawThem));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  failpoint("vouchers:done");
  return { date: making.date, made: missing.length, already, left_out: leftOut };
}

/**
 * Another branch may know a guest by further numbers, and a corrected phone is one: the voucher is found by each of them, and
 * nobody who knows the guest by that one alone makes a second.
 */
async function learnNumbers(
  guests: readonly Celebrating[],
  find: ReturnType<typeof voucherFinder<VoucherRow>>,
  by: WriteBy,
): Promise<void> {
  const news = guests.flatMap((guest) => {
    const theirs = find(guest);
    return theirs ? numbersFor(theirs, guest) : [];
  });
  if (news.length === 0) return;
  const hub = await hubStore();
  await hub.write(stepOf(by), async (tx) => {
    for (const data of news) {
      const place = { voucher_id_digits: { voucher_id: data.voucher_id, digits: data.digits } };
      await tx.voucherNumber.upsert({ where: place, create: data, update: {} });
    }
    return { answer: undefined, happened: [] };
  });
}

/** The guest's numbers that their voucher is not known by yet. */
function numbersFor(voucher: { id: string; numbers: readonly PhoneMatch[] }, { numbers }: Pick<Celebrating, "numbers">) {
  const fresh = numbers.filter((number) => !voucher.numbers.some((known) => samePhone(known, number)));
  return fresh.map(({ digits, key, calling_code }) => ({ voucher_id: voucher.id, digits, key, calling_code }));
}

/** The vouchers of all of them, issued as they are asked for. */
async function* issued(guests: readonly Celebrating[], date: string, by: WriteBy): AsyncGenerator<VoucherRow> {
  for (let from = 0; from < guests.length; from += ISSUED_AT_ONCE) {
    yield* await issue(guests.slice(from, from + ISSUED_AT_ONCE), date, by);
  }
}

/**
 * The vouchers of some guests: those that they have, and for the others new ones. They stand in the hub before they are
 * drawn: a picture that is not there is drawn again with the same serial, and no picture is about a voucher that nobody knows.
 * @returns one for each guest, in their order
 */
async function issue(guests: readonly Celebrating[], date: string, by: WriteBy): Promise<VoucherRow[]> {
  const hub = await hubStore();
  const serials = await hub.write(stepOf(by), async (tx) => {
    const keys = guests.flatMap(({ numbers }) => numbers.map(({ key }) => key));
    const ids = guests.map(({ id }) => id);
    const OR = [{ numbers: { some: { key: { in: keys } } } }, { guest_id: { in: ids } }];
    const known = await tx.voucher.findMany({ where: { date, prize_of: "", OR }, include: { numbers: true } });
    const happened: Happening[] = [];
    const found: string[] = [];
    for (const guest of guests) {
      const { id: guest_id, name, branch, number } = guest;
      const theirs = voucherFinder(known)(guest);
      found.push(theirs?.serial ?? newSerial());
      if (theirs) {
        const fresh = numbersFor(theirs, guest);
        await tx.voucherNumber.createMany({ data: fresh });
        theirs.numbers.push(...fresh); // the next guest of this transaction may be known by them too
        continue;
      }
      const { digits, key, calling_code } = number;
      const terms = { serial: found.at(-1) ?? "", date, branch, percent: PERCENT, valid_until: validUntil(date) };
      const person = { guest_id, name, digits, key, calling_code, file: voucherFile(date, name, digits) };
      const numbers = { create: guest.numbers.map((one) => ({ digits: one.digits, key: one.key, calling_code: one.calling_code })) };
      const data = { id: uuid(), ...terms, ...person, numbers, issued_at: timestamp() };
      const row = await tx.voucher.create({ data, include: { numbers: true } });
      known.push(row);
      happened.push({ kind: "voucher.issued", subjects: [row.id, guest_id], payload: terms });
    }
    return { answer: found, happened };
  });
  failpoint("vouchers:issued");
  return serials.flatMap((serial) => voucherWithSerial(hub.sql, serial) ?? []);
}

const FULL = "The disk is full. The vouchers made so far are kept. Free some space on the server, then generate again.";
