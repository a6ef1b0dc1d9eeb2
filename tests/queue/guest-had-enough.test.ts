import { beforeEach, expect, it } from "vitest";
import { health } from "@/lib/health/contract";
import { openTask, queuePending } from "@/lib/queue/contract";
import { askInDoubt } from "@/lib/queue/duplicates/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, work, write } from "../support/queue";

/** A guest gets two messages in 24 hours, whoever sends: whoever looks why the third one waits must not be sent to start a PC. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

const NOUR = { name: "Nour", phone: "03 777001" };
const letter = (message: string) => write([{ ...NOUR, message }], "admin");

it("says so in place of the PC that is off, beside the message, above the task and before the next one is queued", async () => {
  const pc = await started("pc-1", "baileys:9613000001");
  await letter("One");
  await work([pc], pass);
  await letter("Two");
  await work([pc], pass);
  const id = (await letter("Three")).answer.task_id ?? "";
  await work([pc], pass);
  pass(300); // and it goes off
  const why = "The guest has had 2 messages within 24 hours, as many as WhatsApp Limits allows.";
  const { items } = (await call("admin", queuePending, { query: {} })).answer;
  expect(items).toMatchObject([{ last_error: why, blocked: false, next_try: expect.stringMatching(/^2026-11-21T08:/), waits_for: null }]);
  const { answer } = await call("admin", openTask, { params: { id } });
  expect(answer).toMatchObject({ obstacle: null, next_try: expect.stringMatching(/^2026-11-21T08:/), results: [{ error: why }] });
  expect((await call("admin", health)).answer.sending?.off).toEqual([]);
  const items_of = [{ ...NOUR, message: "Four", branch: "jounieh" as const }];
  expect((await call("admin", askInDoubt, { body: { items: items_of } })).answer.later).toMatchObject([{ name: "Nour", reason: why }]);
});
