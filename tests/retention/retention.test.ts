import path from "node:path";
import { setImmediate as breath, setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { changeReadOnly } from "@/lib/control/contract";
import { bySystem } from "@/lib/db/actor";
import { backUp } from "@/lib/db/backup";
import { backUpDaily } from "@/lib/db/daily-backup";
import { backupsDir, hubFile, type Owner, type StoreKind, storeFile } from "@/lib/db/files";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { restoreStore } from "@/lib/db/restore";
import { runningJobs } from "@/lib/jobs/list";
import { runJob } from "@/lib/jobs/run";
import { erasePerson, nobodyYet } from "@/lib/personal-data/erase";
import { changeRetention, previewRetention, readRetention } from "@/lib/retention/contract";
import { notSeenSince } from "@/lib/retention/due";
import { eraseWhoIsDue, lastSeen, startRetention } from "@/lib/retention/nightly";
import { retentionNow } from "@/lib/retention/setting";
import { start } from "@/lib/start";
import { bring } from "../guests/guests";
import { filesWith } from "../personal-data/hala";
import { book } from "../reservations/support";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

beforeEach(() => {
  enterHouse();
  clockAt(EVENING);
});

const OLD = "2023-05-01T18:00:00Z";
const set = (months: number | null) => call("admin", changeRetention, { body: { months } });
const jobs = (kind: string) => rows(hubFile(), `SELECT 1 FROM job WHERE kind = '${kind}'`);
const namesOf = (branch = "jounieh") =>
  rows<{ name: string }>(storeFile(branch, "contacts"), "SELECT name FROM contact ORDER BY name").map(({ name }) => name);
const preview = async (months: number) =>
  (await call("admin", previewRetention, { query: { months } })).answer.books.filter(({ guests }) => guests > 0);

/** Of four old guests one came back this evening in another branch, and one shares a number with somebody who did. */
async function guests(): Promise<void> {
  await bring([`Gone Long,03 100001,${OLD}`, `Came Back,03 100002,${OLD}`, `Sister,03 100003,${OLD}`, "New,03 100004,2026-01-01T18:00:00Z", `No Number,,${OLD}`]); // biome-ignore format: one line
  await bring([`Gone Long,03 100001,${OLD}`], { branch: "batroun" });
  await seat(
    [
      { name: "Came Back", phones: "03 100002" },
      { name: "Brother", phones: "03 100003" },
    ],
    { branch: "batroun" },
  );
}

it.each([
  [24, "2026-11-20", "2024-11-20"],
  [12, "2024-02-29", "2023-02-28"],
  [1, "2026-03-31", "2026-02-28"],
])("%i months before %s is %s", (months, today, day) => {
  expect(notSeenSince(months, today)).toBe(day);
});

describe("how long guests are kept", () => {
  it("is said before it is set, begins two weeks later, and can be taken back until then", async () => {
    await guests();
    expect(await preview(24)).toEqual([
      { branch: "jounieh", guests: 3 },
      { branch: "batroun", guests: 1 },
    ]);
    expect(await preview(48)).toEqual([]);
    const { status, answer } = await set(24);
    expect([status, answer.retention?.begins_at]).toEqual([200, "2026-12-04T19:30:00.000Z"]);
    clockAt("2026-12-04T19:29:00Z");
    expect(await eraseWhoIsDue()).toBe(0);
    await set(24); // the same again does not begin anew
    expect((await call("admin", readRetention)).answer.retention?.begins_at).toBe("2026-12-04T19:30:00.000Z");
    expect((await set(null)).status).toBe(200);
    clockAt("2027-01-04T03:30:00Z");
    expect(await eraseWhoIsDue()).toBe(0);
    expect(namesOf()).toHaveLength(5);
  });

  it("erases who is due from every book, and nobody who came back or shares a number with one who did", async () => {
    await guests();
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    expect(await eraseWhoIsDue()).toBe(2);
    expect(namesOf()).toEqual(["Came Back", "New", "Sister"]);
    expect(namesOf("batroun")).toEqual([]);
    expect(await eraseWhoIsDue()).toBe(0);
  });

  it("counts a booking by itself: the book learns of it a moment later", () => {
    const booked = { created_at: "2026-11-20T19:30:00.000Z", starts_at: "2026-12-19T18:00:00.000Z" };
    expect(lastSeen({ stores: [{ rows: { reservation: [booked] } }] })).toBe(booked.starts_at);
  });

  it("erases nobody who has booked since, nor a booking that is to come", async () => {
    await guests();
    await set(24);
    const made = await book(
      { date: "2026-12-19", name: "Gone Long", phones: "03 100001", override_reason: "A regular." },
      { branch: "batroun" },
    );
    expect(made.status).toBe(201);
    clockAt("2026-12-05T03:30:00Z");
    expect(await eraseWhoIsDue()).toBe(1);
    expect(namesOf("batroun")).toContain("Gone Long");
    expect(rows(storeFile("batroun", "table"), "SELECT name FROM reservation")).toEqual([{ name: "Gone Long" }]);
  });

  it("takes nothing that comes while somebody is being looked for", async () => {
    await bring([`Gone Long,03 100001,${OLD}`]);
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    const erasing = eraseWhoIsDue();
    while (runningJobs().size === 0) await breath();
    const seated = await seat([{ name: "Gone Long", phones: "03 100001" }], { branch: "batroun" });
    expect(seated.status).toBe(200);
    clockAt("2026-12-05T03:30:05Z");
    await erasing;
    expect(rows(storeFile("batroun", "table"), "SELECT name FROM table_guest")).toEqual([{ name: "Gone Long" }]);
  });

  it("erases nobody while the house is read-only, also where that begins in the night", async () => {
    await bring([`Gone Long,03 100001,${OLD}`, `Gone Too,03 100005,${OLD}`]);
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    const readOnly = (on: boolean) => call("admin", changeReadOnly, { body: { on, reason: on ? "The server moves" : "" } });
    await readOnly(true);
    expect(await eraseWhoIsDue()).toBe(0);
    await readOnly(false);
    const erasing = eraseWhoIsDue();
    while (runningJobs().size === 0) await breath();
    await readOnly(true);
    expect(await erasing).toBe(1);
    expect(namesOf()).toHaveLength(1);
  });

  /** Whom two share a number with somebody who was there, and one who is due: the newest are looked at first. */
  async function twoNeverDue(): Promise<void> {
    await bring(["Sister,03 100003,2023-05-03T18:00:00Z", "Aunt,03 100006,2023-05-02T18:00:00Z", `Gone Long,03 100001,${OLD}`]);
    const brothers = ["03 100003", "03 100006"].map((phones, index) => ({ name: `Brother ${index}`, phones }));
    await seat(brothers, { branch: "batroun" });
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
  }

  it("counts whom it erases, and not whom it finds and leaves", async () => {
    await twoNeverDue();
    expect(await eraseWhoIsDue(() => true, 1)).toBe(1);
    expect(namesOf()).toEqual(["Aunt", "Sister"]);
  });

  it("goes on the next night where it stopped", async () => {
    await twoNeverDue();
    /** A night that is long enough for one guest. */
    const shortNight = () => {
      let asked = 0;
      return eraseWhoIsDue(() => ++asked === 1);
    };
    expect([await shortNight(), await shortNight(), await shortNight()]).toEqual([0, 0, 1]);
  });

  it("waits for the day’s backups and whatever else runs, and ends with the night", async () => {
    await bring([`Gone Long,03 100001,${OLD}`, `Gone Too,03 100005,${OLD}`]);
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    const end = startRetention(5);
    await pause(1_500);
    expect(namesOf()).toHaveLength(2);
    await backUpDaily((owner, work) => runJob("backup", owner, bySystem("daily backup"), work));
    await expect.poll(() => jobs("erase-person").length).toBe(1);
    clockAt("2026-12-05T06:00:00Z");
    await expect.poll(namesOf).toHaveLength(1);
    await pause(1_500);
    await end();
    expect(namesOf()).toHaveLength(1);
  });

  it("waits for a job that is running already", async () => {
    await bring([`Gone Long,03 100001,${OLD}`]);
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    const backup = runJob("backup", "jounieh", bySystem("daily backup"), () => pause(2_500));
    while (runningJobs().size === 0) await breath();
    expect(await eraseWhoIsDue()).toBe(1);
    await backup;
  });

  it("clears the files once for all whom a night erases", async () => {
    await bring([`Gone Long,03 100001,${OLD}`, `Gone Too,03 100005,${OLD}`]);
    await set(24);
    clockAt("2026-12-05T03:30:00Z");
    const book = storeFile("jounieh", "contacts");
    const kept = (file: string) =>
      rows<{ name: string }>(file, "SELECT name FROM store_info WHERE name LIKE 'erased%'").map(({ name }) => name);
    const seen: string[][] = [];
    expect(
      await eraseWhoIsDue(() => {
        seen.push(kept(book));
        return true;
      }),
    ).toBe(2);
    expect(seen).toEqual([[], ["erased_uncleared"]]);
    expect(rows(book, "SELECT value FROM store_info WHERE name = 'erased_so_far'")).toEqual([{ value: "2" }]);
    expect([book, hubFile(), storeFile("ehden", "table")].map(kept)).toEqual(Array(3).fill(["erased_so_far"]));
    expect(filesWith(["Gone Long", "Gone Too", "100001", "100005"])).toEqual([]);
  });

  it("leaves the clearing to the next start where the night is cut off before it", async () => {
    await bring([`Gone Long,03 100001,${OLD}`]);
    const uncleared = nobodyYet();
    await erasePerson({ id: "", phones: "03 100001" }, bySystem("retention"), { mayErase: () => true, uncleared });
    expect(uncleared).toEqual({ from: 0, to: 1 });
    await closeStores();
    const kept = () => rows(storeFile("jounieh", "contacts"), "SELECT name, value FROM store_info WHERE name LIKE 'erased%'");
    expect(kept()).toEqual([{ name: "erased_uncleared", value: "1" }]);
    await start();
    expect(filesWith(["Gone Long", "100001"])).toEqual([]);
    expect(kept()).toEqual([{ name: "erased_so_far", value: "1" }]);
  });

  /** As the command does, with no server on the data folder. */
  async function restore(owner: Owner, kind: StoreKind, backup: string): Promise<void> {
    const file = owner === "hub" || kind === "hub" ? hubFile() : storeFile(owner, kind);
    await closeStores();
    restoreStore({ owner, kind, file }, path.join(backupsDir(file), backup));
  }

  it("begins its two weeks anew where a restore brings back what was taken back", async () => {
    await bring([`Gone Long,03 100001,${OLD}`]);
    clockAt("2027-01-01T12:00:00Z");
    await set(24);
    clockAt("2027-01-20T12:00:00Z");
    const backup = await backUp(hubFile(), "daily");
    clockAt("2027-02-01T12:00:00Z");
    await set(null);
    await restore("hub", "hub", backup);
    expect(await retentionNow()).toMatchObject({ months: 24, begins_at: "2027-02-15T12:00:00.000Z" });
    clockAt("2027-02-15T11:59:00Z");
    expect(await eraseWhoIsDue()).toBe(0);
    clockAt("2027-02-15T12:01:00Z");
    expect(await eraseWhoIsDue()).toBe(1);
  });

  it("begins them anew too where a restore takes visits away", async () => {
    await bring([`Came Back,03 100002,${OLD}`]);
    await set(24);
    const file = storeFile("batroun", "table");
    const backup = await backUp(file, "daily");
    clockAt("2027-02-01T03:30:00Z");
    await seat([{ name: "Came Back", phones: "03 100002" }], { branch: "batroun" });
    await restore("batroun", "table", backup);
    expect(await eraseWhoIsDue()).toBe(0);
    expect(namesOf()).toEqual(["Came Back"]);
    expect((await call("admin", readRetention)).answer.retention?.begins_at).toBe("2027-02-15T03:30:00.000Z");
  });

  it("is not set where a restaurant cannot be looked at, or by others than admins of the whole group", async () => {
    expect((await call("staff", changeRetention, { body: { months: 24 } })).status).toBe(403);
    expect((await set(11)).status).toBe(400);
    enterHouse({ BRANCHES: "jounieh,central" });
    const refused = await set(24);
    expect([refused.status, refused.answer.code]).toEqual([409, "conflict"]);
    await branchStore("jounieh", "contacts");
  });
});
