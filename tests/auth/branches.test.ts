import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { login, me } from "@/lib/auth/contract";
import { searchContacts } from "@/lib/guest-search/contract";
import { guestCard } from "@/lib/guests/contract";
import { listJobs, openJob } from "@/lib/jobs/contract";
import { listCampaigns, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueue, openTask, queuePending, queueStats } from "@/lib/queue/contract";
import { failedAll, retryAll } from "@/lib/queue/retry-by-hand/contract";
import { addStaff, listStaff } from "@/lib/staff/contract";
import { saveTable, tableLog } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, PASSWORD } from "../support/people";
import { allData, alter } from "../support/stores";

let data = "";
let local: MadePerson;
beforeEach(async () => {
  data = enterHouse();
  local = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
});

const info = { hostess: "Rima", waiter: "Jad", table_number: "12" };
const contacts = [{ name: "Maya", phones: "03 111111" }];
const as = () => ({ headers: local.headers });

// Which calls are about which branch, every one of them: tests/auth/matrix.test.ts.
describe("somebody of one branch", () => {
  it("changes nothing of another one, wherever the call names it", async () => {
    const before = allData(data);
    const answers = [
      await call("nobody", saveTable, { ...as(), branch: "jounieh", body: { metadata: info, contacts } }),
      await call("nobody", saveTable, { ...as(), body: { metadata: { ...info, branch: "jounieh" }, contacts } }),
      await call("nobody", saveTable, { ...as(), body: { metadata: info, contacts } }), // the server's own, Jounieh
      await call("nobody", addStaff, { ...as(), branch: "batroun", params: { branch: "jounieh" }, body: { role: "waiter", name: "Nour" } }),
      await call("nobody", enqueue, {
        ...as(),
        branch: "batroun",
        body: { items: [{ name: "M", phone: "03 111111", message: "Hi", branch: "jounieh" }] },
      }),
    ];
    expect(answers.map(({ status, answer }) => `${status} ${answer.code}`)).toEqual(answers.map(() => "403 branch_forbidden"));
    expect(answers[0]?.answer.error).toBe("You are signed in for Batroun only. Nothing was changed. Choose that branch at the top.");
    expect(allData(data)).toEqual(before);
    expect((await call("nobody", saveTable, { ...as(), body: { metadata: { ...info, branch: "batroun" }, contacts } })).status).toBe(200);
  });

  it("sees in the feed and on a guest's card that branch alone, and everybody else goes on seeing all", async () => {
    for (const branch of ["jounieh", "batroun"]) await call("admin", saveTable, { branch, body: { metadata: info, contacts } });
    const logOf = async (headers: Record<string, string>) =>
      (await call("nobody", tableLog, { headers })).answer.logs.map(({ branch }) => branch).sort();
    const all = { authorization: (await makePerson("boss", { roles: ["admin"] })).headers.authorization };
    for (const round of [1, 2]) {
      expect({ round, seen: await logOf(local.headers) }).toEqual({ round, seen: ["batroun"] });
      expect({ round, seen: await logOf(all) }).toEqual({ round, seen: ["batroun", "jounieh"] });
    }
    const { answer } = await call("nobody", tableLog, as());
    expect([answer.unavailable, answer.elsewhere]).toEqual([[], []]);
    const etag = (await call("nobody", tableLog, as())).headers.get("etag") ?? "";
    expect((await call("admin", tableLog, { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("is told on a guest's card of that branch's visits alone", async () => {
    for (const branch of ["jounieh", "batroun"]) {
      await bringIn(["Maya,03 111111,"], branch);
      await call("admin", saveTable, { branch, body: { metadata: info, contacts } });
    }
    const { answer } = await call("nobody", searchContacts, { ...as(), branch: "batroun", query: { search: "Maya" } });
    const params = { id: answer.contacts[0]?.id ?? "" };
    const mine = (await call("nobody", guestCard, { ...as(), branch: "batroun", params })).answer;
    const all = (await call("admin", guestCard, { branch: "batroun", params })).answer;
    expect(mine.visits.map(({ branch }) => branch)).toEqual(["batroun"]);
    expect(all.visits.map(({ branch }) => branch).sort()).toEqual(["batroun", "jounieh"]);
  });

  it("sees of the queue and of jobs what is that branch's", async () => {
    const send = async (branch: string, phone: string) =>
      (await call("admin", enqueue, { branch, body: { items: [{ name: "Maya", phone, message: "Hello" }] } })).answer.task_id ?? "";
    const [there, here] = [await send("jounieh", "03 111111"), await send("batroun", "03 222222")];
    expect((await call("nobody", queueStats, as())).answer.PENDING).toBe(1);
    expect((await call("admin", queueStats)).answer.PENDING).toBe(2);
    expect((await call("nobody", queuePending, as())).answer.items.map(({ branch }) => branch)).toEqual(["batroun"]);
    expect((await call("nobody", openTask, { ...as(), params: { id: here } })).status).toBe(200);
    const other = await call("nobody", openTask, { ...as(), params: { id: there } });
    const none = await call("nobody", openTask, { ...as(), params: { id: crypto.randomUUID() } });
    expect([other.status, other.answer.error]).toEqual([none.status, none.answer.error]);
    expect((await call("nobody", listCampaigns, as())).answer.campaigns.map(({ id }) => id)).toEqual([here]);
    const foreignOne = await call("nobody", readCampaign, { ...as(), params: { id: there } });
    const noSuch = await call("nobody", readCampaign, { ...as(), params: { id: crypto.randomUUID() } });
    expect([foreignOne.status, foreignOne.answer.error]).toEqual([noSuch.status, noSuch.answer.error]);

    await bringIn(["Rami,03 333333,"], "jounieh");
    await bringIn(["Rami,03 333333,"], "batroun");
    const mine = (await call("nobody", listJobs, as())).answer.jobs;
    const all = (await call("admin", listJobs)).answer.jobs;
    expect([mine.map(({ branch }) => branch), all.map(({ branch }) => branch).sort()]).toEqual([["batroun"], ["batroun", "jounieh"]]);
    const foreign = all.find(({ branch }) => branch === "jounieh")?.id ?? "";
    expect((await call("nobody", openJob, { ...as(), params: { id: foreign } })).status).toBe(404);
    expect((await call("nobody", openJob, { ...as(), params: { id: mine[0]?.id ?? "" } })).status).toBe(200);
  });

  it("sees and retries that branch's failed greetings alone", async () => {
    clockAt("2026-11-20T10:00:00Z"); // in the quiet hours a retry asks whether another day will do
    for (const [branch, name] of [
      ["jounieh", "Maya"],
      ["batroun", "Rami"],
    ] as const) {
      const items = [{ name, phone: name === "Maya" ? "03 111111" : "03 222222" }];
      await call("admin", enqueue, { branch, body: { items, campaign: "birthday" } });
    }
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'FAILED', last_error = 'No line.', ended_at = created_at");
    const failed = async (options: object) => (await call("nobody", failedAll, options)).answer.failed.map(({ name }) => name).sort();
    expect(await failed(as())).toEqual(["Rami"]);
    const boss = await makePerson("boss", { roles: ["admin"] });
    expect(await failed({ headers: boss.headers })).toEqual(["Maya", "Rami"]);
    expect((await call("nobody", retryAll, as())).answer.retried).toBe(1);
    expect(await failed({ headers: boss.headers })).toEqual(["Maya"]);
  });

  it("is told so when signing in, and who is not limited is not", async () => {
    const { answer } = await call("nobody", login, { body: { username: "local", password: PASSWORD } });
    expect(answer.user.branches).toEqual(["batroun"]);
    expect((await call("admin", me)).answer.user.branches).toBeNull();
    expect((await call("nobody", listStaff, { ...as(), params: { branch: "batroun" } })).status).toBe(200);
    expect((await call("nobody", listStaff, { ...as(), params: { branch: "jounieh" } })).status).toBe(403);
  });
});
