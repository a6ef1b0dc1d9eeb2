import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it, vi } from "vitest";
import { setClock } from "@/lib/clock";
import { updateContact } from "@/lib/guests/contract";
import { cancelJob, listJobs } from "@/lib/jobs/contract";
import { checkVouchers, listVouchers, makeVouchers } from "@/lib/vouchers/contract";
import { makings } from "@/lib/vouchers/progress";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { BIRTHDAY, eventsOf, make } from "../support/vouchers";

const people = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n},03${111_111 + n},20/11`);
const picturesIn = (data: string) =>
  existsSync(path.join(data, "vouchers", BIRTHDAY)) ? readdirSync(path.join(data, "vouchers", BIRTHDAY)) : [];

/** Opens the stream and leaves it when a condition holds. */
async function openAndLeave(date: string, until: () => boolean | Promise<boolean>): Promise<void> {
  const leaving = new AbortController();
  const request = new Request(`http://127.0.0.1/api/birthdays/generate-vouchers-stream?date=${date}`, {
    headers: { authorization: `Bearer ${await tokenFor("staff")}` },
    signal: leaving.signal,
  });
  const response = await (await routeOf(makeVouchers))(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  await vi.waitFor(async () => expect(await until()).toBe(true), { timeout: 10_000, interval: 5 });
  leaving.abort();
  await response.body?.cancel();
}

describe("the making of a date's vouchers", () => {
  it("gives everybody who can be reached one picture under its own name, and tells how far it is", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn([
      "Maya  Khoury,03 111111,1985-11-20",
      "Ra/mi ..\\x,71222333,20/11",
      "ليلى حداد,03 444444,20/11",
      "Nobody,,20/11",
      "Nour,03 555555,21/11",
    ]);
    const { events, last, files } = await make();
    expect(picturesIn(data).sort()).toEqual([
      "birthday_Maya Khoury_9613111111.png",
      "birthday_Ra_mi .._x_96171222333.png",
      "birthday_ليلى حداد_9613444444.png",
    ]);
    expect(events.every(({ data: { total } }) => total === 3)).toBe(true);
    expect(events.map(({ data: { current } }) => current)).toEqual([0, 1, 2, 3, 3]);
    expect(
      events
        .flatMap(({ data: { made } }) => made ?? [])
        .map(({ guest }) => guest)
        .sort(),
    ).toEqual(["Maya Khoury", "Ra/mi ..\\x", "ليلى حداد"].sort());
    expect(last).toMatchObject({ event: "done", data: { left_out: 1 } });
    expect(files.find(({ guest }) => guest === "Maya Khoury")).toMatchObject({
      path: "vouchers/2026-11-20/birthday_Maya Khoury_9613111111.png",
      branch: "jounieh",
      percent: 20,
      valid_until: "2026-12-20",
      state: "valid",
    });
    const picture = await sharp(path.join(data, "vouchers", BIRTHDAY, "birthday_Maya Khoury_9613111111.png")).metadata();
    expect(picture).toMatchObject({ format: "png", width: 1080, height: 1350 });
    const issued = rows(path.join(data, "hub.db"), "SELECT actor_kind, payload FROM event WHERE kind = 'voucher.issued'");
    expect(issued).toHaveLength(3);
    expect(issued[0]).toMatchObject({ actor_kind: "user" });
  });

  it("makes only what is missing when it is run again, and leaves the others as they are", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn(people(3));
    const first = await make();
    const [kept, gone] = first.files.map(({ path: file }) => path.join(data, file)) as [string, string];
    writeFileSync(kept, "as it was");
    rmSync(gone);
    const again = await make();
    expect(readFileSync(kept, "utf8")).toBe("as it was");
    expect((await sharp(gone).metadata()).format).toBe("png");
    expect(again.events[0]?.data).toMatchObject({ current: 2, total: 3 });
    expect(again.files.map(({ serial }) => serial)).toEqual(first.files.map(({ serial }) => serial));
    await bringIn(["Late,70 123456,20/11"]);
    expect((await make()).files).toHaveLength(4);
    expect(rows(path.join(data, "hub.db"), "SELECT serial FROM voucher")).toHaveLength(4);
  });

  it("says at once that nobody celebrates", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    const { last } = await make();
    expect(last).toMatchObject({ event: "done", data: { current: 0, total: 0, files: [] } });
    expect(picturesIn(data)).toEqual([]);
  });

  it("gives a guest of two branches one voucher", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn(["Maya,03 111111,20/11"]);
    await bringIn(["Maya K,+961 3 111 111 / 70 999999,20/11"], "batroun");
    const [first] = (await make()).files;
    const second = await make(BIRTHDAY, { branch: "batroun" });
    expect(second.files).toMatchObject([{ serial: first?.serial, branch: "jounieh" }]);
    expect(picturesIn(data)).toHaveLength(1);
  });

  it("makes one for a guest whom two branches know by different first numbers, and finds it by each of them", async () => {
    enterHouse();
    clockAt(EVENING);
    await bringIn(["Maya,03 111111 / 71 222222,20/11"]);
    await bringIn(["Maya,71 222222,20/11", "Rami,03 333333,20/11"], "batroun");
    const { files } = await make();
    const second = await make(BIRTHDAY, { branch: "batroun" });
    expect(second.files.map(({ guest }) => guest).sort()).toEqual(["Maya", "Rami"]);
    expect(second.files.find(({ guest }) => guest === "Maya")?.serial).toBe(files[0]?.serial);
    for (const phone of ["03 111111", "+961 71 222 222"]) {
      const found = (await call("staff", checkVouchers, { query: { name: "Maya", phone } })).answer.files;
      expect(found.map(({ serial }) => serial)).toEqual([files[0]?.serial]);
    }
  });

  it("finds the voucher of a guest by the number that was corrected since, once it was looked for again", async () => {
    enterHouse();
    clockAt(EVENING);
    await bringIn(["Maya,03 111111,20/11"]);
    const { files } = await make();
    const body = { identifier: { name: "Maya", phones: "03 111111" }, phones: "03 222222" };
    expect((await call("admin", updateContact, { body })).status).toBe(200);
    await make();
    const found = (await call("staff", checkVouchers, { query: { name: "Maya", phone: "03 222222" } })).answer.files;
    expect(found.map(({ serial }) => serial)).toEqual([files[0]?.serial]);
  });

  it("makes no second one for a guest whose phone was corrected since", async () => {
    enterHouse();
    clockAt(EVENING);
    await bringIn(["Maya,03 111111,20/11"]);
    const [first] = (await make()).files;
    const body = { identifier: { name: "Maya", phones: "03 111111" }, phones: "03 222222" };
    expect((await call("admin", updateContact, { body })).status).toBe(200);
    const { last, files } = await make();
    expect(last.data.current).toBe(1);
    expect(files).toMatchObject([{ serial: first?.serial }]);
  });

  it("gives guests of several branches one voucher each when all of them ask at once", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    const branches = ["jounieh", "batroun", "zgharta"];
    for (const branch of branches) await bringIn(people(4), branch);
    const made = await Promise.all(branches.map((branch) => make(BIRTHDAY, { branch })));
    expect(made.map(({ last }) => last.event)).toEqual(["done", "done", "done"]);
    for (const { files } of made)
      expect(files.map(({ serial }) => serial).sort()).toEqual(made[0]?.files.map(({ serial }) => serial).sort());
    expect(picturesIn(data)).toHaveLength(4);
  });

  it("goes on when its page is closed, and whoever comes back finds all of it", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn(people(5));
    await openAndLeave(BIRTHDAY, () => picturesIn(data).length >= 1);
    const ofVouchers = async () => (await call("staff", listJobs)).answer.jobs.filter(({ kind }) => kind === "vouchers");
    await vi.waitFor(async () => expect(await ofVouchers()).toMatchObject([{ state: "done", done: 5, total: 5 }]), { timeout: 20_000 });
    expect(picturesIn(data)).toHaveLength(5);
    const { answer } = await call("staff", listVouchers, { query: { date: BIRTHDAY } });
    expect(answer).toMatchObject({ running: null });
    expect(answer.files).toHaveLength(5);
    expect((await make()).events[0]?.data).toMatchObject({ current: 5, total: 5 });
  });

  it("is found by a page that comes while it goes on, and says from the first event how much there is", async () => {
    enterHouse();
    clockAt(EVENING);
    await bringIn(people(6));
    await make();
    const hub = path.join(process.env.DATA_DIR ?? "", "hub.db");
    for (const { file } of rows<{ file: string }>(hub, "SELECT file FROM voucher").slice(2)) rmSync(path.join(path.dirname(hub), file));
    const makingBoth = Promise.all([make(), make()]);
    await vi.waitFor(() => expect(makings().get("jounieh")).toBeDefined(), { interval: 1 });
    const listed = await call("staff", listVouchers, { query: { date: BIRTHDAY } });
    const [first, joined] = await makingBoth;
    expect(first.events[0]?.data).toMatchObject({ current: 2, total: 6 });
    expect(joined.events[0]?.data.total).toBe(6);
    expect(listed.answer.running).toMatchObject({ total: 6, job: expect.any(String) });
  });

  it("is one for all who ask in the same moment, and shuts out another date of the branch", async () => {
    const data = enterHouse({ TEST_SLOWLY: "vouchers:100" });
    clockAt(EVENING);
    await bringIn([...people(4), "Other,70 123456,21/11"]);
    const other = () => call("staff", makeVouchers, { query: { date: "2026-11-21" } });
    const [one, two, refused, three] = await Promise.all([make(), make(), other(), other().then(() => make())]);
    for (const { files } of [one, two, three]) expect(files, "whoever comes after a refusal finds the making too").toHaveLength(4);
    expect(refused).toMatchObject({ status: 409, answer: { code: "already_running" } });
    expect(rows(path.join(data, "hub.db"), "SELECT id FROM job WHERE kind = 'vouchers'")).toHaveLength(1);
    expect((await make("2026-11-21")).files).toHaveLength(1);
  });

  it("ends when it is cancelled, keeps what is whole, says so, and is finished by the next run", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn(people(12));
    const watching = call("staff", makeVouchers, { query: { date: BIRTHDAY } });
    await vi.waitFor(() => expect(picturesIn(data).length).toBeGreaterThan(0), { timeout: 10_000, interval: 5 });
    const job = (await makings().get("jounieh")?.begun)?.job ?? "";
    const cancelled = await call("staff", cancelJob, { params: { id: job } });
    expect(cancelled.answer.message).toContain("The vouchers that were made are kept");
    const last = eventsOf((await watching).answer).at(-1);
    expect(last).toMatchObject({ event: "failed", data: { code: "cancelled", error: cancelled.answer.message } });
    const made = picturesIn(data);
    expect(made.length).toBeLessThan(12);
    for (const name of made) expect((await sharp(path.join(data, "vouchers", BIRTHDAY, name)).stats()).isOpaque).toBe(true);
    expect(readdirSync(path.join(data, "uploads"))).toEqual([]);
    expect((await make()).files).toHaveLength(12);
  });

  it("says that it failed when a picture cannot be kept, names no guest in the log, and works again afterwards", async () => {
    const data = enterHouse();
    clockAt(EVENING);
    await bringIn(["Maya Khoury,03 111111,20/11"]);
    writeFileSync(path.join(data, "vouchers"), "in the way");
    const { last } = await make();
    expect(last).toMatchObject({ event: "failed", data: { error: "Failed to generate vouchers", code: "internal", files: [] } });
    const logs = readdirSync(path.join(data, "logs")).map((name) => readFileSync(path.join(data, "logs", name), "utf8"));
    expect(logs.join("")).toContain("vouchers were not made");
    expect(logs.join("")).not.toMatch(/3111111|Khoury/);
    rmSync(path.join(data, "vouchers"));
    expect((await make()).files).toHaveLength(1);
  });

  it("is refused for a date whose vouchers would have expired, and for those who may not", async () => {
    enterHouse();
    clockAt(EVENING);
    const old = await call("staff", makeVouchers, { query: { date: "2026-10-20" } });
    expect(old).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
    expect((await call("keyless", makeVouchers, { query: { date: BIRTHDAY } })).status).toBe(403);
    setClock(null);
  });

  it("is begun by no other site's page", async () => {
    enterHouse();
    clockAt(EVENING);
    const cookie = `next-auth.session-token=${await tokenFor("staff")}`;
    const ask = async (headers: Record<string, string>) => {
      const address = `http://127.0.0.1/api/birthdays/generate-vouchers-stream?date=${BIRTHDAY}`;
      const request = new Request(address, { headers: { cookie, host: "127.0.0.1", ...headers } });
      const response = await (await routeOf(makeVouchers))(request, { params: Promise.resolve({}) });
      await response.text();
      return response.status;
    };
    expect(await ask({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await ask({ origin: "http://127.0.0.1" })).toBe(200);
    expect(await ask({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await ask({}), "over plain http a picture on another page asks so").toBe(403);
    expect(await ask({ origin: "https://evil.test" })).toBe(403);
  });
});
