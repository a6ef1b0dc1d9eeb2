import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { branchFromWords } from "@/components/feed/branch-from-words";
import { listAudit } from "@/lib/audit/contract";
import { listBranches, openBranch, renameBranch } from "@/lib/branches/contract";
import { backUpDaily } from "@/lib/db/daily-backup";
import { storeFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { endOfDay, mergeTables } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { health } from "@/lib/health/contract";
import { restaurants } from "@/lib/known-branches";
import { runMergeByDate, waitingDays } from "@/lib/merging/contract";
import { erasePersonalData, findPersonalData } from "@/lib/personal-data/contract";
import { listStaff } from "@/lib/staff/contract";
import { listSavedTables, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, restartHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson } from "../support/people";
import { RESTAURANTS } from "../support/restaurants";
import { runRestore } from "../support/restore";
import { rows } from "../support/stores";
import { END_OF_DAY, EVENING, openTables, seat } from "../support/tables";

const SIX = [...RESTAURANTS, "beirut"];
const DATE = "2026-11-20";
const TIA = { name: "Tia Haddad", phones: "03 555555" };

const opened = (key = "beirut", name = "Beirut Souks") => call("admin", openBranch, { body: { key, name } });
const renamed = (key: string, name: string, expected?: string) =>
  call("admin", renameBranch, { params: { key }, body: { name, ...(expected === undefined ? {} : { expected }) } });
const names = async () => (await call("staff", listBranches)).answer.branches.map(({ name }) => name);
const merged = (date = DATE) =>
  call("admin", runMergeByDate, { query: { action: "merge_by_date_all_branches", date, force: "true", backup: "false" } as never });

it("a sixth restaurant is there at once: in the list, with its stores, its staff and its rights", async () => {
  const data = enterHouse();
  const everywhere = await makePerson("everywhere");
  const two = await makePerson("two", { branches: ["jounieh", "batroun"] });
  const { status, answer } = await opened();
  expect([status, answer.message]).toEqual([201, "Beirut Souks is open."]);
  expect(answer.branch).toMatchObject({ key: "beirut", name: "Beirut Souks", closed_at: null, kept: true });
  expect(await names()).toEqual(["Jounieh", "Batroun", "Tripoli", "Zgharta", "Ehden", "Beirut Souks"]);
  for (const kind of ["contacts", "table"] as const) expect(existsSync(storeFile("beirut", kind))).toBe(true);
  const { answer: staff } = await call("staff", listStaff, { params: { branch: "beirut" } });
  expect(staff).toEqual({ hostesses: ["Maya", "Rima"], waiters: ["Elie", "Georges", "Jad", "Karim", "Tony"] });
  const { answer: state } = await call("staff", health);
  expect(state.branches).toEqual([...SIX, "central"]);
  expect(state.restaurants?.at(-1)).toEqual({ key: "beirut", name: "Beirut Souks", isClosed: false });
  expect(state.stores.filter(({ branch }) => branch === "beirut").map(({ ok }) => ok)).toEqual([true, true]);
  const asked = (headers: Record<string, string>) => call("nobody", listSavedTables, { branch: "beirut", headers });
  expect((await asked(everywhere.headers)).status).toBe(200);
  expect(await asked(two.headers)).toMatchObject({ status: 403, answer: { code: "branch_forbidden" } });
  const limited = await makePerson("here", { branches: ["beirut"] });
  expect((await asked(limited.headers)).status).toBe(200);
  expect(hubEvents(data, "branch.")).toMatchObject([
    { kind: "branch.opened", subjects: ["beirut"], payload: { key: "beirut", name: "Beirut Souks" } },
  ]);
  const { answer: trail } = await call("admin", listAudit, { query: { group: "server" } });
  expect(trail.entries.map(({ what }) => what)).toContain("Opened the branch Beirut Souks (beirut)");
});

it("a sixth restaurant has an evening like the others: seated, merged, closed, in central, found and erased", async () => {
  clockAt(EVENING);
  enterHouse();
  await opened();
  expect((await seat([TIA], { branch: "beirut" })).status).toBe(200);
  expect(await openTables("beirut")).toHaveLength(1);
  const { answer: feed } = await call("staff", tableLog);
  expect(feed.logs.map(({ branch }) => branch)).toEqual(["beirut"]);
  expect((await call("admin", mergeTables, { branch: "beirut" })).answer.inserted).toBe(1);
  const { answer: waiting } = await call("admin", waitingDays, { query: { date: "2026-11-21" } });
  expect(waiting.rows).toEqual([{ branch: "beirut", date: DATE, rows: 1 }]);
  clockAt(END_OF_DAY);
  expect((await call("admin", endOfDay, { branch: "beirut" })).answer.inserted).toBe(1);
  const { answer: merge } = await merged();
  expect(merge.sources_used.map(({ branch }) => branch)).toEqual([...SIX].sort());
  expect(merge.inserted).toBe(1);
  for (const branch of ["beirut", "central"]) {
    const { answer } = await call("staff", searchContacts, { branch, query: { search: "Tia" } });
    expect(answer.contacts.map(({ name, branch: of }) => [name, of])).toEqual([["Tia Haddad", "beirut"]]);
  }
  const who = { id: "019aaaaa-0000-7000-8000-000000000001", phones: TIA.phones };
  const { answer: found } = await call("admin", findPersonalData, { body: who });
  expect(found.found).toMatchObject({ guests: 2, seats: 1 });
  expect((await call("admin", erasePersonalData, { body: who })).status).toBe(200);
  expect(rows(storeFile("beirut", "contacts"), "SELECT name FROM contact")).toEqual([]);
  expect(rows(storeFile("central", "contacts"), "SELECT name FROM contact")).toEqual([]);
});

it("a sixth restaurant is there after a start, is backed up each day, and is restored", async () => {
  clockAt(EVENING);
  const data = enterHouse();
  await opened();
  await seat([TIA], { branch: "beirut" });
  await restartHouse();
  expect((await call("nobody", health)).answer.branches).toEqual([...SIX, "central"]);
  expect(restaurants()).toEqual(SIX);
  await backUpDaily();
  await seat([{ name: "Omar", phones: "03 666666" }], { branch: "beirut", number: "14" });
  await closeStores();
  const [backup] = runRestore(data, "beirut/table").said.match(/table-\S+-daily\.db/) ?? [""];
  expect(runRestore(data, "beirut/table", backup)).toMatchObject({ status: 0 });
  expect(await openTables("beirut")).toHaveLength(1);
});

it("that a restored hub has forgotten is opened again with what it had", async () => {
  clockAt(EVENING);
  const data = enterHouse();
  await call("admin", health);
  await backUpDaily();
  await opened();
  await seat([TIA], { branch: "beirut" });
  await closeStores();
  const [backup] = runRestore(data, "hub").said.match(/hub-\S+\.db/) ?? [""];
  expect(runRestore(data, "hub", backup)).toMatchObject({ status: 0 });
  await restartHouse();
  expect(await names()).toHaveLength(5);
  expect((await call("staff", listSavedTables, { branch: "beirut" })).answer.code).toBe("unknown_branch");
  expect((await opened()).status).toBe(201);
  expect(await openTables("beirut")).toHaveLength(1);
});

it("a new name is everywhere at once, and the key stays", async () => {
  const data = enterHouse();
  await opened();
  const { status, answer } = await renamed("beirut", "Beirut Port", "Beirut Souks");
  expect([status, answer.message]).toEqual([200, "Beirut Souks is called Beirut Port now."]);
  expect((await names()).at(-1)).toBe("Beirut Port");
  expect((await call("nobody", health)).answer.restaurants?.at(-1)).toMatchObject({ key: "beirut", name: "Beirut Port" });
  expect(branchFromWords("Beirut Port 7")).toBe("beirut");
  await restartHouse();
  expect((await names()).at(-1)).toBe("Beirut Port");
  expect((await renamed("beirut", "Beirut Port")).status).toBe(200);
  expect(hubEvents(data, "branch.renamed").map(({ payload }) => payload)).toEqual([
    { key: "beirut", old: "Beirut Souks", new: "Beirut Port" },
  ]);
  expect((await renamed("beirut", "بيروت")).answer.branch.name).toBe("بيروت");
});

it.each([
  ["jounieh", "Another", 409],
  ["beirut", "JOUNIEH", 409],
  ["beirut", "Jouníeh", 409],
  ["beirut", "Central", 409],
  ["beirut", "   ", 400],
  ["beirut", "…", 400],
  ["beirut", "x".repeat(41), 400],
  ["central", "Middle", 400],
  ["hub", "Hub", 400],
  ["../x", "Out", 400],
  ["Beirut", "Capitals", 400],
  ["uploads", "Uploads", 400],
  ["auth-secret", "Secret", 400],
  ["store-ends", "Ends", 400],
  ["said-and-sent", "Said", 400],
  ...["menus", "vouchers", "backups", "logs", "media", "jobs", "exports", "restore"].map((key) => [key, "Folder", 400] as const),
  ...["constructor", "null", "undefined", "json", "admin", "hub", "true", "prototype"].map((key) => [key, "Word", 400] as const),
  ["beirut", "J\u043eunieh", 409],
  ["beirut", "E h d e n", 409],
  ["beirut", "TripoIi", 409],
  ["beirut", "Centra1", 409],
] as const)("%s as %j is refused, and nothing is made", async (key, name, status) => {
  const data = enterHouse();
  const refused = await call("admin", openBranch, { body: { key, name } });
  expect(refused.status).toBe(status);
  expect(refused.answer.error).toContain("Nothing was changed.");
  expect(await names()).toHaveLength(5);
  expect(hubEvents(data, "branch.")).toEqual([]);
  expect(existsSync(path.join(data, "beirut"))).toBe(false);
});

it("is not called by another one's key, nor so that an eye takes it for that", async () => {
  enterHouse();
  expect((await call("admin", openBranch, { body: { key: "souks", name: "Downtown" } })).status).toBe(201);
  for (const [name, why] of [
    ["Souks", "Downtown has this name already."],
    ["S\u043euks", "This name looks like souks."],
    ["central", "Central has this name already."],
  ] as const) {
    const { status, answer } = await call("admin", openBranch, { body: { key: "other", name } });
    expect([status, answer.error]).toEqual([409, expect.stringContaining(why)]);
  }
  expect(await names()).toHaveLength(6);
});

it("is not called so that an eye takes it for another one", async () => {
  enterHouse();
  for (const name of ["J\u043eunieh", "Tripo1i", "Z ghar ta"]) {
    const { status, answer } = await renamed("ehden", name);
    expect([name, status, answer.error]).toEqual([name, 409, expect.stringMatching(/looks like.*Nothing was changed/)]);
  }
  expect((await renamed("ehden", "Ehden.")).status, "like itself").toBe(200);
});

it("a folder of that name which holds something else is refused, and so are another branch's stores", async () => {
  const data = enterHouse();
  writeFileSync(path.join(data, "beirut"), "a file of that name");
  expect(await opened()).toMatchObject({ status: 409, answer: { code: "conflict" } });
  rmSync(path.join(data, "beirut"));
  mkdirSync(path.join(data, "beirut"));
  writeFileSync(path.join(data, "beirut", "notes.txt"), "mine");
  expect(await opened()).toMatchObject({ status: 409, answer: { code: "conflict" } });
  writeFileSync(path.join(data, "beirut", "contacts.db"), "no store at all");
  expect(await opened()).toMatchObject({ status: 503, answer: { code: "db_corrupt" } });
  expect(await names()).toHaveLength(5);
});

it("who does not hold everything, or not everywhere, opens and renames nothing", async () => {
  enterHouse();
  const limited = await makePerson("limited", { roles: ["admin"], branches: ["jounieh"] });
  const body = { key: "beirut", name: "Beirut" };
  expect((await call("staff", openBranch, { body })).status).toBe(403);
  expect((await call("nobody", openBranch, { body, headers: limited.headers })).status).toBe(403);
  expect((await call("staff", renameBranch, { params: { key: "ehden" }, body: { name: "Mine" } })).status).toBe(403);
  expect((await renamed("paris", "Paris")).status).toBe(404);
  expect(await names()).toHaveLength(5);
});

it("two people at once open one, and neither overwrites the other's name", async () => {
  const data = enterHouse();
  const both = await Promise.all([opened("beirut", "Beirut"), opened("beirut", "Beirut Port")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(hubEvents(data, "branch.opened")).toHaveLength(1);
  const others = await Promise.all([opened("byblos", "Sea"), opened("saida", "Sea")]);
  expect(others.map(({ status }) => status).sort()).toEqual([201, 409]);
  const names = await Promise.all([renamed("ehden", "Ehden Up", "Ehden"), renamed("ehden", "Ehden Down", "Ehden")]);
  expect(names.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(hubEvents(data, "branch.renamed")).toHaveLength(1);
});

it("a server that keeps some branches keeps no other one that is opened there", async () => {
  const data = enterHouse({ BRANCHES: "jounieh,central" });
  const { answer } = await opened();
  expect(answer.branch.kept).toBe(false);
  expect(existsSync(path.join(data, "beirut"))).toBe(false);
  expect((await call("staff", listSavedTables, { branch: "beirut" })).answer.code).toBe("wrong_server");
});
