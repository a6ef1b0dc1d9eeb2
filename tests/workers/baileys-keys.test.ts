import fs, { readdirSync, readFileSync, statSync, truncateSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import * as library from "baileys";
import { expect, it, onTestFinished } from "vitest";
import { Session } from "@/workers/transports/baileys/session";
import { connected, HOUSE, linkedPhone, phoneFor, whatsAppWeb } from "./linked-phone";
import { outgoing, someFolder } from "./outgoing";

/** The keys of a linked phone on a bad disk. */

const logOf = (folder: string) => path.join(folder, "session.log");

/** From now on the disk takes half of what is written to an open file, until the test is done or says that there is room. */
function fillDisk(): { free: () => void } {
  const original = fs.writeFileSync;
  fs.writeFileSync = (file, data, options) => {
    if (typeof file !== "number") return original(file, data, options);
    const bytes = Buffer.from(data as Buffer);
    writeSync(file, bytes, 0, bytes.length >> 1);
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  syncBuiltinESMExports();
  const free = () => {
    fs.writeFileSync = original;
    syncBuiltinESMExports();
  };
  onTestFinished(free);
  return { free };
}

it("of which half a first line was written when the power went are begun anew, and nobody is told of damage", async () => {
  const web = await whatsAppWeb();
  const folder = someFolder();
  const first = await linkedPhone(web, { folder });
  await first.transport.stop();
  truncateSync(logOf(folder), readFileSync(logOf(folder)).indexOf(10) >> 1);
  const second = await linkedPhone(web, { folder, limit: 20_000 });
  expect(await second.transport.send(outgoing())).toMatchObject({ outcome: "accepted" });
  await second.transport.stop();
  const third = phoneFor(web, { folder });
  await third.transport.start();
  await connected(third);
  expect([third.transport.account(), third.transport.state().problem]).toEqual([`baileys:${HOUSE}`, null]);
  expect(readdirSync(folder).filter((name) => name.includes("damaged"))).toEqual([]);
});

it("are as they were where the disk took half of a change, and the next change is read", async () => {
  const folder = someFolder();
  const phone = await linkedPhone(await whatsAppWeb(), { folder });
  await phone.transport.stop();
  const session = new Session(folder, library);
  const { keys } = session.state();
  const [before, lost, after] = [1, 2, 3].map((letter) => Buffer.alloc(600, letter)) as [Buffer, Buffer, Buffer];
  await keys.set({ session: { maya: before } });
  const { size } = statSync(logOf(folder));
  const disk = fillDisk();
  await expect(keys.set({ session: { maya: lost } })).rejects.toThrow("ENOSPC");
  expect(statSync(logOf(folder)).size).toBe(size);
  disk.free();
  await keys.set({ session: { rami: after } });
  for (const one of [session, new Session(folder, library)]) {
    expect(one).toMatchObject({ isLinked: true, damage: null });
    expect(await one.state().keys.get("session", ["maya", "rami"])).toEqual({ maya: before, rami: after });
  }
});

it("that the disk does not take are told to the worker, and the phone is linked anew when there is room", async () => {
  const web = await whatsAppWeb();
  const folder = someFolder();
  const phone = phoneFor(web, { folder });
  await phone.transport.start();
  const disk = fillDisk();
  web.scan(phone.transport.state().pairing?.qr ?? "", HOUSE);
  await expect.poll(() => String(phone.diskFailures[0])).toContain("ENOSPC");
  await phone.transport.stop();
  disk.free();
  await linkedPhone(web, { folder });
});
