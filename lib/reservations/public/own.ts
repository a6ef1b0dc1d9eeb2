import type { Branch } from "../../db/branch";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { isAppError } from "../../errors";
import { requireWritable } from "../../house-switches";
import type { PublicAnswer, PublicAsked } from "../../public-page";
import type { Moment } from "../booking";
import { change } from "../change";
import { type ReservationRow, rowById } from "../rows";
import { groupOf } from "../states";
import { takeStep } from "../step";
import { GUEST } from "./book";
import { freeTimes, type Offer, offerOf } from "./free-times";
import { type GuestMay, ownPage } from "./own-page";
import type { Fault, Language } from "./page-words";
import { type Faults, typedIn, whenOf } from "./typed";

/** A guest at the page of their reservation. */
export interface Own {
  branch: Branch;
  token: string;
  row: ReservationRow;
  asked: PublicAsked;
  language: Language;
  moment: Moment;
}

/** A guest's own reservation: shown, changed or cancelled. */
export async function answerOwn(own: Own): Promise<PublicAnswer> {
  const { branch, row, asked, moment } = own;
  const typed = typedIn(asked.form);
  const date = asked.method === "POST" && typed.date !== "" ? typed.date : row.business_day;
  const offer = await offerOf(branch, moment, date);
  const may = mayOf(row, offer, moment);
  if (asked.method === "GET") return shown(own, offer, { isChanged: asked.query.has("changed") });
  const act = asked.form.get("do");
  if (act === "cancel")
    return row.status === "CANCELLED" ? there(own) : may.cancel ? cancel(own, offer) : shown(own, offer, { general: "late" });
  if (act === "leave") return row.status === "LEFT" ? there(own) : may.leave ? leave(own, offer) : shown(own, offer, { general: "late" });
  if (!may.change) return shown(own, offer, { general: "late" });
  const { party, faults } = whenOf(typed, moment.today, Math.max(offer.most, row.party));
  if (act !== "change" || Object.keys(faults).length > 0) return shown(own, offer, { typed, faults });
  if (!(await freeTimes(branch, date, party, row.id)).includes(typed.time))
    return shown(own, offer, { typed, faults: { time: typed.time === "" ? "time" : "timeGone" } });
  return save(own, offer, { date, party, time: typed.time });
}

/**
 * What a guest may do by themselves, until some hours before. What somebody of the house has confirmed, where each request is looked at,
 * is not moved without them.
 */
function mayOf({ status, starts_at }: ReservationRow, { mode, cancelHours }: Offer, { at }: Moment): GuestMay {
  const leave = groupOf(status) === "waitlist";
  const isToCome = status === "REQUESTED" || status === "CONFIRMED" || status === "LATE";
  if (!isToCome) return { change: false, cancel: false, leave, why: null };
  if (Date.parse(starts_at) - cancelHours * 3_600_000 <= at.getTime()) return { change: false, cancel: false, leave, why: "late" };
  const change = mode === "confirm" || (mode === "ask" && status === "REQUESTED");
  return { change: change && status !== "LATE", cancel: true, leave, why: change ? null : "confirmed" };
}

interface Shown {
  typed?: { date: string; party: string; time: string };
  faults?: Faults;
  general?: Fault;
  isChanged?: boolean;
}

async function shown(own: Own, offer: Offer, { typed, faults = {}, general, isChanged = false }: Shown): Promise<PublicAnswer> {
  const { branch, token, row, language, moment } = own;
  const may = mayOf(row, offer, moment);
  const looked = typed ?? { date: row.business_day, party: String(row.party) };
  const { date, party, faults: wrong } = whenOf(looked, moment.today, Math.max(offer.most, row.party));
  const times = may.change && Object.keys(wrong).length === 0 ? await freeTimes(branch, date, party, row.id) : null;
  const common = { branch: branch.key, house: env().GROUP_NAME, language, token, row, offer, may, isChanged, faults, times };
  const status = general === undefined && Object.keys(faults).length === 0 ? 200 : 409;
  const dayEndsAt = moment.hours.dayEndsAt;
  return ownPage({ ...common, today: moment.today, dayEndsAt, typed: typed ?? null, general: general ?? null, status });
}

const byGuest = ({ asked }: Own) => ({ actor: { kind: "system" as const, id: "guest" }, request_id: asked.request_id, receipt: null });

/** The version that the guest looked at; of a form that says none the page is out of date. */
const versionIn = ({ asked }: Own) => Number(/^\d{1,9}$/.exec(asked.form.get("version") ?? "")?.[0] ?? 0);

function there({ branch, token, language }: Own, more = ""): PublicAnswer {
  return { status: 303, headers: { location: `/reserve/${branch.key}/${token}?lang=${language}${more}` }, body: "" };
}

const cancel = (own: Own, offer: Offer) => end(own, offer, { to: "CANCELLED", reason: "guest" });
const leave = (own: Own, offer: Offer) => end(own, offer, { to: "LEFT" });

async function end(own: Own, offer: Offer, how: { to: "CANCELLED"; reason: "guest" } | { to: "LEFT" }): Promise<PublicAnswer> {
  const said = { version: versionIn(own), ...how, override_reason: "", tell: true };
  return tried(own, offer, async () => {
    await takeStep(own.branch, own.row.id, said, { by: byGuest(own), caller: GUEST, byGuest: true });
    return there(own);
  });
}

async function save(own: Own, offer: Offer, when: { date: string; party: number; time: string }): Promise<PublicAnswer> {
  return tried(own, offer, async () => {
    const said = { version: versionIn(own), ...when, override_reason: "", tell: true };
    await change(own.branch, own.row.id, said, byGuest(own), GUEST);
    return there(own, "&changed=1");
  });
}

/** What stands against it, in the guest's words alone. */
async function tried(own: Own, offer: Offer, work: () => Promise<PublicAnswer>): Promise<PublicAnswer> {
  try {
    requireWritable((await hubStore()).sql);
    return await work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { sql } = await own.branch.table();
    const row = rowById(sql, own.row.id) ?? own.row;
    if (error.code !== "conflict") return shown(own, offer, { general: "notNow" });
    if (row.version !== versionIn(own)) return shown({ ...own, row }, offer, { general: "changed" });
    return shown(own, offer, { typed: typedIn(own.asked.form), faults: { time: "timeGone" } });
  }
}
