import { createHash, randomBytes } from "node:crypto";
import { authSecret } from "../../auth/secret";
import type { Caller } from "../../caller";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { hubStore } from "../../db/find-store";
import { fingerprint } from "../../db/idempotency-receipts";
import { env } from "../../env";
import { AppError, isAppError } from "../../errors";
import { requireWritable } from "../../house-switches";
import type { PublicAnswer, PublicAsked } from "../../public-page";
import { type Moment, momentNow } from "../booking";
import { giveLink } from "../links";
import { book } from "../make";
import { instantOf } from "../times";
import { bookPage } from "./book-page";
import { firstFreeDay, freeTimes, type Offer, offerOf } from "./free-times";
import type { Fault, Language } from "./page-words";
import { mayDo, requireFewOf } from "./throttles";
import { type Faults, type Meant, meantBy, type Typed, typedIn, whenOf } from "./typed";

/** A guest may do nothing that the house's rules do not let everybody do. */
export const GUEST: Caller = {
  requirePermission: () => {
    throw new AppError("forbidden", "A guest may not do this.");
  },
  requireBranch: () => {},
  branches: null,
};

const newKey = () => randomBytes(18).toString("base64url");
const KEY = /^[\w-]{24}$/;

interface Booking {
  branch: Branch;
  asked: PublicAsked;
  language: Language;
  offer: Offer;
  moment: Moment;
}

/** The form of a new reservation: shown, its free times looked for, or sent. */
export async function takeBooking(branch: Branch, asked: PublicAsked, language: Language): Promise<PublicAnswer> {
  const moment = momentNow();
  if (asked.method === "GET") {
    const party = asked.query.get("party") ?? "2";
    const offer = await offerOf(branch, moment, asked.query.get("date") ?? undefined);
    const date = asked.query.get("date") ?? (await firstFreeDay(branch, moment, 2));
    return shown({ branch, asked, language, offer, moment }, { date, party, time: "", name: "", phone: "", note: "", key: newKey() });
  }
  const typed = typedIn(asked.form);
  const offer = await offerOf(branch, moment, typed.date);
  const booking = { branch, asked, language, offer, moment };
  if (!KEY.test(typed.key)) return shown(booking, { ...typed, key: newKey() }, {}, asked.form.get("do") === "book" ? "robot" : null);
  if (asked.form.get("to") !== null || asked.form.get("do") !== "book") {
    const { faults } = whenOf(typed, moment.today, offer.most);
    return shown(booking, typed, faults);
  }
  return send(booking, typed);
}

/** @param faults what is said beside the fields */
async function shown(
  { branch, language, offer, moment }: Booking,
  typed: Typed,
  faults: Faults = {},
  general: Fault | null = null,
  status = general === null && Object.keys(faults).length === 0 ? 200 : 400,
): Promise<PublicAnswer> {
  const { date, party, faults: wrong } = whenOf(typed, moment.today, offer.most);
  const times = Object.keys(wrong).length === 0 ? await freeTimes(branch, date, party) : null;
  const common = { branch: branch.key, house: env().GROUP_NAME, today: moment.today };
  return bookPage({ ...common, language, offer, typed, faults: { ...wrong, ...faults }, general, times, status });
}

async function send(booking: Booking, typed: Typed): Promise<PublicAnswer> {
  const { branch, asked, language, offer, moment } = booking;
  if ((asked.form.get("website") ?? "") !== "") return shown(booking, typed, {}, "robot");
  const { meant, faults } = meantBy(typed, moment.today, offer.most);
  if (Object.keys(faults).length > 0) return shown(booking, typed, faults);
  if (!mayDo("book", asked.address)) return shown(booking, typed, {}, "tooOften", 429);
  try {
    const by = byForm(typed.key, meant, asked.request_id);
    const id = await bookOnce(booking, meant, by);
    const store = await branch.table();
    const token = await store.write({ ...by, receipt: null }, async (tx) => ({ answer: await giveLink(tx, id, moment), happened: [] }));
    return { status: 303, headers: { location: `/reserve/${branch.key}/${token}?lang=${language}` }, body: "" };
  } catch (error) {
    return refused(booking, typed, error);
  }
}

/** The key is kept by its hash: whoever has it is shown the booking. */
function byForm(key: string, meant: Meant, request_id: string): WriteBy {
  const hash = createHash("sha256").update(key).digest("hex");
  const body_hash = fingerprint(JSON.stringify({ ...meant, numbers: [] }), authSecret());
  return { actor: { kind: "system", id: "guest" }, request_id, receipt: { key: `reserve ${hash}`, body_hash, status: 303 } };
}

/** @returns the reservation's id: of a form that is sent again, that of its first booking */
async function bookOnce({ branch, language, offer, moment }: Booking, meant: Meant, by: WriteBy): Promise<string> {
  requireWritable((await hubStore()).sql);
  const { date, time, party, name, phone, numbers, note } = meant;
  const wanted = {
    ...{ date, time, party, name, phones: phone, guest_note: note, language, source: "web" as const },
    ...{ stay_minutes: null, tables: null, area: "", occasion: null, staff_note: "", dietary_note: "", deposit: "", taker: "" },
    ...{ status: offer.mode === "confirm" ? ("CONFIRMED" as const) : ("REQUESTED" as const), override_reason: "", tell: true },
  };
  const { id } = await book(branch, wanted, by, GUEST, (sql) => {
    if (instantOf(date, time, moment.hours) < moment.at) throw new AppError("conflict", "This time is over. Nothing was booked.");
    requireFewOf(sql, numbers, moment);
  });
  return id;
}

/** Why nothing was booked, in the guest's words: what the house is told names other guests' reservations and tables. */
async function refused(booking: Booking, typed: Typed, error: unknown): Promise<PublicAnswer> {
  if (!isAppError(error)) throw error;
  switch (error.code) {
    case "conflict":
    case "invalid_request":
      return shown(booking, typed, { time: "timeGone" }, null, 409);
    case "idempotency_mismatch":
      return shown(booking, { ...typed, key: newKey() }, {}, "usedForm", 409);
    case "rate_limited":
      return shown(booking, typed, {}, "tooMany", 429);
    default:
      return shown(booking, typed, {}, "notNow", 503);
  }
}
