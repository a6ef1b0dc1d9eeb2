import { eveningHours } from "../../business-day";
import type { Caller } from "../../caller";
import { now, timestamp } from "../../clock";
import { bySystem } from "../../db/actor";
import { branchStore, hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { isAppError } from "../../errors";
import type { BranchKey } from "../../known-branches";
import { readPhones } from "../../phones";
import { reserveAddress } from "../../public-page";
import { enqueueMessages } from "../../queue/enqueue";
import { failpoint } from "../../test-hooks";
import { giveLink, linkOf } from "../links";
import { type ReservationRow, rowById } from "../rows";
import { rulesIn } from "../rules/stored-rules";
import type { ReservationMessage } from "../shapes";
import type { ReservationStatus } from "../states";
import { CALL_TEXTS, wantedUntil } from "./tell";
import { LINKED, messageOf } from "./words";

interface Due {
  id: string;
  reservation_id: string;
  kind: ReservationMessage;
  /** How many of the same kind went before it. */
  before: number;
  /** A newer one of the same kind waits behind it. */
  is_over: 0 | 1;
}

const DUE = `SELECT m.id, m.reservation_id, m.kind,
    (SELECT count(*) FROM reservation_message o WHERE o.reservation_id = m.reservation_id AND o.kind = m.kind AND o.state = 'queued') AS before,
    EXISTS (SELECT 1 FROM reservation_message o WHERE o.reservation_id = m.reservation_id AND o.kind = m.kind AND o.state = 'due'
      AND o.due_at <= @now AND (o.due_at, o.id) > (m.due_at, m.id)) AS is_over
  FROM reservation_message m WHERE m.state = 'due' AND m.due_at <= @now ORDER BY m.due_at, m.id LIMIT 200`;

/** Beside a reminder that is taken back: whether it went out or not, the guest is reminded anew. */
export const ANEW = "anew";

/** In which state of its reservation a message is still true. */
export const TRUE_WHILE: Record<ReservationMessage, readonly ReservationStatus[]> = {
  confirmed: ["CONFIRMED", "LATE"],
  changed: ["CONFIRMED", "LATE"],
  reminder: ["CONFIRMED", "LATE"],
  declined: ["DECLINED"],
  cancelled: ["CANCELLED"],
  table_ready: ["CALLED"],
};

/** The server sends in nobody's name: what the message may say was decided by whoever changed the reservation. */
const HOUSE: Caller = { requirePermission: () => {}, requireBranch: () => {}, branches: null };

/** What became of a message. */
interface Outcome {
  state: "queued" | "call" | "dropped";
  why: string;
  task_id: string | null;
}

/**
 * Puts what is due into the hub's queue, each once: the queue keeps its answer under the message's own id, so that a kill between the two
 * stores queues nothing twice. What cannot go is called for.
 */
export async function sendDue(branch: BranchKey): Promise<void> {
  const store = await branchStore(branch, "table");
  const due = statement<{ now: string }[], Due>(store.sql, DUE).all({ now: timestamp() });
  if (due.length === 0) return;
  const isOn = rulesIn(store.sql).rules.messages;
  for (const message of due) {
    const row = rowById(store.sql, message.reservation_id);
    const isTrue = isOn && row && message.is_over === 0 && TRUE_WHILE[message.kind].includes(row.status) && !isPast(message.kind, row);
    const outcome: Outcome = row && isTrue ? await queueOne(branch, message, row) : { state: "dropped", why: "", task_id: null };
    failpoint("reservation-message:queued");
    await store.write(bySystem("reservations"), async (tx) => {
      const isLate = outcome.task_id !== null && !saysTheSame(message.kind, row, rowById(store.sql, message.reservation_id));
      const data = { ...outcome, at: timestamp(), ...(isLate && { state: "withdraw", why: message.kind === "reminder" ? ANEW : "" }) };
      await tx.reservationMessage.updateMany({ where: { id: message.id }, data });
      const told = { kind: "reservation.told" as const, subjects: [message.reservation_id] };
      const payload = { code: row?.code ?? "", message: message.kind, state: outcome.state };
      return { answer: undefined, happened: outcome.state === "dropped" ? [] : [{ ...told, payload }] };
    });
  }
}

/** Whether what was just queued is still what would be: somebody may have changed the reservation meanwhile, or deleted it. */
function saysTheSame(kind: ReservationMessage, was: ReservationRow | undefined, is: ReservationRow | undefined): boolean {
  if (!was || !is || !TRUE_WHILE[kind].includes(is.status)) return false;
  const isSameTime = is.business_day === was.business_day && is.time === was.time;
  return is.phones === was.phones && (kind !== "reminder" || isSameTime);
}

/** Nobody is told of a table whose time is over; a word of "cancelled" or "declined" is true all the same, on that day. */
const isPast = (kind: ReservationMessage, { starts_at }: ReservationRow) =>
  kind !== "table_ready" && Date.parse(starts_at) < now().getTime();

async function queueOne(branch: BranchKey, { id, kind, before }: Due, row: ReservationRow): Promise<Outcome> {
  const [number] = readPhones(row.phones, env().DEFAULT_COUNTRY_CODE).filter(({ key }) => key !== "");
  if (!number) return { state: "call", why: CALL_TEXTS.noNumber, task_id: null };
  const link = LINKED.includes(kind) ? await newLink(branch, row.id) : "";
  const told = { language: row.language, date: row.business_day, time: row.time, party: row.party, code: row.code, link };
  const text = messageOf(kind, told, eveningHours(env()).dayEndsAt, before);
  await noteTold(branch, { id, kind, reservation_id: row.id, digits: number.digits });
  const until = wantedUntil(kind, row.starts_at, timestamp());
  const receipt = { key: `reservation message ${id}`, body_hash: "", status: 200 };
  const handle = { key: branch, contacts: () => branchStore(branch, "contacts"), table: () => branchStore(branch, "table") };
  const body = { items: [{ name: row.name, phone: row.phones, message: text, branch }], campaign: "service" as const };
  try {
    const { enqueued, task_id, skipped, invalid } = await enqueueMessages(handle, body, { ...bySystem("reservations"), receipt }, HOUSE, {
      until,
      task: id,
    });
    if (enqueued > 0) return { state: "queued", why: "", task_id };
    return { state: "call", why: [...skipped, ...invalid][0]?.reason ?? "It could not be queued: call them.", task_id: null };
  } catch (error) {
    // A closed branch, or an unreadable number: nobody will ever send it. Else the next look does.
    if (isAppError(error) && (error.code === "invalid_request" || error.code === "branch_closed"))
      return { state: "call", why: error.message, task_id: null };
    throw error;
  }
}

/** A way to it of this message's own; empty where the house has no address for guests. One of a message that was cut off leads there too. */
async function newLink(branch: BranchKey, id: string): Promise<string> {
  if (reserveAddress(branch) === null) return "";
  const store = await branchStore(branch, "table");
  const token = await store.write(bySystem("reservations"), async (tx) => ({
    answer: await giveLink(tx, id, { iso: timestamp() }),
    happened: [],
  }));
  return linkOf(branch, token);
}

/** By this an answer finds its reservation; noted before, for an answer may be quicker than we are. */
async function noteTold(
  branch: BranchKey,
  { id, ...what }: Pick<Due, "id" | "kind" | "reservation_id"> & { digits: string },
): Promise<void> {
  const hub = await hubStore();
  await hub.write(bySystem("reservations"), async (tx) => {
    const talk = { branch, ...what, said: "told", at: timestamp(), taken: true };
    await tx.reservationTalk.upsert({ where: { id }, create: { id, ...talk }, update: {} });
    return { answer: undefined, happened: [] };
  });
}
