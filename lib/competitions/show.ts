import type Database from "better-sqlite3";
import { type EventRow, entryOf } from "../audit/entries";
import { userName } from "../auth/user-name";
import { type Caller, holds, mayWorkIn } from "../caller";
import { timestamp } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { today } from "../vouchers/list";
import { stateOf } from "../vouchers/voucher";
import type { CompetitionList, OpenedCompetition } from "./contract";
import { canFetchComments } from "./entries/comments-call";
import type { ListedComments } from "./entries/contract";
import type { JudgeCommentsInput, JudgedPage } from "./entries/judge-step";
import { staffIn } from "./entries/stored-comments";
import { proofAddress } from "./proof/address";
import { COMPETITION_RIGHTS } from "./rights";
import { allCompetitions, type CompetitionRow, type PlaceRow, placesOf, winnersNow } from "./rows";
import type { InShort, PlaceShown } from "./shapes";
import { isDrawn, mayFollow, nextSteps, STATES, type StepFacts, whyNot } from "./states";
import { factsOf } from "./step";
import { isOf, maySee, visibleCompetition, worksInAll } from "./visible";

const COUNTS =
  "SELECT competition_id AS id, count(DISTINCT comment_id) AS n FROM competition_entry WHERE competition_id IN (SELECT value FROM json_each(?)) GROUP BY competition_id";

/** @param rows of those that are not locked the comments are counted, in the index alone */
function shortly(sql: Database.Database, rows: readonly CompetitionRow[]): InShort[] {
  const open = JSON.stringify(rows.filter(({ entries }) => entries === null).map(({ id }) => id));
  const counted = new Map(
    statement<[string], { id: string; n: number }>(sql, COUNTS)
      .all(open)
      .map(({ id, n }) => [id, n]),
  );
  return rows.map((row) => {
    const { id, title, branches, prize, state, opens_at, closes_at, draws_at, winners } = row;
    return { id, title, branches, prize, state, opens_at, closes_at, draws_at, winners, entries: row.entries ?? counted.get(id) ?? 0 };
  });
}

const mayOf = (caller: Caller) => ({
  edit: holds(caller, COMPETITION_RIGHTS.edit),
  draw: holds(caller, COMPETITION_RIGHTS.draw),
});

/** The competitions of a branch and of the group. */
export async function listCompetitions(branch: Branch, caller: Caller): Promise<CompetitionList> {
  const { sql } = await hubStore();
  const rows = allCompetitions(sql).filter((row) => isOf(row, branch.key) && maySee(row, caller));
  return {
    competitions: shortly(sql, rows),
    staff: staffIn(sql),
    may: { ...mayOf(caller), group: caller.branches === null },
    fetches: { comments: canFetchComments(), rounds: env().DRAND_URL !== undefined },
  };
}

/** What runs now, of every branch in which the caller works: until its prize is given, or it is cancelled. */
export async function competitionsAtHome(caller: Pick<Caller, "branches">): Promise<{ at: string; competitions: InShort[] }> {
  const { sql } = await hubStore();
  const isOver = ({ state }: CompetitionRow) => state === "PRIZE_GIVEN" || state === "CANCELLED" || state === "DRAFT";
  return {
    at: timestamp(),
    competitions: shortly(
      sql,
      allCompetitions(sql).filter((row) => !isOver(row) && maySee(row, caller)),
    ),
  };
}

/** What grows with the comments, read in a thread. */
async function judged(id: string, page?: JudgeCommentsInput["page"]): Promise<JudgedPage> {
  const { file } = await hubStore();
  const input: JudgeCommentsInput = { hub: file, id, at: timestamp(), page };
  const found = await runBulk<JudgedPage | null>("judge-comments", input);
  if (!found) throw new Error("A competition that was just seen is not there.");
  return found;
}

/** @throws AppError `not_found` */
export async function listEntries(id: string, page: NonNullable<JudgeCommentsInput["page"]>, caller: Caller): Promise<ListedComments> {
  const { sql } = await hubStore();
  visibleCompetition(sql, id, caller);
  const { total, comments } = await judged(id, page);
  return { total, comments };
}

const WAY_NEEDS = {
  OPEN: "edit",
  CLOSED: "edit",
  LOCKED: "edit",
  CANCELLED: "edit",
  DRAWN: "draw",
  VERIFIED: "draw",
  PRIZE_GIVEN: "draw",
} as const;

/** One competition as its page shows it. @param who the id of the caller @throws AppError `not_found` */
export async function openCompetition(id: string, who: string, caller: Caller): Promise<OpenedCompetition> {
  const { sql } = await hubStore();
  const row = visibleCompetition(sql, id, caller);
  const { counts } = await judged(id);
  const may = mayOf(caller);
  const all = worksInAll(row, caller);
  const facts = factsOf(sql, row, who);
  const isMine = (to: keyof typeof WAY_NEEDS) => all && may[WAY_NEEDS[to]];
  const places = placesOf(sql, id);
  const shown = places.map((place) => placeShown(sql, place, row, places, { branches: caller.branches, draws: may.draw }));
  const [short] = shortly(sql, [row]);
  if (!short) throw new Error("One row gives one line.");
  const { version, post_url, media_id, reserves, rules, filters, two_people, voucher_days, reason } = row;
  return {
    competition: {
      ...short,
      ...{ version, post_url, media_id, reserves, rules, filters, two_people, voucher_days, reason },
      created_by: userName(sql, row.created_by) ?? row.created_by,
      lock: lockOf(sql, row),
      drawn: drawnOf(sql, row),
    },
    counts,
    places: shown,
    figures: {
      entries: counts.entries,
      people: counts.people,
      new_guests: places.filter(({ is_new }) => Boolean(is_new)).length,
      given: shown.filter(({ voucher }) => voucher !== null).length,
      redeemed: shown.filter(({ voucher }) => voucher?.state === "used").length,
    },
    next: nextSteps(facts).filter((to) => to !== "DRAFT" && isMine(to)),
    why_not: whyNots(facts).filter(({ to }) => to !== "DRAFT" && isMine(to)),
    may: { edit: may.edit && all, draw: may.draw && all },
    proof_url: row.locked_at === null ? null : proofAddress(id),
    history: historyOf(sql, id),
  };
}

function whyNots(facts: StepFacts): OpenedCompetition["why_not"] {
  return STATES.flatMap((to) => {
    const why = mayFollow(facts.state, to) && to !== "CANCELLED" ? whyNot(facts, to) : null;
    return why === null ? [] : [{ to, why }];
  });
}

function lockOf(sql: Database.Database, row: CompetitionRow): OpenedCompetition["competition"]["lock"] {
  const { locked_at, locked_by, list_sha256, way, round, commitment } = row;
  if (locked_at === null || list_sha256 === null || way === null) return null;
  return { at: locked_at, by: userName(sql, locked_by ?? "") ?? "", sha256: list_sha256, way, round, commitment };
}

function drawnOf(sql: Database.Database, { drawn_at, drawn_by, randomness }: CompetitionRow): OpenedCompetition["competition"]["drawn"] {
  if (drawn_at === null || randomness === null) return null;
  return { at: drawn_at, by: userName(sql, drawn_by ?? "") ?? "", randomness };
}

const TEXTS = "SELECT DISTINCT text FROM competition_entry WHERE competition_id = ? AND comment_id = ? ORDER BY text";
const VOUCHER = "SELECT serial, valid_until, used_at FROM voucher WHERE id = ?";

function placeShown(
  sql: Database.Database,
  place: PlaceRow,
  row: CompetitionRow,
  places: readonly PlaceRow[],
  caller: SeesGuests,
): PlaceShown {
  const { id, position, username, score, reason, disqualified_at, disqualified_by, comment_id } = place;
  const isWinner = isDrawn(row.state) && winnersNow(places, row.winners).some((one) => one.id === id);
  const isOut = disqualified_at !== null;
  const voucher = place.voucher_id
    ? statement<[string], { serial: string; valid_until: string; used_at: string | null }>(sql, VOUCHER).get(place.voucher_id)
    : undefined;
  return {
    ...{ id, position, username: username || place.initials, score, reason },
    is: isOut ? "out" : isWinner ? "winner" : "reserve",
    disqualified: isOut ? { at: disqualified_at, by: userName(sql, disqualified_by ?? "") ?? "" } : null,
    texts: statement<[string, string], { text: string }>(sql, TEXTS)
      .all(row.id, comment_id)
      .map(({ text }) => text),
    guest: guestOf(place, caller),
    voucher: voucher
      ? { serial: voucher.serial, valid_until: voucher.valid_until, state: stateOf(voucher, today()), told: toldInWords(place) }
      : null,
  };
}

/** Numbers are for those who give the prize. */
type SeesGuests = Pick<Caller, "branches"> & { draws: boolean };

/** A guest of a branch in which the caller does not work is nobody whose name they may read. */
function guestOf(place: PlaceRow, { branches, draws }: SeesGuests): PlaceShown["guest"] {
  const { guest_branch: branch, guest_id: id, guest_name: name, guest_phones: phones, is_new } = place;
  if (name === "") return null;
  const isTheirs = mayWorkIn(branches, branch);
  return { id: isTheirs ? id : "", branch, name: isTheirs ? name : "", phones: isTheirs && draws ? phones : "", is_new: Boolean(is_new) };
}

const toldInWords = ({ told, told_why }: PlaceRow) =>
  told === "queued" ? "WhatsApp brings the message." : told === "call" ? `No message goes: ${told_why} Call them.` : "";

const EVENTS = "SELECT e.* FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? ORDER BY e.seq DESC LIMIT 200";

/** Every step of it, the newest first: of what somebody may see, they may know who did it. */
function historyOf(sql: Database.Database, id: string): OpenedCompetition["history"] {
  const users = statement<[], { id: string; username: string }>(sql, "SELECT id, username FROM user").all();
  const names = new Map(users.map((user) => [user.id, user.username]));
  return statement<[string], EventRow>(sql, EVENTS)
    .all(id)
    .flatMap((event) => {
      const entry = entryOf(event, "hub", { branches: null, depth: "all" }, { from: null, until: null }, names);
      return entry ? [{ id: entry.id, at: entry.at, who: entry.who.name, what: entry.what }] : [];
    });
}
