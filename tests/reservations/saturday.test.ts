import { expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { changeReservation, makeReservation, stepReservation } from "@/lib/reservations/contract";
import { saveRules } from "@/lib/reservations/rules/contract";
import { saveTable } from "@/lib/tables/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { OPEN_ALL_DAY, playSaturday, type Tablet, whatStands } from "./saturday";
import { DAY, settled } from "./support";

// `npm run bench -- reservations` plays the whole of it over HTTP: 300 bookings, five branches, twenty hosts.
it("a small Saturday of hosts at once books no table twice and loses nothing", { timeout: 60_000 }, async () => {
  enterHouse();
  clockAt("2026-11-21T18:30:00Z");
  const branches = ["jounieh", "batroun"];
  for (const branch of branches) await call("admin", saveRules, { branch, body: { rules: OPEN_ALL_DAY, version: 0 } });
  const tablet: Tablet = {
    book: (branch, body, key) => call("admin", makeReservation, { branch, key, body: body as never }) as never,
    step: (branch, id, body) => call("admin", stepReservation, { branch, params: { id }, body: body as never }) as never,
    change: (branch, id, body) => call("admin", changeReservation, { branch, params: { id }, body: body as never }) as never,
    save: (branch, body, key) => call("admin", saveTable, { branch, key, body: body as never }) as never,
  };
  const played = await playSaturday({
    ...{ branches, date: DAY, times: ["20:00", "20:15", "20:30"], bookings: 24, tablets: [tablet, tablet, tablet, tablet] },
    ...{ dice: dice(7), newKey: () => crypto.randomUUID() },
  });
  await settled();
  expect(played.conflicts).toBeGreaterThan(0);
  for (const branch of branches) {
    const { ids, twice } = whatStands(storeFile(branch as "jounieh", "table"));
    expect(twice).toEqual([]);
    expect(ids).toEqual(
      played.accepted
        .filter((one) => one.branch === branch)
        .map(({ id }) => id)
        .sort(),
    );
  }
});
