import path from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { redeemVoucher, takeBackVoucher, type VoucherFile, verifyVoucher } from "@/lib/vouchers/contract";
import { standingClock } from "../support/clocks";
import { checkEvents } from "../support/event-invariants";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { make } from "../support/vouchers";

const clock = standingClock("2026-11-20T19:30:00Z");
type Who = "staff" | "admin";

let data: string;
let code: string;

beforeEach(async () => {
  data = enterHouse();
  clock.begin();
  await bringIn(["Maya Khoury,03 111111,20/11"]);
  const [file] = (await make()).files as [VoucherFile];
  code = file.serial;
});

const verify = (as: Who = "staff") => call(as, verifyVoucher, { body: { code } });
const redeem = (as: Who = "staff", branch = "batroun", key?: string) => call(as, redeemVoucher, { body: { code }, branch, key });
const takeBack = (used_at: string, as: Who = "staff", branch = "batroun", key?: string) =>
  call(as, takeBackVoucher, { body: { code, used_at }, branch, key });
async function redeemedAt(as: Who = "staff", branch = "batroun"): Promise<string> {
  const { status, answer } = await redeem(as, branch);
  expect(status).toBe(200);
  return answer.voucher?.used?.at ?? "";
}
const happened = () =>
  rows<{ kind: string }>(
    path.join(data, "hub.db"),
    "SELECT kind FROM event WHERE kind IN ('voucher.redeemed', 'voucher.taken_back') ORDER BY seq",
  ).map(({ kind }) => kind);
function checkHub(): void {
  const hub = new Database(path.join(data, "hub.db"), { readonly: true });
  checkEvents(hub, "hub.db");
  hub.close();
}

const STEP = fc.record({
  does: fc.constantFrom("redeem", "take back", "take back an older one", "ask"),
  who: fc.constantFrom<Who>("staff", "admin"),
  branch: fc.constantFrom("batroun", "jounieh"),
  minutes: fc.constantFrom(0, 1, 4, 9, 10),
});

describe("a redemption that is taken back", () => {
  it("leaves a voucher used exactly if the last act that was accepted is a redemption, in any order of two people's acts", async () => {
    const walk = fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 9 }), async (steps) => {
      alter(path.join(data, "hub.db"), "UPDATE voucher SET used_at = NULL, used_in = NULL, used_by = NULL");
      clock.begin();
      let last: { at: string; who: Who; branch: string } | null = null;
      let older = "2026-11-20T19:00:00.000Z";
      for (const { does, who, branch, minutes } of steps) {
        clock.pass(minutes * 60 + 1);
        if (does === "redeem") {
          const { status, answer } = await redeem(who, branch);
          expect(status).toBe(last ? 409 : 200);
          if (status === 200) last = { at: answer.voucher?.used?.at ?? "", who, branch };
        } else if (does === "ask") {
          expect((await verify(who)).answer.state).toBe(last ? "used" : "valid");
        } else {
          const isOlder = does !== "take back";
          const { status, answer } = await takeBack(isOlder ? older : (last?.at ?? older), who, branch);
          const isInTime: boolean = last !== null && now().getTime() - Date.parse(last.at) < 600_000;
          const mayBe = last === null || (last.who === who && !isOlder && isInTime);
          expect(status === 200).toBe(mayBe);
          if (mayBe) expect(answer.taken_back).toBe(last !== null);
          if (mayBe && last) {
            older = last.at;
            last = null;
          }
        }
        const kept = rows(
          path.join(data, "hub.db"),
          "SELECT v.used_at AS at, v.used_in AS branch, u.name AS who FROM voucher v LEFT JOIN user u ON u.id = v.used_by",
        );
        expect(kept).toEqual([last ?? { at: null, branch: null, who: null }]);
      }
    });
    await fc.assert(walk, { numRuns: 30 });
  });

  it("may be used again, in every branch, and its event stands beside the redemption's", async () => {
    const at = await redeemedAt();
    clock.pass(9 * 60 + 59);
    expect((await verify()).answer.voucher?.take_back_until).toBe("2026-11-20T19:40:00.000Z");
    const { status, answer } = await takeBack(at, "staff", "jounieh");
    expect([status, answer.taken_back, answer.state]).toEqual([200, true, "valid"]);
    expect(JSON.stringify(answer)).not.toMatch(/Maya|111111/);
    expect((await verify("admin")).answer).toMatchObject({ state: "valid", voucher: { used: null, take_back_until: null } });
    clock.pass(1);
    expect((await redeem("admin", "ehden")).answer.voucher?.used).toMatchObject({ branch: "ehden", by: "admin" });
    expect(happened()).toEqual(["voucher.redeemed", "voucher.taken_back", "voucher.redeemed"]);
    checkHub();
  });

  it("is taken back from Central too, where no voucher is redeemed: whoever may is told so there", async () => {
    const at = await redeemedAt();
    expect((await call("staff", verifyVoucher, { body: { code }, branch: "central" })).answer.voucher?.take_back_until).not.toBeNull();
    const { status, answer } = await takeBack(at, "staff", "central");
    expect([status, answer.taken_back]).toEqual([200, true]);
    expect(happened()).toEqual(["voucher.redeemed", "voucher.taken_back"]);
  });

  it("is taken back once, however often it is asked for", async () => {
    const at = await redeemedAt();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => takeBack(at)));
    expect([first?.status, ...others.map(({ status }) => status)]).toEqual([200, 200, 200]);
    const { answer } = await takeBack(at);
    expect(answer).toMatchObject({ taken_back: false, state: "valid" });
    expect(answer.message).toMatch(/^Voucher \S+ is not used. It may be used again.$/);
    expect(happened()).toEqual(["voucher.redeemed", "voucher.taken_back"]);
  });

  it("gives the first answer again to the same key, also when the voucher was redeemed since", async () => {
    const at = await redeemedAt();
    const first = await takeBack(at, "staff", "batroun", "key-of-a-tablet-1");
    clock.pass(1);
    await redeemedAt("admin");
    expect((await takeBack(at, "staff", "batroun", "key-of-a-tablet-1")).answer).toEqual(first.answer);
    expect((await verify()).answer.state).toBe("used");
  });

  it("is not taken back by a repeat without a key that comes after the next redemption", async () => {
    const at = await redeemedAt();
    await takeBack(at);
    clock.pass(5);
    await redeemedAt();
    const { status, answer } = await takeBack(at);
    expect([status, answer.code]).toEqual([409, "conflict"]);
    expect(answer.error).toContain("was redeemed again since, in Batroun, Fri 20 Nov 2026, 21:30");
    expect((await verify()).answer.state).toBe("used");
  });

  it("is nobody else's to take back, whatever they may do, and nothing changes", async () => {
    const at = await redeemedAt();
    const { status, answer } = await takeBack(at, "admin");
    expect([status, answer.code]).toEqual([403, "forbidden"]);
    expect((await verify("admin")).answer.voucher?.take_back_until).toBeNull();
    expect(happened()).toEqual(["voucher.redeemed"]);
  });

  it("stays after ten minutes, by the server's clock", async () => {
    const at = await redeemedAt();
    clock.pass(600);
    const { status, answer } = await takeBack(at);
    expect([status, answer.code]).toEqual([409, "conflict"]);
    expect(answer.error).toContain("more than ten minutes ago, in Batroun, Fri 20 Nov 2026, 21:30");
    expect((await verify()).answer).toMatchObject({ state: "used", voucher: { take_back_until: null } });
  });

  it("of two devices that press at once, one to take back and one to redeem again, leaves one of both orders", async () => {
    const at = await redeemedAt();
    clock.pass(60);
    const [back, again] = await Promise.all([takeBack(at), redeem("admin", "ehden")]);
    expect(back.status).toBe(200);
    expect((await verify()).answer.state).toBe(again.status === 200 ? "used" : "valid");
    checkHub();
  });

  it("is expired where the voucher's last evening ended meanwhile", async () => {
    clock.pass(30 * 86_400 + 7 * 3600 + 29 * 60); // one minute to five in Beirut, after the last evening
    const at = await redeemedAt();
    clock.pass(120);
    expect((await takeBack(at)).answer).toMatchObject({ taken_back: true, state: "expired" });
    expect((await verify()).answer.state).toBe("expired");
  });

  it("is a 404 for what is no voucher of ours", async () => {
    code = "0000-0000";
    expect((await takeBack("2026-11-20T19:30:00.000Z")).status).toBe(404);
  });
});
