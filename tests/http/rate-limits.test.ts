import { describe, expect, it } from "vitest";
import type { FileEndpoint } from "@/lib/api/endpoint";
import { me } from "@/lib/auth/contract";
import { holdMonotonicClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { CONTRACTS } from "../support/routes";

const LIMITED = CONTRACTS.filter(({ contract }) => contract.perMinute).map(
  ({ contract }) => [`${contract.method} ${contract.path}`, contract.perMinute ?? 0, contract] as const,
);

const PER_MINUTE: Record<string, number> = {
  // Files with guests in them.
  "GET /export-csv": 10,
  "GET /export-vcf": 10,
  "GET /birthdays/export-csv": 10,
  "GET /birthdays/export-vcf": 10,
  "POST /personal-data/export": 20,
  "GET /contacts/{id}/vcf": 30,
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

// reliability.md, S-30. What is limited by how much it holds: tests/queue/enqueue.test.ts, tests/http/route.test.ts.
describe("calls of one kind in a minute", () => {
  it.each(LIMITED)("%s: no more than %i of one person, also where none of them succeeds", async (_, limit, contract) => {
    enterHouse();
    const clock = holdMonotonicClock();
    const params = { id: "x", filename: "x", code: "000000" };
    const person = contract.permission === "public" ? "nobody" : "admin";
    const ask = (address: string) => call(person, contract, { params, address });
    for (let time = 0; time < limit; time++) expect((await ask("10.0.0.7")).status).not.toBe(429);
    const refused = await ask("10.0.0.7");
    expect({ status: refused.status, code: refused.answer.code }).toEqual({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Neither another address of the same person helps, nor is anybody else or anything else held up.
    if (person === "admin") expect((await ask("10.0.0.8")).status).toBe(429);
    else expect((await ask("10.0.0.8")).status).not.toBe(429);
    expect((await call("staff", me)).status).toBe(200);
    clock.pass(60_001);
    expect((await ask("10.0.0.7")).status).not.toBe(429);
  });

  it("are so many, and every other one is made as often as somebody's work needs it", () => {
    expect(Object.fromEntries(LIMITED.map(([name, limit]) => [name, limit]))).toEqual(PER_MINUTE);
  });

  it("that take data out of the house are all limited", () => {
    const exports = CONTRACTS.filter(({ contract }) => (contract as FileEndpoint).exports);
    expect(exports.length).toBeGreaterThan(5);
    expect(exports.filter(({ contract }) => !contract.perMinute).map(({ contract }) => contract.path)).toEqual([]);
  });
});
