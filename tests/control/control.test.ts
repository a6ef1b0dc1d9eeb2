import { beforeEach, describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { listAudit } from "@/lib/audit/contract";
import { changeRole } from "@/lib/auth/contract";
import { changeBirthdays, changeNotice, changeReadOnly, readControl } from "@/lib/control/contract";
import { hubFile } from "@/lib/db/files";
import { health } from "@/lib/health/contract";
import { waitsForReadOnly } from "@/lib/house-switches";
import { changeProgramme, DEFAULT_PROGRAMME, readProgramme } from "@/lib/loyalty/programme/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { cancelSending } from "@/lib/queue/pause/contract";
import { saveTable } from "@/lib/tables/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { CONTRACTS } from "../support/routes";
import { allData, alter } from "../support/stores";
import { EVENING, METADATA, seat } from "../support/tables";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const state = async (who: "admin" | "staff" = "admin") => (await call(who, readControl)).answer;
const readOnly = (on: boolean, reason = "The server moves") => call("admin", changeReadOnly, { body: { on, reason: on ? reason : "" } });
const MAYA = { name: "Maya Khoury", phones: "03 111111" };

describe("what Control Panel says", () => {
  it("of the house is true for the admin, and for staff of a branch without what they may not see", async () => {
    await seat([MAYA]);
    await call("admin", cancelSending, { branch: "batroun", body: {} });
    const all = await state();
    expect(all.health.map(({ key }) => key)).toEqual(["disk", "size", "backups", "branch Jounieh", "branch Batroun", "branch Tripoli", "branch Zgharta", "branch Ehden", "workers"]); // biome-ignore format: one line
    expect(all.health.find(({ key }) => key === "branch Jounieh")).toMatchObject({ tone: "good", says: "Last written today at 21:30." });
    expect(all.health.find(({ key }) => key === "backups")).toMatchObject({ tone: "look", says: "There is none yet." });
    expect(all.switches.sending).toEqual([{ branch: "batroun", by: "admin", at: expect.any(String) }]);
    expect(all.rules).toMatchObject({
      day_ends_at: "05:00",
      end_of_day_at: "23:15",
      points: { per_visit: 5, unit: "points" },
      voucher_percent: 20,
      voucher_days: 30,
    });
    expect(all.rules.limits?.quiet_from).toMatch(/^\d\d:\d\d$/);
    expect(all.people).toMatchObject({ users: 3, blind_roles: [] });
    expect(all.privacy).toMatchObject({ backups: 0, newest: null });
    const nour = await makePerson("nour", { roles: ["staff"], branches: ["jounieh"] });
    const { answer } = await call("nobody", readControl, { headers: nour.headers });
    expect(answer.health.filter(({ key }) => key.startsWith("branch")).map(({ name }) => name)).toEqual(["Jounieh"]);
    expect([answer.switches.sending, answer.rules.limits, answer.people, answer.privacy]).toEqual([[], null, null, null]);
    expect(answer.helpers).toEqual({ user_create: ["admin"], everything: ["admin"] });
    expect(JSON.stringify(answer)).not.toContain("Batroun");
  });

  it("of points is what the programme says", async () => {
    const say = async (rules: Partial<typeof DEFAULT_PROGRAMME>) => {
      const { changed } = (await call("admin", readProgramme)).answer;
      const body = { programme: { ...DEFAULT_PROGRAMME, ...rules }, seen: changed?.at ?? null };
      expect((await call("admin", changeProgramme, { body })).status).toBe(200);
      return (await state()).rules.points;
    };
    expect(await say({ per_visit: 8, unit: "stars" })).toEqual({ per_visit: 8, unit: "stars" });
    expect(await say({ is_on: false })).toBeNull();
  });

  it("counts the messages of their branches alone for who works in some", async () => {
    await seat([MAYA]);
    await write([{ name: MAYA.name, phone: MAYA.phones }]);
    const says = async (branches: string[]) => {
      const { headers } = await makePerson(branches.join("-"), { roles: ["staff"], branches });
      const { answer } = await call("nobody", readControl, { headers });
      return answer.health.filter(({ key }) => key.startsWith("worker")).map((fact) => fact.says);
    };
    expect(await says(["jounieh"])).toEqual(["No worker PC has been started: 1 message waits."]);
    expect(await says(["batroun"])).toEqual(["No worker PC has been started: 0 messages wait."]);
    const pc = new WorkerPc("kassir");
    await pc.start();
    await pc.beat();
    alter(hubFile(), "UPDATE queue_item SET prefer_worker = 'kassir'");
    expect(await says(["jounieh", "tripoli"])).toEqual(["Sends. 1 message waits for it."]);
    expect(await says(["batroun", "tripoli"])).toEqual(["Sends. Nothing waits for it."]);
  });

  it("names the roles that seat guests and see no allergy", async () => {
    await call("admin", changeRole, { params: { role: "door" }, body: { permissions: ["create_table"] } });
    await call("admin", changeRole, { params: { role: "office" }, body: { permissions: ["nav_all_data"] } });
    expect((await state()).people?.blind_roles).toEqual(["door"]);
  });
});

describe("the birthday greetings of a restaurant", () => {
  it("are queued by nobody while they are off, and elsewhere as before; Control Panel says who has switched them", async () => {
    const greet = (branch: string, phone = "03 111111") => {
      const items = [{ name: "Maya", phone, message: "Happy birthday" }];
      return call("admin", enqueueBatch, { body: { items, campaign: "birthday", date: "2026-11-20" }, branch });
    };
    const turn = (on: boolean) => call("admin", changeBirthdays, { body: { branch: "jounieh", on } });
    expect((await call("staff", changeBirthdays, { body: { branch: "jounieh", on: false } })).status).toBe(403);
    expect((await turn(false)).status).toBe(200);
    expect((await state()).switches.birthdays_off).toEqual([{ branch: "jounieh", by: "admin", at: expect.any(String) }]);
    const refused = await greet("jounieh");
    expect([refused.status, refused.answer.error]).toEqual([409, expect.stringContaining("Birthday greetings of Jounieh are off: admin")]);
    expect((await greet("batroun", "70 222222")).answer).toMatchObject({ enqueued: 1 });
    await turn(true);
    expect((await state()).switches.birthdays_off).toEqual([]);
    expect((await greet("jounieh")).status).toBe(200);
    const { entries } = (await call("admin", listAudit, { query: { group: "server" } })).answer;
    expect(entries.map(({ what }) => what)).toEqual([
      "Switched the birthday greetings of Jounieh on",
      "Switched the birthday greetings of Jounieh off",
    ]);
  });
});

describe("a notice", () => {
  it("is told to everybody who is signed in until it is taken away, and to nobody else; the trail has it", async () => {
    expect((await call("staff", changeNotice, { body: { text: "Hello" } })).status).toBe(403);
    expect((await call("admin", changeNotice, { body: { text: "Away at two" } })).status).toBe(200);
    const told = async (who: "staff" | "nobody") => (await call(who, health)).answer.house;
    expect((await told("staff"))?.notice).toEqual({ text: "Away at two", by: "admin", at: expect.any(String) });
    expect(await told("nobody")).toBeNull();
    expect((await state("staff")).switches.notice?.text).toBe("Away at two");
    await call("admin", changeNotice, { body: { text: "" } });
    expect((await told("staff"))?.notice).toBeNull();
    const { entries } = (await call("admin", listAudit, { query: { group: "server" } })).answer;
    expect(entries.map(({ what }) => what)).toEqual(["Took the notice away from every page", "Shows everybody: Away at two"]);
  });
});

describe("read-only mode", () => {
  const save = (key?: string) => call("staff", saveTable, { body: { metadata: METADATA, contacts: [MAYA] }, ...(key && { key }) });

  it("refuses each call that changes something, says who and why, and nothing changes; what was saved before is answered again", async () => {
    expect((await save("a-key")).status).toBe(200);
    expect((await call("admin", changeReadOnly, { body: { on: true } })).status).toBe(400);
    expect((await readOnly(true)).status).toBe(200);
    const before = allData(data);
    const refused = await save("another-key");
    expect([refused.status, refused.answer.code, refused.headers.get("retry-after")]).toEqual([503, "read_only", "30"]);
    expect(refused.answer.error).toContain("admin has said so (The server moves)");
    expect((await save("a-key")).status).toBe(200); // the tablet that heard no answer
    expect(allData(data)).toEqual(before);
    expect((await call("staff", health)).answer.house?.read_only?.text).toBe("The server moves");
    expect((await readOnly(false)).status).toBe(200);
    expect((await save("another-key")).status).not.toBe(503);
  });

  it("lets a guest's no be heard, and whatever stops something", async () => {
    await readOnly(true);
    expect((await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true, reason: "" } })).status).toBe(200);
    expect((await call("staff", cancelSending, { body: {} })).status).toBe(200);
  });

  it("holds every call that changes something but for those that are named here", () => {
    const nameOf = ({ method, path }: CallContract) => `${method} ${path}`;
    const all = CONTRACTS.map(({ contract }) => contract).filter(
      (one) => one.method !== "GET" && one.permission !== "public" && one.permission !== "worker",
    );
    expect(
      all
        .filter((one) => !waitsForReadOnly(one))
        .map(nameOf)
        .sort(),
    ).toEqual(GO_ON);
  });
});

/** They change nothing of the house's data, or only stop, end or note what must not wait. */
const GO_ON = [
  "DELETE /auth/sessions/{id}",
  "POST /all-data/export",
  "POST /assist/end/{id}",
  "POST /assist/join/{code}",
  "POST /assist/start",
  "POST /assist/ticket",
  "POST /auth/logout",
  "POST /backend/open-folder",
  "POST /backups/copy",
  "POST /backups/verify",
  "POST /cancel-sending",
  "POST /compare-book",
  "POST /contacts/import/wrong-rows",
  "POST /health/missing/seen",
  "POST /jobs/{id}/cancel",
  "POST /large-exports/seen",
  "POST /logs/pack-zip",
  "POST /loyalty/tiers/of",
  "POST /personal-data/export",
  "POST /personal-data/find",
  "POST /queue/campaigns/{id}/cancel",
  "POST /queue/campaigns/{id}/pause",
  "POST /queue/cancel-all",
  "POST /queue/in-doubt",
  "POST /queue/opted-out",
  "POST /queue/template",
  "POST /reset-cancel",
  "POST /vouchers/verify",
  "POST /worker-tokens/{id}/revoke",
  "PUT /all-data/choices",
  "PUT /control/notice",
  "PUT /control/read-only",
  "PUT /queue/opted-out",
];
