import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";

/** What counts against the caps of a day, and what does not. */

const EVENING = Date.parse("2026-11-20T17:00:00Z"); // 19:00 in Beirut
const at = (seconds: number) => clockAt(new Date(EVENING + seconds * 1000).toISOString());
const HOUR = 3_600;

let data = "";

beforeEach(() => {
  data = enterHouse();
  at(0);
});

/** What the gate says of the next message. Whatever goes is taken by WhatsApp. */
async function next(pc: WorkerPc) {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  const { answer } = await pc.begin(item);
  if (answer.go) await pc.say(item, { outcome: "accepted" });
  return answer;
}

describe("a guest who has had two letters in a day", () => {
  const sendMenu = () => {
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
    const items = [{ name: "Maya", phone: "03 111111", table_name: "2026-11-20 table 12", pdf_path: "menus/menu.pdf" }];
    return call("staff", enqueue, { body: { items } });
  };
  const twoLetters = async (pc: WorkerPc) => {
    for (const [index, message] of ["How was it?", "And the cake?"].entries()) {
      at(index * 60);
      await write([{ name: "Maya", phone: "03 111111", message }]);
      expect(await next(pc)).toMatchObject({ go: true });
    }
    at(120);
  };

  it("gets the menu of the table by the official API, which then takes nothing from a third letter's day", async () => {
    const pc = await started("pc-1", "cloud:1");
    await twoLetters(pc);
    await sendMenu();
    expect(await next(pc)).toMatchObject({ go: true });
    at(180);
    await write([{ name: "Maya", phone: "03 111111", message: "A third" }]);
    expect(await next(pc)).toMatchObject({ go: false, reason: "limit" });
    at(24 * HOUR + 1); // the first letter is a day ago, and the menu counts for nothing
    expect(await next(pc)).toMatchObject({ go: true });
  });

  it("gets no menu by a linked phone, whose number WhatsApp would block for it", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    await twoLetters(pc);
    await sendMenu();
    expect(await next(pc)).toMatchObject({ go: false, reason: "limit" });
  });
});
