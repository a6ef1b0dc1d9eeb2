import { beforeEach, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { listReplies } from "@/lib/queue/replies/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started } from "../support/queue";

const { begin } = standingClock("2026-11-20T12:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

/** Whoever decides about a guest sees whom: what was queued names them before anything of it went out. */
it("names a guest who may have said no by a message that waits for them", async () => {
  const pc = await started("pc-1", "baileys:9613000001");
  const items = [{ name: "Guesta Saab", phone: "03 777001", message: "How was your evening?" }];
  await call("admin", enqueue, { body: { items } });
  const messages = ["9613777001", "9613777002"].map((from) => ({
    from,
    text: "please stop sending me these messages",
    at: "2026-11-20T11:59:00Z",
  }));
  await call("worker", inbound, { body: { worker_id: "pc-1", boot_id: pc.boot_id, messages } });
  const { undecided = [] } = (await call("admin", listReplies, {})).answer;
  expect(undecided.map(({ name, branch }) => [name, branch]).sort()).toEqual([
    ["", ""],
    ["Guesta Saab", "jounieh"],
  ]);
});
