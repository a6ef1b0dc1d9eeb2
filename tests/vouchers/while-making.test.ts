import { readdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished, vi } from "vitest";
import { listJobs } from "@/lib/jobs/contract";
import { listVouchers, makeVouchers } from "@/lib/vouchers/contract";
import { makings } from "@/lib/vouchers/progress";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { rows } from "../support/stores";
import { EVENING } from "../support/tables";
import { BIRTHDAY, eventsOf, make } from "../support/vouchers";

const people = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n},03${111_111 + n},20/11`);
const picturesIn = (data: string) => readdirSync(path.join(data, "vouchers", BIRTHDAY));

/** What the disk does with a file that is written whole, until the test is done or frees it. */
async function diskThat(write: (handle: FileHandle, original: FileHandle["writeFile"], data: Buffer) => Promise<void>) {
  const handle = await open(process.execPath);
  const kind: Pick<FileHandle, "writeFile"> = Object.getPrototypeOf(handle);
  await handle.close();
  const original = kind.writeFile;
  kind.writeFile = function (this: FileHandle, data) {
    return write(this, original, Buffer.from(data as Uint8Array));
  };
  const free = () => {
    kind.writeFile = original;
  };
  onTestFinished(free);
  return { free };
}

/** From some picture on it takes only half of each. */
function diskFullAfter(pictures: number) {
  let left = pictures;
  return diskThat(async (handle, original, data) => {
    if (left-- > 0) return original.call(handle, data);
    await original.call(handle, data.subarray(0, data.length >> 1));
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", errno: -28, syscall: "write" });
  });
}

it("another date is refused, and those who watch the making, or come to it, do not lose it", async () => {
  const data = enterHouse();
  clockAt(EVENING);
  await bringIn([...people(12), "Other,70 123456,21/11"]);
  const watching = make();
  await vi.waitFor(() => expect(makings().get("jounieh")).toBeDefined(), { interval: 1 });
  const other = await call("staff", makeVouchers, { query: { date: "2026-11-21" } });
  expect(other).toMatchObject({ status: 409, answer: { code: "already_running" } });
  expect(other.headers.get("retry-after")).toBe("5");
  const running = async (date: string, branch?: string) => (await call("staff", listVouchers, { query: { date }, branch })).answer.running;
  expect(await running(BIRTHDAY)).toMatchObject({ total: 12 });
  expect(await running("2026-11-21")).toBeNull();
  expect(await running(BIRTHDAY, "batroun")).toBeNull();
  expect((await make()).files).toHaveLength(12);
  expect((await watching).last).toMatchObject({ event: "done", data: { current: 12, total: 12 } });
  expect(rows(path.join(data, "hub.db"), "SELECT id FROM job WHERE kind = 'vouchers'")).toHaveLength(1);
  expect(await running(BIRTHDAY)).toBeNull();
});

it("a disk that becomes full ends it: what was made is kept and said, no half picture is, and the next run makes the rest", async () => {
  const data = enterHouse();
  clockAt(EVENING);
  await bringIn(people(8));
  const disk = await diskFullAfter(3);
  const { last } = await make();
  expect(last).toMatchObject({ event: "failed", data: { code: "disk_full", current: 3, total: 8 } });
  expect(last.data.error).toBe("The disk is full. The vouchers made so far are kept. Free some space on the server, then generate again.");
  expect(last.data.files).toHaveLength(3);
  const made = picturesIn(data);
  expect(made.sort()).toEqual((last.data.files ?? []).map(({ name }) => name).sort());
  for (const name of made) expect((await sharp(path.join(data, "vouchers", BIRTHDAY, name)).stats()).isOpaque).toBe(true);
  expect(readdirSync(path.join(data, "uploads")), "half a picture takes room from those to come").toEqual([]);
  const { jobs } = (await call("staff", listJobs)).answer;
  expect(jobs.find(({ kind }) => kind === "vouchers")).toMatchObject({ state: "failed", done: 3, error: last.data.error });
  disk.free();
  const again = await make();
  expect(again.last).toMatchObject({ event: "done", data: { current: 8, total: 8 } });
  expect(rows(path.join(data, "hub.db"), "SELECT id FROM voucher")).toHaveLength(8);
  expect(picturesIn(data)).toHaveLength(8);
});

it("whoever may see birthdays no more sees no further voucher of those that are being made, and all of them are made", async () => {
  const data = enterHouse();
  clockAt(EVENING);
  await bringIn(people(4));
  await makeRole("greeter", ["nav_birthdays"]);
  const { headers } = await makePerson("nour", { roles: ["greeter"] });
  let goOn = () => {};
  const until = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await diskThat((handle, original, bytes) => until.then(() => original.call(handle, bytes)));
  const watching = call("nobody", makeVouchers, { query: { date: BIRTHDAY }, headers });
  await vi.waitFor(() => expect(makings().get("jounieh")).toBeDefined(), { interval: 1 });
  await makeRole("greeter", ["nav_home"]);
  const events = eventsOf((await watching).answer);
  expect(events.map(({ event, data: { current } }) => [event, current])).toEqual([["message", 0]]);
  goOn();
  await vi.waitFor(() => expect(makings().get("jounieh")).toBeUndefined(), { timeout: 10_000 });
  expect(picturesIn(data)).toHaveLength(4);
});
