import { beforeEach, describe, expect, it } from "vitest";
import { listWorkers, resumeSender } from "@/lib/queue/senders/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { makePerson } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";

/** What WhatsApp refuses until a person has seen to it: the number sends nothing until somebody lets it. */

const CODES = [3, 10, 200, 299, 131005, 131048, 131064, 368, 131031, 130497, 131042, 131045, 133010, 131037];
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  clockAt("2026-11-20T12:00:00Z");
  pc = await started("pc-1", "cloud:106540352242922");
  await write([
    { name: "Maya", phone: "03 111111" },
    { name: "Rami", phone: "03 222222" },
  ]);
});

async function begun(): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

const shown = async () => (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === "pc-1");

it("is let send again by nobody who is limited to some branches: it sends for all of them", async () => {
  const { headers } = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
  expect((await call("nobody", resumeSender, { headers, params: { id: "pc-1" } })).answer.code).toBe("branch_forbidden");
});

/** Days later it still rests, and goes on when somebody says so. */
async function restsUntilResumed(): Promise<void> {
  clockAt("2026-11-22T12:00:00Z");
  await pc.beat();
  expect(await pc.claim()).toEqual([]);
  expect(await shown()).toMatchObject({ is_stopped: true, problem: expect.stringMatching(/until somebody lets it send again\.$/) });
  expect((await shown())?.problem).not.toContain("hour");
  expect((await call("admin", resumeSender, { params: { id: "pc-1" } })).answer).toEqual({ resumed: true });
  await begun();
}

describe("a refusal that needs a person", () => {
  it.each(CODES)("stops the number until somebody resumes it: %i", async (code) => {
    await pc.say(await begun(), { outcome: "not_sent", fault: "account", code: String(code) });
    await restsUntilResumed();
  });

  it.each([131048, 131042])("does so too where it is told later: %i", async (code) => {
    const item = await begun();
    await pc.say(item, { outcome: "accepted", provider_id: "wamid.1" });
    await tellByMeta({ statuses: [statusByMeta(item, "failed", code)] });
    await restsUntilResumed();
  });

  it("is said on the card in the words that name what to look at", async () => {
    await pc.say(await begun(), { outcome: "not_sent", fault: "account", code: "131048" });
    expect((await shown())?.problem).toBe(
      "WhatsApp has limited this number because guests reported or blocked it. Stop sending and look into Meta's settings. It sends nothing until somebody lets it send again.",
    );
  });

  it("is not shortened by what was under way, and said once", async () => {
    const first = await begun();
    clockAt("2026-11-20T12:00:01Z");
    const second = await begun();
    await pc.say(first, { outcome: "not_sent", fault: "account", code: "131048" });
    await pc.say(second, { outcome: "not_sent", fault: "account", code: "131999" });
    expect((await shown())?.problem).toContain("reported or blocked");
    expect(hubEvents(data, "sender.")).toHaveLength(1);
    await restsUntilResumed();
  });
});

describe("a token that WhatsApp no longer takes is one worker's own", () => {
  it.each(["0", "190"])("and stops neither its number nor any message, however often it is refused: %s", async (code) => {
    for (let time = 0; time < 14; time++) {
      clockAt(new Date(Date.parse("2026-11-20T12:00:00Z") + time * 60_000).toISOString());
      await pc.say(await begun(), { outcome: "not_sent", fault: "account", code });
    }
    expect(await shown()).toMatchObject({ is_stopped: false, problem: null });
    clockAt("2026-11-20T12:30:00Z");
    const other = await started("pc-2", "cloud:106540352242922");
    const [item] = await other.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await other.begin(item)).answer).toMatchObject({ go: true });
    expect(hubEvents(data, "sender.")).toEqual([]);
  });
});
