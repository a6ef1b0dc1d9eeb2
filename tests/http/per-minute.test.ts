import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { nameOf } from "../auth/access-table";
import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { CONTRACTS } from "../support/routes";

/**
 * How often in a minute one person may make a call, and from where: written from what a call costs or could give away, and not
 * from the contracts, so that one which has lost its limit is found.
 */
const PER_MINUTE: Record<string, number> = {
  // Files with guests in them.
  "GET /export-csv": 10,
  "GET /export-vcf": 10,
  "GET /birthdays/export-csv": 10,
  "GET /birthdays/export-vcf": 10,
  "POST /personal-data/export": 20,
  "GET /backend/download": 60,
  "GET /logs/download/{filename}": 60,
  "GET /audit/export-csv": 10,
  // Long work.
  "GET /audit/check": 10,
  "POST /contacts/import": 30,
  "POST /logs/pack-zip": 10,
  "POST /backend/open-folder": 10,
  // What somebody could try until it fits.
  "POST /vouchers/verify": 120,
  "POST /vouchers/redeem": 120,
  "POST /assist/start": 20,
  "POST /assist/ticket": 60,
  "GET /whatsapp/webhook": 60,
};

beforeAll(() => {
  expect(Object.keys(PER_MINUTE).filter((name) => !CONTRACTS.some(({ contract }) => nameOf(contract) === name))).toEqual([]);
});
beforeEach(() => {
  enterHouse();
});

describe("in one minute", () => {
  const counted = CONTRACTS.filter(({ contract }) => nameOf(contract) in PER_MINUTE);

  it.each(counted.map(({ contract }) => [nameOf(contract), contract] as const))("%s", async (name, contract) => {
    const clock = holdMonotonicClock();
    const most = PER_MINUTE[name] ?? 0;
    const made = async (times: number) => {
      const statuses = new Set<number>();
      for (let time = 0; time < times; time++) {
        const { status } = await call("admin", contract, { params: { filename: "none.zip" }, headers: { "content-type": "image/png" } });
        statuses.add(status);
      }
      return [...statuses];
    };
    expect(await made(most)).not.toContain(429);
    expect(await made(2), "and no more").toEqual([429]);
    clock.pass(60_001);
    expect(await made(1)).not.toContain(429);
  });

  it("any other call may be made as often as somebody's work needs it", () => {
    const limited = CONTRACTS.filter(({ contract }) => contract.perMinute !== undefined).map(({ contract }) => nameOf(contract));
    expect(limited.sort()).toEqual(Object.keys(PER_MINUTE).sort());
  });
});
