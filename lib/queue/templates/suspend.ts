import type { Tx } from "../../db/clients";
import type { Happening } from "../../events";
import { STOPPED, stopsIn } from "./suspended";
import { type TemplateStop, whyStopped, withStop } from "./suspension-rule";

/** From now on no message goes by this template from its number. @param at the server's time in milliseconds */
export async function stopTemplate(tx: Tx<"hub">, stop: TemplateStop, at: number): Promise<Happening[]> {
  const known = await tx.queueSetting.findUnique({ where: { name: STOPPED } });
  const stops = withStop(stopsIn(known?.value, at), stop);
  if (!stops) return [];
  const row = { value: JSON.stringify(stops), changed_at: stop.since, changed_by: "system" };
  await tx.queueSetting.upsert({ where: { name: STOPPED }, create: { name: STOPPED, ...row }, update: row });
  const { name, language, until, worker = null } = stop;
  return [{ kind: "template.stopped", subjects: [], payload: { name, language, until, worker, reason: whyStopped(stop) } }];
}

/**
 * Somebody has seen to templates: these are tried again.
 * @param isSeenTo whether one is of them; @param at the server's time in milliseconds @returns those that stay stopped
 */
export async function endTemplateStops(tx: Tx<"hub">, isSeenTo: (stop: TemplateStop) => boolean, at: number): Promise<TemplateStop[]> {
  const known = await tx.queueSetting.findUnique({ where: { name: STOPPED } });
  const left = stopsIn(known?.value, at).filter((stop) => !isSeenTo(stop));
  if (left.length > 0) await tx.queueSetting.update({ where: { name: STOPPED }, data: { value: JSON.stringify(left) } });
  else await tx.queueSetting.deleteMany({ where: { name: STOPPED } });
  return left;
}
