import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import {
  changeCompetition,
  competitionsAtHome,
  disqualifyWinner,
  listCompetitions,
  openCompetition,
  proofFile,
} from "@/lib/competitions/contract";
import { listEntries } from "@/lib/competitions/entries/contract";
import { type CompetitionState, DECIDED, mayFollow, STATES } from "@/lib/competitions/states";
import { hubFile } from "@/lib/db/files";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import {
  AFTER_CLOSE,
  by,
  closed,
  draw,
  lock,
  locked,
  make,
  open,
  paste,
  people,
  ROUND_IS_THERE,
  step,
  versionOf,
  WHILE_OPEN,
} from "./support";

let keeper: MadePerson;
let drawer: MadePerson;

beforeEach(async () => {
  enterHouse();
  clockAt(WHILE_OPEN);
  await makeRole("keeper", ["nav_competitions", "competitions_edit"]);
  await makeRole("drawer", ["nav_competitions", "competitions_draw"]);
  keeper = await makePerson("nour", { roles: ["keeper"] });
  drawer = await makePerson("jad", { roles: ["drawer"] });
});

const stateOf = (id: string) => rows<{ state: CompetitionState }>(hubFile(), `SELECT state FROM competition WHERE id = '${id}'`)[0]?.state;

describe("the states of a competition", () => {
  it("follow each other as they may, whatever two people press in whatever order", async () => {
    for (const seed of [1, 2, 3, 4]) {
      const random = dice(seed);
      clockAt(WHILE_OPEN);
      const { id } = await make({ title: `Round ${seed}`, two_people: random.chance(0.5) }, keeper);
      await paste(id, people(5), keeper);
      const seen: CompetitionState[] = ["DRAFT"];
      let list: string | undefined;
      for (let press = 0; press < 24; press++) {
        if (random.chance(0.3)) clockAt(random.pick([WHILE_OPEN, AFTER_CLOSE, ROUND_IS_THERE]));
        const who = random.pick([keeper, drawer, "admin" as const]);
        const before = stateOf(id) ?? "DRAFT";
        const offered = (await open(id, who)).next;
        const to = random.pick(STATES.filter((one) => one !== "DRAFT" && (one !== "CANCELLED" || random.chance(0.1))));
        const { status, answer } = await press_(id, to, who);
        const after = stateOf(id) ?? "DRAFT";
        if (after !== before) {
          expect(mayFollow(before, after), `${before} to ${after}`).toBe(true);
          expect(offered, `${before} to ${after} was offered`).toContain(after);
          expect(status).toBe(200);
          seen.push(after);
        } else {
          expect([400, 403, 409], answer.error).toContain(status);
          expect(offered, `${to} at ${before}: ${answer.error}`).not.toContain(to);
        }
        const [locked] = rows<{ list_sha256: string | null }>(hubFile(), `SELECT list_sha256 FROM competition WHERE id = '${id}'`);
        list ??= locked?.list_sha256 ?? undefined;
        expect(locked?.list_sha256 ?? undefined).toBe(list);
      }
      expect(seen.filter((one) => one === "LOCKED").length).toBeLessThan(2);
      expect(rows(hubFile(), `SELECT 1 FROM event WHERE kind = 'competition.drawn' AND subjects LIKE '%${id}%'`).length).toBeLessThan(2);
    }
  });

  async function press_(id: string, to: CompetitionState, who: Parameters<typeof open>[1]) {
    if (to === "LOCKED") return lock(id, "drand", undefined, who);
    if (to === "DRAWN") return draw(id, undefined, who);
    if (to === "DRAFT") throw new Error("Nobody makes a draft of it again.");
    return step(id, to, to === "CANCELLED" ? "No prize" : "", who);
  }

  it("change nothing for whoever looked at an older one", async () => {
    const { id } = await make();
    const [person, options] = by("admin", { params: { id }, body: { version: 1, title: "Brunch" } } as never);
    expect((await call(person, changeCompetition, options)).status).toBe(200);
    const late = await call(person, changeCompetition, options);
    expect(late.status).toBe(409);
    expect(late.answer).toMatchObject({ code: "conflict", current: { version: 2, state: "DRAFT" } });
    expect((await step(id, "CANCELLED")).answer.error).toContain("Say why it is cancelled");
    expect(DECIDED).toContain("CANCELLED");
  });
});

describe("whoever made a competition", () => {
  it("does not draw it where two people are needed, and cannot take that back once it is open", async () => {
    const both = await makeBoth();
    const id = await closed(people(6), { two_people: true }, both);
    const change = by(both, { params: { id }, body: { version: await versionOf(id), two_people: false } } as never);
    expect((await call(change[0], changeCompetition, change[1])).answer.error).toContain("decided in the draft");
    expect((await lock(id, "drand", undefined, both)).status).toBe(200);
    clockAt(ROUND_IS_THERE);
    expect((await draw(id, undefined, both)).answer.error).toContain("another person has to");
    expect((await draw(id, undefined, drawer)).status).toBe(200);
    const { entries } = (await call("admin", listAudit, { query: { group: "competitions" } })).answer;
    expect(entries.map(({ kind, who }) => [kind, who.name])).toEqual([
      ["competition.drawn", "jad"],
      ["competition.locked", "both"],
      ["competition.stepped", "both"],
      ["competition.entries_taken", "both"],
      ["competition.stepped", "both"],
      ["competition.made", "both"],
    ]);
  });

  async function makeBoth() {
    await makeRole("both", ["nav_competitions", "competitions_edit", "competitions_draw"]);
    return makePerson("both", { roles: ["both"] });
  }
});

describe("a disqualified winner", () => {
  it("stays with the reason, the next reserve moves up, and nothing is drawn again", async () => {
    const id = await locked(people(9), { winners: 1, reserves: 2 });
    clockAt(ROUND_IS_THERE);
    await draw(id);
    const order = (await open(id)).places.map(({ id: place }) => place);
    const out = async (place: string, reason = "Does not follow us") =>
      call("admin", disqualifyWinner, { params: { id, place }, body: { version: await versionOf(id), reason } });
    expect((await step(id, "VERIFIED")).status).toBe(200);
    expect((await out(order[0] ?? "")).answer).toMatchObject({ ok: true, state: "DRAWN" });
    const { places, competition } = await open(id);
    expect(competition.state).toBe("DRAWN");
    expect(places.map(({ id: place, is, reason }) => [place, is, reason])).toEqual([
      [order[0], "out", "Does not follow us"],
      [order[1], "winner", ""],
      [order[2], "reserve", ""],
    ]);
    expect((await out(order[0] ?? "")).answer.error).toContain("out already");
    expect((await draw(id)).status).toBe(409);
    await out(order[1] ?? "");
    await out(order[2] ?? "");
    expect((await open(id)).places.map(({ is }) => is)).toEqual(["out", "out", "out"]);
    expect((await step(id, "VERIFIED")).answer.error).toContain("No winner is left");
  });
});

it("whoever works in some branches sees nothing of the others' competitions", async () => {
  const jounieh = await makePerson("maya", { roles: ["keeper"], branches: ["jounieh"] });
  const mine = await locked(people(3), { title: "Mine" });
  clockAt(WHILE_OPEN);
  const theirs = await locked(people(3), { title: "Secret of Batroun", branches: ["batroun"] });
  clockAt(WHILE_OPEN);
  const both = (await make({ title: "Both", branches: ["jounieh", "batroun"] })).id;
  const group = (await make({ title: "Group", branches: [] })).id;
  const as = (options: object) => by(jounieh, options as never);
  const [person, listing] = as({ branch: "jounieh" });
  const list = await call(person, listCompetitions, listing);
  expect(list.answer.competitions.map(({ title }) => title).sort()).toEqual(["Both", "Group", "Mine"]);
  const home = await call("nobody", competitionsAtHome, { headers: jounieh.headers });
  expect(JSON.stringify(home.answer)).not.toContain("Batroun");
  for (const contract of [openCompetition, listEntries, proofFile]) {
    const [who, options] = as({ params: { id: theirs } });
    const refused = await call(who, contract as typeof openCompetition, options);
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused.answer)).not.toContain("Secret");
  }
  for (const id of [both, group]) {
    const { status, answer } = await step(id, "OPEN", "", jounieh).catch(() => ({ status: 0, answer: { code: "" } }));
    expect([status, answer.code]).toEqual([403, "branch_forbidden"]);
  }
  const change = as({ params: { id: mine }, body: { version: await versionOf(mine), title: "x" } });
  expect((await call(change[0], changeCompetition, change[1])).answer.error).toContain("locked");
  await expect(make({ branches: ["batroun"] }, jounieh)).rejects.toThrow(/Branches take part in this/);
});
