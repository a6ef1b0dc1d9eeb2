import { beforeEach, describe, expect, it } from "vitest";
import { othersSaveOf } from "@/components/tables/conflicting-save";
import { changeCount, joined, settled, whatCame, wordsOf } from "@/components/tables/edit-changes";
import { BLANK_PENDING } from "@/components/tables/pending-guest";
import { type Failure, type SendCalls, sendDraft } from "@/components/tables/send-draft";
import { outcomeOf, sendKept } from "@/components/tables/send-kept-table";
import {
  awardCount,
  type Draft,
  type DraftGuest,
  type DraftStorage,
  draftOfTable,
  dropDraft,
  isWaiting,
  isWorthKeeping,
  keepDraft,
  newDraft,
  newGuest,
  readDraft,
  readDrafts,
  type SaveBody,
  saveBody,
} from "@/lib/drafts";
import type { SavedTable } from "@/lib/tables/contract";
import { keepBoth } from "@/lib/tables/keep-both";

const INFO = {
  hostess: "Rima",
  waiter: "Karim",
  table_number: "12",
  party_size: "",
  branch: "jounieh",
  api_base: "http://127.0.0.1:8000/api",
};
const NOBODY: Failure = { status: 0, code: "network", message: "No answer.", fields: {} };

function storage(): DraftStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** A server that keeps what the real one promises: one effect per key, one award per guest and table. */
function server() {
  const state = {
    tables: new Map<string, { body: SaveBody; version: number }>(),
    answers: new Map<string, { body: string; answer: { table_name: string; version: number } }>(),
    customers: new Map<string, string>(),
    awards: [] as string[],
    keys: new Set<string>(),
    saves: 0,
    /** Consulted before and after each effect: throwing here is a crash at that instant. */
    at: (_moment: string) => {},
    underWay: 0,
    mostAtOnce: 0,
  };
  const calls: SendCalls = {
    async save(body, key) {
      state.at("before save");
      const text = JSON.stringify(body);
      const earlier = state.answers.get(key);
      if (earlier && earlier.body !== text)
        throw new Refusal({ status: 409, code: "idempotency_mismatch", message: "Another body.", fields: {} });
      if (!earlier) {
        state.saves++;
        const name = body.table_name ?? `table ${state.tables.size + 1}`;
        const version = (state.tables.get(name)?.version ?? 0) + 1;
        state.tables.set(name, { body, version });
        state.answers.set(key, { body: text, answer: { table_name: name, version } });
      }
      state.at("after save");
      return state.answers.get(key)?.answer ?? { table_name: "", version: 0 };
    },
    async findCustomers(phone) {
      const id = state.customers.get(phone);
      return id ? [{ id, name: "", phone, points: 0 }] : [];
    },
    async createCustomer({ name, phone }) {
      state.at("create customer");
      state.customers.set(phone, `customer ${phone}`);
      return { id: `customer ${phone}`, name, phone, points: 0 };
    },
    async award({ customer_id, table_name }, key) {
      state.underWay++;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.underWay);
      try {
        state.at("before award");
        await new Promise((resolve) => setTimeout(resolve, 1));
        const award = `${table_name} ${customer_id}`;
        const already_awarded = state.awards.includes(award) && !state.keys.has(key);
        if (!state.awards.includes(award)) state.awards.push(award);
        state.keys.add(key); // the same key gets the first answer again
        state.at("after award");
        return { already_awarded };
      } finally {
        state.underWay--;
      }
    },
    failureOf: (error) => (error instanceof Refusal ? error.failure : NOBODY),
  };
  return { state, calls };
}

function tableOf(...phones: string[]): Draft {
  return { ...newDraft(INFO), guests: phones.map((phone, index) => newGuest({ name: `Guest ${index + 1}`, phones: phone })) };
}

const quietly = () => {};

describe("drafts on the device", () => {
  let device: ReturnType<typeof storage>;
  beforeEach(() => {
    device = storage();
  });

  it("come back as they were kept, the last touched first", () => {
    const first = tableOf("71123456");
    const second = newDraft({ ...INFO, table_number: "3" });
    keepDraft(first, device, new Date("2026-11-20T20:00:00Z"));
    keepDraft(second, device, new Date("2026-11-20T21:00:00Z"));
    expect(readDrafts(device).map((draft) => draft.info.table_number)).toEqual(["3", "12"]);
    expect(readDraft(first.id, device)?.guests).toEqual(first.guests);
    dropDraft(first.id, device);
    expect(readDrafts(device)).toHaveLength(1);
  });

  it("leave entries of others and unreadable ones alone", () => {
    device.setItem("auth_token", "x");
    device.setItem("daftar_draft_broken", "{");
    device.setItem("daftar_draft_future", JSON.stringify({ format: 2 }));
    device.setItem("daftar_draft_awards", JSON.stringify({ ...tableOf("71123456"), awards: { guest: "lost" } }));
    expect(readDrafts(device)).toEqual([]);
    expect(device.entries.size).toBe(4);
  });

  it("say when the device cannot keep them", () => {
    const full: DraftStorage = {
      ...device,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    };
    expect(keepDraft(tableOf("71123456"), full)).toBe(false);
    expect(keepDraft(tableOf("71123456"), null)).toBe(false);
  });

  it("are worth keeping from the first keystroke on", () => {
    expect(isWorthKeeping(newDraft({ ...INFO, table_number: "" }))).toBe(false);
    expect(isWorthKeeping(newDraft({ ...INFO, table_number: "1" }))).toBe(true);
  });
});

describe("sending a table", () => {
  it("hands on whom the save tells of as perhaps the same", async () => {
    const { calls } = server();
    const pairs = [{ name: "Maya", other: "Omar", phones: "03 123456" }];
    const save: SendCalls["save"] = async (body, key) => ({ ...(await calls.save(body, key)), pairs });
    expect(await sendDraft(tableOf("71123456"), { ...calls, save }, quietly, quietly)).toMatchObject({ pairs });
    expect(await sendDraft(tableOf("71123456"), calls, quietly, quietly)).toMatchObject({ pairs: [] });
  });

  it("saves once and awards each guest who has a phone", async () => {
    const { state, calls } = server();
    const result = await sendDraft(tableOf("71123456", "", "+33671123456", "76111222", "03999888", "70555444"), calls, quietly, quietly);
    expect(result).toMatchObject({ outcome: "saved", awarded: 5, failed: 0, loyaltyBroke: false });
    expect(state.saves).toBe(1);
    expect([...state.customers.keys()].sort()).toEqual(["+33671123456", "03999888", "70555444", "71123456", "76111222"].sort());
    expect(state.mostAtOnce).toBe(4);
  });

  it("sends the unanswered body again with its key, and only then what was typed since", async () => {
    const { state, calls } = server();
    state.at = (moment) => {
      if (moment === "after save") throw new Error("the answer is lost");
    };
    const lost = await sendDraft(tableOf("71123456"), calls, quietly, quietly);
    expect(lost.outcome).toBe("failed");
    expect(isWaiting(lost.draft)).toBe(true);
    state.at = () => {};
    const more = { ...lost.draft, guests: [...lost.draft.guests, newGuest({ name: "Nour", phones: "76400118" })] };
    const result = await sendDraft(more, calls, quietly, quietly);
    expect(result).toMatchObject({ outcome: "saved", awarded: 2 });
    expect(state.tables.size).toBe(1);
    expect([...state.tables.values()][0]?.version).toBe(2);
    expect([...state.tables.values()][0]?.body.contacts).toHaveLength(2);
  });

  it("does not send an old unanswered save again before somebody has looked, because its key is forgotten by then", async () => {
    const { state, calls } = server();
    state.at = (moment) => {
      if (moment === "after save") throw new Error("the answer is lost");
    };
    const lost = await sendDraft(tableOf("71123456"), calls, quietly, quietly);
    const old = { ...lost.draft, sent_at: new Date(Date.now() - 24 * 3_600_000).toISOString() };
    state.at = () => {};
    const told = await sendDraft(old, calls, quietly, quietly);
    expect(told).toMatchObject({ outcome: "failed", draft: { step: "writing", sent: null } });
    expect(state.saves).toBe(1);
    expect((await sendDraft(told.draft, calls, quietly, quietly)).outcome).toBe("saved");
  });

  it("takes a new key after a refusal, because the body will be another one", async () => {
    const { state, calls } = server();
    state.at = () => {
      throw new Refusal({ status: 400, code: "invalid_request", message: "This name is too long.", fields: {} });
    };
    const refused = await sendDraft(tableOf("71123456"), calls, quietly, quietly);
    expect(refused.draft).toMatchObject({ step: "writing", sent: null, last_error: "This name is too long." });
    state.at = () => {};
    const corrected = { ...refused.draft, guests: [newGuest({ name: "Short", phones: "71123456" })] };
    expect((await sendDraft(corrected, calls, quietly, quietly)).outcome).toBe("saved");
    expect(state.saves).toBe(1);
  });

  it("uses the customer that somebody else made in between", async () => {
    const { state, calls } = server();
    calls.createCustomer = async () => {
      throw new Refusal({
        status: 409,
        code: "conflict",
        message: "Known.",
        fields: { customer: { id: "theirs", name: "", phone: "96171123456", points: 5 } },
      });
    };
    await sendDraft(tableOf("71123456"), calls, quietly, quietly);
    expect(state.awards).toEqual(["table 1 theirs"]);
  });

  it("keeps points that got no answer, and counts those that were refused as failed for good", async () => {
    const { state, calls } = server();
    let count = 0;
    calls.award = async () => {
      count++;
      if (count === 1) return { already_awarded: false };
      if (count === 2) throw new Error("no answer");
      throw new Refusal({ status: 404, code: "not_found", message: "No such customer.", fields: {} });
    };
    const result = await sendDraft(tableOf("71123456", "71123457", "71123458"), calls, quietly, quietly);
    expect(result).toMatchObject({ outcome: "saved", awarded: 1, failed: 2 });
    expect([awardCount(result.draft, "waiting"), awardCount(result.draft, "failed")]).toEqual([1, 1]);
    calls.award = async () => ({ already_awarded: false });
    expect(await sendDraft(result.draft, calls, quietly, quietly)).toMatchObject({ awarded: 2, failed: 1 });
    expect(state.saves).toBe(1);
  });

  it("says that the awarding broke where nobody was answered, and counts again as soon as one was", async () => {
    const { state, calls } = server();
    state.at = (moment) => {
      if (moment === "create customer") throw new Error("no answer");
    };
    const broken = await sendDraft(tableOf("71123456", "76111222"), calls, quietly, quietly);
    expect(broken).toMatchObject({ outcome: "saved", loyaltyBroke: true });
    expect(outcomeOf(broken).lines[0]).toBe("Loyalty awarding encountered an error.");
    state.at = () => {};
    const again = await sendDraft(broken.draft, calls, quietly, quietly);
    expect(outcomeOf(again)).toEqual({ tone: "success", lines: ["Loyalty: +5 awarded to 2 contact(s)."] });
    expect(await sendDraft(again.draft, calls, quietly, quietly)).toMatchObject({ loyaltyBroke: false });
    expect(outcomeOf(await sendDraft(tableOf(""), calls, quietly, quietly))).toEqual({ tone: "success", lines: [] }); // nobody to award
  });

  it("tells the loyalty service every phone of a guest, as it stands in the saved table", async () => {
    const { state, calls } = server();
    const asked: string[] = [];
    const { findCustomers } = calls;
    calls.findCustomers = (phone) => {
      asked.push(phone);
      return findCustomers(phone);
    };
    await sendDraft(tableOf(" 03 111 111 / 70 222 222 "), calls, quietly, quietly);
    expect([asked, [...state.customers.keys()]]).toEqual([["03 111 111 / 70 222 222"], ["03 111 111 / 70 222 222"]]);
  });

  it("counts what was awarded now, and says who had the points of this table already", async () => {
    const { state, calls } = server();
    state.awards.push("table 1 customer 76111222", "table 1 customer 03999888");
    const result = await sendDraft(tableOf("71123456", "76111222", "03999888"), calls, quietly, quietly);
    expect(result).toMatchObject({ outcome: "saved", awarded: 1, failed: 0 });
    expect(outcomeOf(result)).toEqual({
      tone: "success",
      lines: ["Loyalty: +5 awarded to 1 contact(s).", "Guest 2, Guest 3 had the points of this table already."],
    });
    expect(outcomeOf(await sendDraft(tableOf("70555444"), server().calls, quietly, quietly)).lines).toEqual([
      "Loyalty: +5 awarded to 1 contact(s).",
    ]);
  });

  it("says nothing of points where nobody was awarded, and all the same who had them already", async () => {
    const { calls } = server();
    const nobody = await sendDraft(tableOf(""), calls, quietly, quietly);
    expect(outcomeOf(nobody)).toEqual({ tone: "success", lines: [] });
    const { state, calls: again } = server();
    state.awards.push("table 1 customer 71123456");
    expect(outcomeOf(await sendDraft(tableOf("71123456"), again, quietly, quietly)).lines).toEqual([
      "Guest 1 had the points of this table already.",
    ]);
    again.award = async () => {
      throw new Refusal({ status: 404, code: "not_found", message: "No such customer.", fields: {} });
    };
    expect(outcomeOf(await sendDraft(tableOf("76111222"), again, quietly, quietly))).toEqual({
      tone: "error",
      lines: ["Loyalty: +5 awarded to 0 contact(s), 1 failed."],
    });
  });

  it("promises nothing of a save without an answer that the device could not keep", () => {
    const lines = ["Failed to save table.", "No answer.", "This device cannot keep drafts. Save before you close this page."];
    expect(outcomeOf({ outcome: "failed", draft: tableOf("71123456"), failure: NOBODY })).toEqual({ tone: "error", lines });
  });

  it.each([
    ["in the form", { pending: { ...BLANK_PENDING, name: "Ziad" } }, "Name and Phone are required!"],
    ["in the list", { guests: [newGuest({ name: "Nour", birthday: "31/02" })] }, "Birthday of guest 1"],
  ])("asks for the rest of a guest who is half typed %s, and sends nothing", async (_, half, problem) => {
    const draft = { ...tableOf("71123456"), ...half };
    expect(await sendKept(draft)).toMatchObject({
      outcome: "failed",
      draft,
      failure: { code: "half_typed", message: expect.stringContaining(`A guest is only half typed. ${problem}`) },
    });
  });

  it("takes rows that share any phone for one person", async () => {
    const { state, calls } = server();
    const result = await sendDraft(tableOf("71123456 / 70222222", "03111111 / 70 222 222"), calls, quietly, quietly);
    expect(result).toMatchObject({ awarded: 1, failed: 0 });
    expect(state.awards).toHaveLength(1);
  });

  it("counts a person of two rows once, also when the first answer is lost", async () => {
    const { state, calls } = server();
    const twice = tableOf("71123456", "+961 71 123 456", "76111222");
    expect(await sendDraft(twice, calls, quietly, quietly)).toMatchObject({ awarded: 2, failed: 0 });
    expect(state.awards).toHaveLength(2);
    // The loyalty service may know more of a person than the rows do: two phones, one customer.
    const two = server();
    two.calls.findCustomers = async (phone) => [{ id: "one", name: "", phone: `${phone}`, points: 0 }];
    const sent = await sendDraft(tableOf("71123456", "76111222"), two.calls, quietly, quietly);
    expect(sent).toMatchObject({ awarded: 1, failed: 0, already: [] }); // the points of now are none of before
    const lost = server();
    lost.state.at = (moment) => {
      if (moment === "after award") throw new Error("the answer is lost");
    };
    const first = await sendDraft(tableOf("71123456", "71123456"), lost.calls, quietly, quietly);
    expect(first).toMatchObject({ awarded: 0, failed: 1 });
    lost.state.at = () => {};
    expect(await sendDraft(first.draft, lost.calls, quietly, quietly)).toMatchObject({ awarded: 1, failed: 0 });
    expect(lost.state.awards).toHaveLength(1);
  });

  it("loses and doubles nothing, wherever the page dies and however often", async () => {
    for (let dies = 1; dies <= 17; dies++) {
      const { state, calls } = server();
      const device = storage();
      keepDraft(tableOf("71123456", "71123457", "71123458", "71123459", "71123460"), device);
      let moments = 0;
      let dead = false;
      state.at = () => {
        moments++;
        if (moments === dies || dead) {
          dead = true;
          throw new Error("the page is gone");
        }
      };
      // What a dead page does is not written any more; the next page begins with what the device holds.
      const keep = (draft: Draft) => {
        if (!dead) keepDraft(draft, device);
      };
      const first = readDrafts(device)[0];
      if (!first) throw new Error("the draft is gone");
      await sendDraft(first, calls, keep, quietly);
      dead = false;
      state.at = () => {};
      const again = readDrafts(device)[0];
      if (!again) throw new Error("the draft is gone");
      const result = await sendDraft(again, calls, (draft) => keepDraft(draft, device), quietly);
      expect(result).toMatchObject({ outcome: "saved", awarded: 5, failed: 0 });
      expect(state.saves).toBe(1);
      expect(state.awards).toHaveLength(5);
    }
  });
});

describe("changing a saved table", () => {
  const saved: SavedTable = {
    table_name: "2026-11-20 table 12",
    metadata: {
      ...INFO,
      table_name: "2026-11-20 table 12",
      city: null,
      party_size: null,
      saved_at: "2026-11-20T19:00:00Z",
      business_day: "2026-11-20",
      closed: false,
    },
    contacts: ["03 123456", "71 222333"].map((phones, index) => ({
      ...newGuest({ name: index === 0 ? "جورج حداد" : "Nour Karam", phones }),
      id: `id-${index}`,
      also: "",
      added_at: "2026-11-20T19:00:00Z",
    })),
    version: 3,
  };

  it("names the table and its version, leaves out blank rows, and awards only who is new", async () => {
    const draft = draftOfTable(saved, INFO);
    expect(isWorthKeeping(draft)).toBe(false);
    const changed = { ...draft, guests: [...draft.guests, newGuest({}), newGuest({ name: "Élodie", phones: "70123456" })] };
    expect(isWorthKeeping(changed)).toBe(true);
    expect(saveBody(changed)).toMatchObject({ table_name: "2026-11-20 table 12", version: 3 });
    expect(saveBody(changed).contacts).toHaveLength(3);
    const { state, calls } = server();
    expect(await sendDraft(changed, calls, quietly, quietly)).toMatchObject({ outcome: "saved", awarded: 1 });
    expect(state.awards).toEqual(["2026-11-20 table 12 customer 70123456"]);
  });

  it("goes on after a save without reading the table back: the next save names the new version and awards nobody again", async () => {
    const { state, calls } = server();
    const draft = draftOfTable(saved, INFO);
    const changed = { ...draft, guests: [...draft.guests, newGuest({}), newGuest({ name: "Élodie", phones: "70123456" })] };
    const { draft: after } = await sendDraft(changed, calls, quietly, quietly);
    const next = settled(after);
    expect(next).toMatchObject({ step: "writing", version: after.version, table_name: saved.table_name, awards: {} });
    expect(next.guests.map((guest) => guest.name)).toEqual(["جورج حداد", "Nour Karam", "Élodie"]);
    expect([changeCount(next), isWorthKeeping(next)]).toEqual([0, false]);
    await sendDraft({ ...next, guests: next.guests.slice(1) }, calls, quietly, quietly);
    expect(state.awards).toHaveLength(1);
  });

  it("goes on from the version that somebody else saved, and says what they did", () => {
    const mine = draftOfTable(saved, INFO);
    mine.guests = [...mine.guests, newGuest({ name: "Nour Karam", phones: "76400118" })];
    const contacts = [...saved.contacts.slice(0, 1), { ...saved.contacts[0], id: "maya", name: "Maya", phones: "70111222" }];
    const others = othersSaveOf({ ...saved, version: 4, metadata: { ...saved.metadata, waiter: "Elie" }, contacts });
    if (!others) throw new Error("not a saved table");
    const both = keepBoth(mine.original, mine.guests, others.guests);
    expect(whatCame(both, others, mine)).toMatch(/^Another tablet saved table 12 meanwhile: added .Maya., took away .* Both are kept\.$/);
    const next = joined(mine, both.guests, others);
    expect(next).toMatchObject({ version: 4, info: { waiter: "Elie" }, original: others.guests });
    expect(next.guests.map((guest) => guest.id)).toEqual(["id-0", null, "maya"]);
    expect(changeCount(next)).toBe(1);
  });

  it("asks in words that say which tablet wants what", () => {
    const mine = draftOfTable(saved, INFO).guests;
    const theirs = mine.map((guest) => ({ ...guest, birthday: "--05-14" }));
    const both = keepBoth(mine, [{ ...(mine[0] as DraftGuest), birthday: "--11-24" }], theirs);
    expect(both.questions.map(wordsOf)).toEqual([
      { label: `Birthday of ${mine[0]?.name}`, mine: "24 Nov", theirs: "14 May" },
      { label: `${mine[1]?.name}: taken away on this tablet, changed on the other one`, mine: "Leaves", theirs: "Stays" },
    ]);
    // Nothing is said to be kept before it is chosen, and afterwards what was thrown away is named.
    const others = othersSaveOf({ ...saved, version: 4 });
    if (!others) throw new Error("not a saved table");
    const [birthday, seat] = both.questions.map(({ id }) => id);
    expect(whatCame(both, others, draftOfTable(saved, INFO), { [`${birthday}`]: "mine" })).toMatch(
      /^Another tablet saved table 12 meanwhile: changed [^.]*\.$/,
    );
    const said = whatCame(both, others, draftOfTable(saved, INFO), { [`${birthday}`]: "mine", [`${seat}`]: "mine" }).replace(
      /[\u2068\u2069]/g,
      "",
    );
    expect(said).toContain(
      ` As you chose: Birthday of ${mine[0]?.name} is 24 Nov and not 14 May; ${mine[1]?.name} leaves. All else of both is kept.`,
    );
  });
});
