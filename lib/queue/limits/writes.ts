import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import { hubStore } from "../../db/stores";
import { AppError } from "../../errors";
import { queueBell } from "../leases/reads";
import type { Limits } from "./contract";
import { LIMITS, limitsIn } from "./reads";
import { DEFAULT_LIMITS } from "./rules";

const EVERYBODYS = "These limits count for every branch. Nothing was changed. Ask somebody who works in all of them.";

/**
 * Sets the limits, from the next message on. What they were before stands in the event.
 * @throws AppError `forbidden` for somebody who is limited to some branches: the limits are everybody's
 */
export async function changeLimits(limits: Limits, by: WriteBy) {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const who = await tx.user.findUnique({ where: { id: by.actor.id }, select: { name: true, branches: true } });
    if (who && who.branches.length > 0) throw new AppError("forbidden", EVERYBODYS);
    const at = now().toISOString();
    const row = { value: JSON.stringify(limits), changed_at: at, changed_by: by.actor.id };
    const before = limitsIn(hub.sql);
    await tx.queueSetting.upsert({ where: { name: LIMITS }, create: { name: LIMITS, ...row }, update: row });
    return {
      answer: { limits, defaults: DEFAULT_LIMITS, changed: { by: who?.name ?? by.actor.id, at } },
      happened: [{ kind: "sending.limits_changed" as const, subjects: [], payload: { before, after: limits } }],
    };
  });
  queueBell().ring(); // what was held back may go
  return answer;
}
