import { type Caller, holdsEverything } from "../../caller";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { AppError } from "../../errors";
import { localDate } from "../../local-time";
import { releaseClaims } from "../leases/leases";
import { workerNotifier } from "../leases/worker-notifier";
import { areSameWords, type GuestWords, wordsInForce } from "../recipients/opt-out-words";
import { endOfQuiet } from "../send-policy/quiet";
import { endHolds } from "../send-policy/release-holds";
import { endTemplateStops } from "../templates/suspend";
import type { TemplateStop } from "../templates/suspension-rule";
import type { Limits } from "./contract";
import { DEFAULT_LIMITS, TEMPLATE_KINDS, templateFor } from "./default-limits";
import { LIMITS, limitsIn, shownStops } from "./stored-limits";

/**
 * Sets the limits, from the next message on, and lets templates be tried again that WhatsApp has refused and somebody has seen to. What they were
 * before stands in the event.
 * @param seen when what the caller read had last been changed; left out, whatever stands is replaced
 * @throws AppError `conflict`, with what stands now, where somebody else changed them since; `forbidden` for other words of guests
 */
export async function changeLimits({ seen, ...asked }: Limits & { seen?: string | null | undefined }, caller: Caller, by: WriteBy) {
  const hub = await hubStore();
  const answer = await hub.write(by, async (tx) => {
    const who = await tx.user.findUnique({ where: { id: by.actor.id }, select: { name: true } });
    const time = now();
    const at = time.toISOString();
    const before = limitsIn(hub.sql);
    if (seen !== undefined) await refuseChanged(tx, seen, before);
    const limits = { ...asked, words: wordsFor(caller, wordsInForce(asked.words), before.words) };
    const row = { value: JSON.stringify(limits), changed_at: at, changed_by: by.actor.id };
    await tx.queueSetting.upsert({ where: { name: LIMITS }, create: { name: LIMITS, ...row }, update: row });
    const stopped = await endTemplateStops(tx, templatesSeenTo(before, limits), time.getTime());
    // What workers hold by a template of before is given out anew: a refusal of that one says nothing of this one.
    if (JSON.stringify(before.templates) !== JSON.stringify(limits.templates)) await releaseClaims(tx, {}, time.getTime());
    await keepPromised(tx, before, time);
    await endHolds(tx, ["QUIET", "LIMIT", "NUMBER", "NO_TEMPLATE"], time.getTime());
    return {
      answer: { limits, defaults: DEFAULT_LIMITS, stopped: shownStops(stopped), changed: { by: who?.name ?? by.actor.id, at } },
      happened: [{ kind: "sending.limits_changed" as const, subjects: [], payload: { before, after: limits } }],
    };
  });
  workerNotifier().notify(); // what was held back may go
  return answer;
}

/**
 * Which templates somebody has seen to who saves the limits: all of them where nothing else is changed, for that is said by it; else those of
 * which something is changed. What WhatsApp refuses as before is named as no taker again because the hours of quiet are others.
 */
function templatesSeenTo(before: Limits, limits: Limits): (stop: TemplateStop) => boolean {
  if (JSON.stringify(before) === JSON.stringify(limits)) return () => true;
  const kept = TEMPLATE_KINDS.filter((kind) => JSON.stringify(templateFor(before, kind)) === JSON.stringify(templateFor(limits, kind)));
  const same = kept.flatMap((kind) => templateFor(limits, kind) ?? []);
  return ({ name, language }) => !same.some((template) => template.name === name && template.language === language);
}

/** By other words of a no and a yes, a guest's own no could be undone: they are not everybody's who sets the pace. */
function wordsFor(caller: Caller, asked: GuestWords, before: GuestWords): GuestWords {
  if (holdsEverything(caller)) return asked;
  if (areSameWords(asked, before)) return before;
  throw new AppError("forbidden", WORDS_NOT_THEIRS);
}

const WORDS_NOT_THEIRS =
  "The words by which guests say no, or yes again, are changed only by somebody who may do everything in every branch. Nothing was changed.";

async function refuseChanged(tx: Tx<"hub">, seen: string | null, current: Limits): Promise<void> {
  const kept = await tx.queueSetting.findUnique({ where: { name: LIMITS } });
  if ((kept?.changed_at ?? null) === seen) return;
  const who = kept && (await tx.user.findUnique({ where: { id: kept.changed_by }, select: { name: true } }));
  const by = who?.name ?? kept?.changed_by ?? "Somebody";
  throw new AppError(
    "conflict",
    `The limits were changed meanwhile, by ${by}. Nothing of yours was kept yet. Look at theirs, then save again.`,
    {
      fields: { current, changed: kept && { by, at: kept.changed_at } },
    },
  );
}

/**
 * Greetings of a coming day that quiet hours keep are promised for the end of these. Shorter ones would send them the evening before the
 * birthday, so they stay as promised.
 */
async function keepPromised(tx: Tx<"hub">, { quiet }: Limits, time: Date): Promise<void> {
  const { TIME_ZONE } = env();
  const ends = endOfQuiet(time.getTime(), quiet, TIME_ZONE);
  if (ends === null) return;
  const run_at = new Date(ends).toISOString();
  await tx.queueItem.updateMany({
    where: { status: "PENDING", kind: "birthday", task: { date: { gt: localDate(time, TIME_ZONE) } }, run_at: { lte: run_at } },
    data: { run_at, last_code: null, last_error: null },
  });
}
