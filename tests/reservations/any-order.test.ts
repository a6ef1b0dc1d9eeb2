import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { changeReservation, deleteReservation } from "@/lib/reservations/contract";
import { listReservations } from "@/lib/reservations/day/contract";
import { holdsTables, STATUSES } from "@/lib/reservations/states";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { rows } from "../support/stores";
import { book, DAY, expectLegalLives, expectNoTableTwice, haveRules, settled, step } from "./support";

/** How many evenings a run plays: `SEQUENCES=100 SEED=7 npx vitest run tests/reservations/any-order.test.ts`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 40 : 2));
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.SEQUENCE ? Number(process.env.SEQUENCE) : null;
const all = ONLY === null ? Array.from({ length: SEQUENCES }, (_, index) => index) : [ONLY];

const HOSTS = 4;
const ROUNDS = 25;
const TIMES = ["19:00", "19:30", "20:00", "20:30", "21:00", "21:30"];

/** What a host sees is what the list showed last: often older than what stands there. */
interface Seen {
  id: string;
  version: number;
}

it.each(all)(
  "hosts at once book no table twice, lose nothing, and take legal steps alone (evening %i)",
  { timeout: 120_000 },
  async (index) => {
    const { below, chance, pick } = dice(SEED * 15_485_863 + index);
    enterHouse();
    clockAt("2026-11-21T16:00:00Z");
    await haveRules();
    const seen: Seen[] = [];
    const made: string[] = [];
    const deleted = new Set<string>();
    let refused = 0;

    const note = ({ status, answer }: { status: number; answer: { id?: string; version?: number; code?: string } }) => {
      expect([200, 201, 400, 404, 409], JSON.stringify(answer)).toContain(status);
      if (status >= 400) refused++;
      if (status === 201 && answer.id) made.push(answer.id);
      if (status < 300 && answer.id && answer.version) seen.push({ id: answer.id, version: answer.version });
    };
    const one = () => pick(seen.slice(-12));
    const tables = () => pick([null, null, ["1"], ["2"], ["3"], ["1", "2"], []]);
    const acts = [
      async () =>
        note(
          await book({
            party: 1 + below(4),
            time: pick(TIMES),
            tables: tables(),
            name: `Guest ${below(6)}`,
            phones: `03 11111${below(6)}`,
          }),
        ),
      async () => note(await book({ party: 2, time: pick(TIMES), source: pick(["phone", "walk_in", "web"]), override_reason: "asked" })),
      async () => {
        const { id, version } = one();
        const body = {
          version,
          ...pick([{ time: pick(TIMES) }, { party: 1 + below(4) }, { tables: tables() ?? ["3"] }, { name: "Other Name" }]),
        };
        note(await call("admin", changeReservation, { params: { id }, body: { ...body, override_reason: pick(["", "asked"]) } }));
      },
      async () =>
        note(
          await step(one(), pick(STATUSES), {
            reason: pick(["guest", "house"]),
            ...(chance(0.2) && { tables: tables() ?? ["1"] }),
            override_reason: pick(["", "asked"]),
          }),
        ),
      async () =>
        note(await step(one(), pick(["ARRIVED", "SEATED", "FINISHED", "CANCELLED", "NO_SHOW", "CONFIRMED"]), { reason: "guest" })),
      async () => {
        const { id, version } = one();
        const { status } = await call("admin", deleteReservation, { params: { id }, query: { version: String(version) as never } });
        if (status === 200) deleted.add(id);
      },
    ];

    note(await book());
    for (let round = 0; round < ROUNDS; round++) {
      // Between six and eleven, a quarter of an hour at a time: what is legal hangs on the clock.
      clockAt(new Date(Date.parse("2026-11-21T16:00:00Z") + round * 12 * 60_000).toISOString());
      await Promise.all(Array.from({ length: HOSTS }, () => pick(chance(0.06) ? acts : acts.slice(0, 5))()));
      expectNoTableTwice();
    }
    await settled();
    expectLegalLives();
    const kept = rows<{ id: string; status: string }>(storeFile("jounieh", "table"), "SELECT id, status FROM reservation");
    expect(new Set(kept.filter(({ status }) => status !== "DELETED").map(({ id }) => id))).toEqual(
      new Set(made.filter((id) => !deleted.has(id))),
    );
    // What the screen shows is what stands there, and nothing was refused that nobody heard of.
    const { answer } = await call("admin", listReservations, { query: { date: DAY } });
    expect(answer.reservations.map(({ id }) => id).sort()).toEqual(made.filter((id) => !deleted.has(id)).sort());
    const holding = answer.reservations.filter(({ status }) => holdsTables(status));
    expect(answer.totals.covers).toBe(
      holding.concat(answer.reservations.filter(({ status }) => status === "FINISHED")).reduce((sum, { party }) => sum + party, 0),
    );
    expect(refused).toBeGreaterThan(0);
  },
);
