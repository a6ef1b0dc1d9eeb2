import path from "node:path";
import { expect, it } from "vitest";
import { standingClock } from "../support/clocks";
import { enterHouse } from "../support/house";
import { started, write } from "../support/queue";
import { rows } from "../support/stores";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

it("what a message waited for is not said of it once a worker has it again", async () => {
  const data = enterHouse();
  begin();
  const pc = await started("pc-1");
  await write([{ name: "Maya", phone: "03 111111" }]);
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  await pc.say(item, { outcome: "not_sent", fault: "network", detail: "Nothing was sent." });
  pass(60);
  await pc.beat();
  expect(await pc.claim()).toHaveLength(1);
  expect(rows(path.join(data, "hub.db"), "SELECT status, last_code, last_error FROM queue_item")).toEqual([
    { status: "IN_PROGRESS", last_code: null, last_error: null },
  ]);
});
