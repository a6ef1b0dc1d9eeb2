import { expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { listAudit } from "@/lib/audit/contract";
import { closeBranch, listBranches, renameBranch, reopenBranch } from "@/lib/branches/contract";
import { searchByDate } from "@/lib/date-search/contract";
import { storeFile } from "@/lib/db/files";
import { endOfDay } from "@/lib/evening/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { exportCsv } from "@/lib/guests/contract";
import { health } from "@/lib/health/contract";
import { needsOpenBranch } from "@/lib/http/branch";
import { runMergeByDate } from "@/lib/merging/contract";
import { erasePersonalData } from "@/lib/personal-data/contract";
import { enqueue } from "@/lib/queue/contract";
import { cancelSending } from "@/lib/queue/pause/contract";
import { retryAll, sendDespiteDoubt } from "@/lib/queue/retry-by-hand/contract";
import { addStaff, listStaff } from "@/lib/staff/contract";
import { listSavedTables, saveTable, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, restartHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson } from "../support/people";
import { RESTAURANTS } from "../support/restaurants";
import { CONTRACTS } from "../support/routes";
import { allData, alter, rows } from "../support/stores";
import { END_OF_DAY, EVENING, METADATA, seat } from "../support/tables";

const DATE = "2026-11-20";
const TIA = { name: "Tia Haddad", phones: "03 555555" };

const close = (key = "ehden") => call("admin", closeBranch, { params: { key } });
const reopen = (key = "ehden") => call("admin", reopenBranch, { params: { key } });
const closedOnes = async () => {
  const { answer } = await call("staff", listBranches);
  return answer.branches.filter(({ closed_at }) => closed_at !== null).map(({ key }) => key);
};

/** An evening of Ehden with one guest, up to End of Day. */
async function eveningInEhden(): Promise<void> {
  clockAt(EVENING);
  expect((await seat([TIA], { branch: "ehden" })).status).toBe(200);
  clockAt(END_OF_DAY);
  expect((await call("admin", endOfDay, { branch: "ehden" })).status).toBe(200);
}

/** The calls that write in one branch, by its header or in their path. */
const WRITES = CONTRACTS.map(({ contract }) => contract).filter(
  (contract) =>
    needsOpenBranch(contract) &&
    (["any", "restaurant"].includes(contract.about ?? "any") || contract.path.includes("{branch}")) &&
    contract.permission !== "worker",
);

const nameOf = ({ method, path }: CallContract) => `${method} ${path}`;

it("every call that writes in a branch is known to this test", () => {
  expect(WRITES.map(nameOf).sort()).toEqual([
    "DELETE /delete-contact",
    "DELETE /menus/versions/{id}",
    "DELETE /reservations/days",
    "DELETE /reservations/{id}",
    "DELETE /staff/{branch}/remove",
    "GET /birthdays/generate-vouchers-stream",
    "PATCH /competitions/{id}",
    "PATCH /contacts",
    "PATCH /reservations/{id}",
    "POST /all-data/bin/put-back",
    "POST /all-data/change",
    "POST /all-data/change/undo",
    "POST /competitions",
    "POST /competitions/{id}/draw",
    "POST /competitions/{id}/entries",
    "POST /competitions/{id}/entries/fetch",
    "POST /competitions/{id}/lock",
    "POST /competitions/{id}/places/{place}/disqualify",
    "POST /competitions/{id}/places/{place}/guest",
    "POST /competitions/{id}/places/{place}/voucher",
    "POST /competitions/{id}/step",
    "POST /contacts/decision/end",
    "POST /contacts/import",
    "POST /contacts/import/undo",
    "POST /contacts/import/wrong-rows",
    "POST /contacts/one-person",
    "POST /contacts/two-people",
    "POST /dedupe-table",
    "POST /dedupe-table/undo",
    "POST /duplicates/find",
    "POST /duplicates/not",
    "POST /end-of-day",
    "POST /guests/{id}/card",
    "POST /guests/{id}/statement/send",
    "POST /loyalty/adjustments",
    "POST /loyalty/redemptions",
    "POST /loyalty/redemptions/{id}/confirm",
    "POST /loyalty/redemptions/{id}/finish",
    "POST /loyalty/redemptions/{id}/undo",
    "POST /loyalty/visit",
    "POST /menus/end",
    "POST /menus/versions",
    "POST /menus/versions/{id}/prices",
    "POST /menus/versions/{id}/publish",
    "POST /menus/versions/{id}/withdraw",
    "POST /merge-tables",
    "POST /queue/campaigns/{id}/cancel",
    "POST /queue/campaigns/{id}/pause",
    "POST /queue/campaigns/{id}/resume",
    "POST /queue/enqueue",
    "POST /queue/enqueue-items",
    "POST /queue/enqueue/batch",
    "POST /queue/enqueue/single",
    "POST /queue/menus/retry",
    "POST /queue/replies/answer",
    "POST /rebuild-book",
    "POST /reservations",
    "POST /reservations/waitlist",
    "POST /reservations/{id}/message",
    "POST /reservations/{id}/step",
    "POST /save-table",
    "POST /staff/{branch}/add",
    "POST /staff/{branch}/reset-defaults",
    "POST /update-company-by-date",
    "POST /update-company-by-date/undo",
    "POST /update-contact",
    "POST /vouchers/redeem",
    "PUT /menus/calibration",
    "PUT /reservations/days",
    "PUT /reservations/rules",
  ]);
});

it("a closed branch refuses each of them with what to do, and nothing changes", async () => {
  const data = enterHouse();
  await eveningInEhden();
  expect((await close()).status).toBe(200);
  await call("admin", health); // whatever opens at the first call is open
  const before = allData(data);
  for (const contract of WRITES) {
    const params = { branch: "ehden", id: "019aaaaa-0000-7000-8000-000000000001" };
    const { status, answer } = await call("admin", contract, {
      branch: contract.path.includes("{branch}") ? undefined : "ehden",
      params: Object.fromEntries(Object.entries(params).filter(([name]) => contract.path.includes(`{${name}}`))),
      ...(contract.method === "GET" ? {} : { raw: "{}" }),
    });
    expect({ call: nameOf(contract), status, code: answer.code }).toEqual({ call: nameOf(contract), status: 409, code: "branch_closed" });
    expect(answer.error).toContain("Ehden is closed");
    expect(answer.error).toContain("Choose an open branch");
  }
  expect(allData(data)).toEqual(before);
});

it("a closed branch is read, searched, exported, in the feed and in central, and a person is erased from it", async () => {
  enterHouse();
  await eveningInEhden();
  const { status, answer } = await close();
  expect([status, answer.message]).toEqual([200, "Ehden is closed."]);
  expect(await closedOnes()).toEqual(["ehden"]);
  const { answer: state } = await call("nobody", health);
  expect(state.restaurants?.at(-1)).toEqual({ key: "ehden", name: "Ehden", isClosed: true });
  expect([state.branches.includes("ehden"), state.ok]).toEqual([true, true]);
  const found = await call("staff", searchContacts, { branch: "ehden", query: { search: "Tia" } });
  expect(found.answer.contacts.map(({ name }) => name)).toEqual(["Tia Haddad"]);
  expect((await call("admin", searchByDate, { branch: "ehden", query: { date: DATE } })).answer.total).toBeGreaterThan(0);
  expect((await call("admin", exportCsv, { branch: "ehden", query: { date: DATE } })).bytes.toString()).toContain("Tia Haddad");
  expect((await call("staff", listSavedTables, { branch: "ehden" })).status).toBe(200);
  expect((await call("staff", tableLog)).answer.logs.map(({ branch }) => branch)).toEqual(["ehden"]);
  expect((await call("staff", listStaff, { params: { branch: "ehden" } })).answer.hostesses).toEqual(["Maya", "Rima"]);
  const query = { action: "merge_by_date_all_branches", date: DATE, force: "true", backup: "false" } as never;
  const { answer: merge } = await call("admin", runMergeByDate, { query });
  expect([merge.inserted, merge.sources_used.map(({ branch }) => branch)]).toEqual([1, [...RESTAURANTS].sort()]);
  const whom = { id: "", phones: TIA.phones };
  expect((await call("admin", erasePersonalData, { body: whom })).status).toBe(200);
  expect(rows(storeFile("ehden", "contacts"), "SELECT name FROM contact")).toEqual([]);
  expect((await call("admin", cancelSending, { branch: "ehden" })).status).toBe(200);
});

it("a closed branch is closed after a start, renamed, and opened again with all that it had", async () => {
  const data = enterHouse();
  await eveningInEhden();
  await close();
  await restartHouse();
  expect((await seat([TIA], { branch: "ehden" })).answer.code).toBe("branch_closed");
  expect((await call("admin", renameBranch, { params: { key: "ehden" }, body: { name: "Ehden Old" } })).status).toBe(200);
  expect((await seat([TIA], { branch: "ehden" })).answer.error).toContain("Ehden Old is closed");
  expect((await reopen()).answer.message).toBe("Ehden Old is open again.");
  expect(await closedOnes()).toEqual([]);
  expect((await seat([TIA], { branch: "ehden" })).status).toBe(200);
  const { answer } = await call("staff", searchContacts, { branch: "ehden", query: { search: "Tia" } });
  expect(answer.contacts).toHaveLength(1);
  expect(hubEvents(data, "branch.").map(({ kind, subjects }) => [kind, ...subjects])).toEqual([
    ["branch.closed", "ehden"],
    ["branch.renamed", "ehden"],
    ["branch.reopened", "ehden"],
  ]);
  const { answer: trail } = await call("admin", listAudit, { query: { group: "server" } });
  expect(trail.entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["Closed the branch Ehden", "Opened the branch Ehden Old again"]),
  );
});

it("closing waits for End of Day, for messages and for another open branch, and says so", async () => {
  clockAt(EVENING);
  const data = enterHouse();
  await seat([TIA], { branch: "ehden" });
  expect((await close()).answer).toMatchObject({
    code: "conflict",
    error: "Ehden has 1 saved table that no End of Day has taken. Nothing was changed. Run End of Day there, then close it.",
  });
  const items = [{ name: "Tia", phone: "03 555555", message: "Hello" }];
  expect((await call("admin", enqueue, { branch: "batroun", body: { items } })).answer.enqueued).toBe(1);
  expect((await close("batroun")).answer.error).toContain("In Batroun 1 message waits to be sent.");
  for (const key of ["jounieh", "tripoli", "zgharta"]) expect((await close(key)).status).toBe(200);
  alter(`${data}/hub.db`, "UPDATE queue_item SET status = 'CANCELLED'");
  expect((await close("batroun")).status).toBe(200);
  clockAt(END_OF_DAY);
  await call("admin", endOfDay, { branch: "ehden" });
  expect((await close()).answer.error).toContain("Ehden is the last open branch");
  expect(await closedOnes()).toEqual(["jounieh", "batroun", "tripoli", "zgharta"]);
});

it("closing and opening again twice changes nothing, and an unknown branch is none", async () => {
  const data = enterHouse();
  expect((await close()).answer.message).toBe("Ehden is closed.");
  expect((await close()).answer.message).toBe("Ehden is closed already.");
  expect((await reopen()).answer.message).toBe("Ehden is open again.");
  expect((await reopen()).answer.message).toBe("Ehden is open already.");
  expect(hubEvents(data, "branch.")).toHaveLength(2);
  expect([(await close("paris")).status, (await reopen("paris")).status, (await close("central")).status]).toEqual([404, 404, 404]);
});

it("who does not hold everything, or not everywhere, closes nothing", async () => {
  enterHouse();
  const limited = await makePerson("limited", { roles: ["admin"], branches: ["ehden"] });
  const params = { key: "ehden" };
  expect((await call("staff", closeBranch, { params })).status).toBe(403);
  expect((await call("nobody", closeBranch, { params, headers: limited.headers })).status).toBe(403);
  expect(await closedOnes()).toEqual([]);
});

it("a call without a branch stays about the server's own, and is never handed to another one", async () => {
  clockAt(EVENING);
  enterHouse();
  await close("jounieh");
  expect((await call("nobody", health)).answer.branch).toBe("jounieh");
  expect((await seat([TIA])).answer.code).toBe("branch_closed");
  expect((await call("staff", listSavedTables)).status).toBe(200);
  expect((await seat([TIA], { branch: "batroun" })).status).toBe(200);
  await reopen("jounieh");
  expect((await seat([TIA])).status).toBe(200);
});

it("saving and closing at once leave no open table in a closed branch", async () => {
  clockAt(EVENING);
  enterHouse();
  for (let round = 0; round < 5; round++) {
    const [saved, closed] = await Promise.all([seat([TIA], { branch: "ehden", number: `${round}` }), close()]);
    expect([saved.status, closed.status].sort()).toEqual([200, 409]);
    if (saved.status === 200) break;
    expect(saved.answer.code).toBe("branch_closed");
    await reopen();
  }
  const open = rows<{ n: number }>(storeFile("ehden", "table"), "SELECT count(*) AS n FROM saved_table")[0]?.n ?? 0;
  expect(open > 0 && (await closedOnes()).includes("ehden")).toBe(false);
});

it("two who close the last two open branches at once leave one", async () => {
  enterHouse();
  for (const key of ["tripoli", "zgharta", "ehden"]) await close(key);
  const both = await Promise.all([close("jounieh"), close("batroun")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("what was saved before the branch closed is answered again by its key, and nothing is saved twice", async () => {
  clockAt(EVENING);
  enterHouse();
  const saving = () =>
    call("staff", saveTable, { branch: "ehden", key: "k-1", body: { metadata: { ...METADATA, table_number: "9" }, contacts: [TIA] } });
  const first = await saving();
  clockAt(END_OF_DAY);
  await call("admin", endOfDay, { branch: "ehden" });
  await close();
  const again = await saving();
  expect([again.status, again.answer.table_name]).toEqual([200, first.answer.table_name]);
  expect(rows(storeFile("ehden", "table"), "SELECT name FROM saved_table")).toHaveLength(1);
});

it("messages of a closed branch that failed, or are in doubt, are not sent again", async () => {
  const data = enterHouse();
  const items = [{ name: "Tia", phone: "03 555555", message: "Hello" }];
  await call("admin", enqueue, { branch: "ehden", body: { items } });
  alter(`${data}/hub.db`, "UPDATE queue_item SET status = 'FAILED', kind = 'birthday', last_code = 'UNCERTAIN'");
  await close();
  const [{ id } = { id: "" }] = rows<{ id: string }>(`${data}/hub.db`, "SELECT id FROM queue_item");
  expect((await call("admin", sendDespiteDoubt, { params: { id } })).answer.code).toBe("branch_closed");
  alter(`${data}/hub.db`, "UPDATE queue_item SET last_code = 'TIMEOUT'");
  expect((await call("admin", retryAll)).answer.retried).toBe(0);
  expect((await call("admin", addStaff, { params: { branch: "ehden" }, body: { role: "waiter", name: "Nour" } })).status).toBe(409);
  await reopen();
  expect((await call("admin", addStaff, { params: { branch: "ehden" }, body: { role: "waiter", name: "Nour" } })).status).toBe(200);
});
