import { describe, expect, it } from "vitest";
import { RESTAURANTS } from "@/lib/branches";
import { hubStore } from "@/lib/db/stores";
import { listStaff } from "@/lib/staff/contract";
import { DEFAULT_STAFF } from "@/lib/staff/rules";
import { start } from "@/lib/start";
import { writeQuietly } from "../support/by";
import { call, enterHouse } from "../support/house";

const staffOf = (branch: string) => call("keyless", listStaff, { params: { branch } });

describe("a branch's staff", () => {
  it.each(RESTAURANTS)("of %s are two hostesses and five waiters at the first start", async (branch) => {
    enterHouse();
    const { answer } = await staffOf(branch);
    expect(answer).toEqual(DEFAULT_STAFF);
    expect([answer.hostesses.length, answer.waiters.length]).toEqual([2, 5]);
  });

  it("is sorted as people sort names, and each branch has its own", async () => {
    enterHouse();
    const hub = await hubStore();
    await writeQuietly(hub, (tx) =>
      tx.staffMember.createMany({
        data: ["élise", "Zoe", "abed"].map((name) => ({ branch: "batroun", role: "waiter", name, name_key: name })),
      }),
    );
    expect((await staffOf("Batroun")).answer.waiters).toEqual(["abed", "Elie", "élise", "Georges", "Jad", "Karim", "Tony", "Zoe"]);
    expect((await staffOf("jounieh")).answer).toEqual(DEFAULT_STAFF);
  });

  it("stays as it was changed when the server starts again", async () => {
    enterHouse();
    const hub = await hubStore();
    await writeQuietly(hub, (tx) => tx.staffMember.deleteMany({ where: { branch: "batroun" } }));
    await start();
    expect((await staffOf("batroun")).answer).toEqual({ hostesses: [], waiters: [] });
  });

  it.each(["central", "paris", "", "__proto__"])("of %j is no list", async (branch) => {
    enterHouse();
    expect(await staffOf(branch)).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
  });
});
