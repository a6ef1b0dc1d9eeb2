import { describe, expect, it } from "vitest";
import { callbackOf, outcomeOfAnswer, outcomeOfCut, readCallback, refusesMedia } from "@/lib/queue/cloud/answers";
import { CLOUD_ERRORS, cloudError } from "@/lib/queue/cloud/errors";
import { bodyOf, refusalOf } from "@/lib/queue/cloud/messages";
import { fault } from "@/lib/queue/workers/contract";

const ITEM = "0198c5a4-1111-7222-8333-444455556666";
const error = (code: unknown, more: Record<string, unknown> = {}) =>
  JSON.stringify({ error: { message: "m", type: "OAuthException", code, ...more } });

describe("the error table", () => {
  it("tells people one or two plain sentences without codes, each whole and short enough to be shown", () => {
    for (const [code, { told, fault: whose }] of Object.entries(CLOUD_ERRORS)) {
      expect({ code, told }).toEqual({
        code,
        told: expect.stringMatching(/^[A-Z][^\d]{20,180}\.$|^The guest has not written within 24 hours/),
      });
      expect(whose === null || fault.options.includes(whose)).toBe(true);
    }
  });

  it("knows the permissions from 200 to 299, and nothing of what it does not hold", () => {
    expect([200, 299].map((code) => cloudError(code)?.fault)).toEqual(["account", "account"]);
    expect([199, 300, -1, 1.5, Number.NaN, 999_999].map(cloudError)).toEqual([null, null, null, null, null, null]);
  });

  it("says whom a refusal stops: one guest, all of a template, or the number", () => {
    expect([131056, 131026, 131050].map((code) => cloudError(code)?.stops)).toEqual(["guest", "guest", "guest"]);
    expect([132015, 132016].map((code) => cloudError(code)?.stops)).toEqual(["template", "template"]);
    expect([190, 131048, 130429].map((code) => cloudError(code)?.stops)).toEqual(["token", "number", "number"]);
  });
});

describe("an answer", () => {
  it.each([
    [200, "", "unknown", undefined],
    [200, "null", "unknown", undefined],
    [200, '{"messages":[{"id":""}]}', "unknown", undefined],
    [200, '{"messages":[{"id":7}]}', "unknown", undefined],
    [200, '{"messages":[{"id":"wamid.x","message_status":7}]}', "accepted", undefined],
    [302, "", "unknown", undefined],
    [408, "", "unknown", undefined],
    [408, error(100), "unknown", undefined],
    [400, "<html>", "not_sent", "network"],
    [401, "<html>", "not_sent", "account"],
    [403, "", "not_sent", "account"],
    [407, "", "not_sent", "account"],
    [404, "", "not_sent", "network"],
    [429, "", "not_sent", "throttle"],
    [429, error(55_555), "not_sent", "throttle"],
    [429, error(131026), "not_sent", "recipient"],
    [400, error("131026"), "not_sent", "recipient"],
    [400, error(55_555), "not_sent", "content"],
    [400, error({}), "not_sent", "network"],
    [400, '{"error":[]}', "not_sent", "network"],
    [500, "", "unknown", undefined],
    [502, "<html>", "unknown", undefined],
    [503, error(190), "unknown", undefined],
    [500, error(131042), "not_sent", "account"],
    [400, error(1), "unknown", undefined],
  ])("of %i with %s is %s %s", (status, body, outcome, whose) => {
    expect(outcomeOfAnswer({ status, body })).toMatchObject({ outcome, ...(whose ? { fault: whose } : {}) });
  });

  it("waits as long as it says, up to a day", () => {
    const waiting = (retryAfter: string | undefined) => outcomeOfAnswer({ status: 429, body: "", retryAfter });
    expect(outcomeOfAnswer({ status: 429, body: error(55_555), retryAfter: "7" })).toMatchObject({ code: "55555", retry_after: 7_000 });
    expect(["3", "999999999", "-3", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", undefined].map(waiting)).toMatchObject(
      [3_000, 86_400_000, null, null, null, null].map((retry_after) => ({ retry_after })),
    );
  });

  it("gives Meta's trace only when it looks like one", () => {
    const traced = (fbtrace_id: unknown) => {
      const outcome = outcomeOfAnswer({ status: 400, body: error(100, { fbtrace_id }) });
      return "detail" in outcome && outcome.detail.includes("trace");
    };
    expect(["AbC-12_x", "96170123456", "to 96170123456", "A".repeat(50), 7, null].map(traced)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("says that the picture's id is refused, in whichever words", () => {
    const of = (code: number, words: string, status = 400) => refusesMedia({ status, body: error(code, { message: words }) });
    expect(
      of(
        100,
        "(#100) Param template['components'][0]['parameters'][0]['image']['id'] is not a valid whatsapp business account media attachment ID",
      ),
    ).toBe(true);
    expect(of(131009, "media does not exist or has expired")).toBe(true);
    expect([of(131053, ""), of(131052, "")]).toEqual([true, true]);
    expect([of(100, "Invalid parameter"), of(190, "the token has expired"), of(131053, "", 500)]).toEqual([false, false, false]);
    expect(refusesMedia({ status: 400, body: "media attachment id" })).toBe(false);
  });
});

describe("a cut", () => {
  it("proves that nothing was sent only when nothing was written", () => {
    expect(outcomeOfCut({ written: false, code: "ENOTFOUND" })).toMatchObject({ outcome: "not_sent", fault: "network", code: "ENOTFOUND" });
    expect(outcomeOfCut({ written: true, code: "ECONNRESET" })).toMatchObject({ outcome: "unknown", code: "ECONNRESET" });
  });
});

describe("the words that come back with each status", () => {
  it("name the item, its generation and its lease", () => {
    const callback = { item: ITEM, generation: 2, token: 31 };
    expect(callbackOf(callback)).toBe(`${ITEM}:g2:t31`);
    expect(readCallback(callbackOf(callback))).toEqual(callback);
  });

  it.each(["", ITEM, `${ITEM}:g2`, `x${ITEM}:g2:t3`, `${ITEM}:g2:t3\n`, `${ITEM}:g-2:t3`, "order-17", `${ITEM.toUpperCase()}:g2:t3`])(
    "are not ours: %j",
    (text) => {
      expect(readCallback(text)).toBe(null);
    },
  );
});

describe("a message's JSON", () => {
  const message = {
    id: ITEM,
    token: 7,
    generation: 1,
    phone: "96170123456",
    kind: "text",
    text: "Hello",
    media: null,
    template: null,
  } as const;
  const media = { mime: "image/png", filename: "voucher.png", size: 10 };
  const common = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: "96170123456",
    biz_opaque_callback_data: `${ITEM}:g1:t7`,
  };

  it("is Meta's, for each kind", () => {
    expect(bodyOf(message, null)).toEqual({ ...common, type: "text", text: { preview_url: false, body: "Hello" } });
    expect(bodyOf({ ...message, kind: "image", media }, "449")).toEqual({
      ...common,
      type: "image",
      image: { id: "449", caption: "Hello" },
    });
    expect(bodyOf({ ...message, kind: "document", text: "", media: { ...media, filename: "C:\\menus\\menu.pdf" } }, "449")).toEqual({
      ...common,
      type: "document",
      document: { id: "449", filename: "menu.pdf" },
    });
    const template = { name: "birthday_20", language: "en_US", body: ["Rima", "Jou\tnieh\n "] };
    expect(bodyOf({ ...message, template }, null)).toMatchObject({
      type: "template",
      template: {
        name: "birthday_20",
        language: { code: "en_US" },
        components: [{ type: "body", parameters: [{ type: "text", text: "Rima" }, { text: "Jou nieh" }] }],
      },
    });
    expect(bodyOf({ ...message, template: { ...template, body: [] } }, null)).toMatchObject({ template: { components: [] } });
    expect(bodyOf({ ...message, kind: "image", media, template }, "449")).toMatchObject({
      template: { components: [{ type: "header", parameters: [{ type: "image", image: { id: "449" } }] }, { type: "body" }] },
    });
  });

  it("is not made of what WhatsApp would refuse, and a template's words may be as many as its own", () => {
    expect(refusalOf(message)).toBe(null);
    expect(refusalOf({ ...message, text: "a".repeat(4_096) })).toBe(null);
    expect(refusalOf({ ...message, kind: "image", media, text: "a".repeat(1_024) })).toBe(null);
    expect(refusalOf({ ...message, kind: "image", media, text: "a".repeat(1_025) })).toMatchObject({ code: "text_length" });
    const pdf = { mime: "application/pdf", filename: "menu.pdf", size: 100 * 1024 * 1024 };
    expect(refusalOf({ ...message, kind: "document", media: pdf })).toBe(null);
    expect(refusalOf({ ...message, kind: "document", media: { ...pdf, size: pdf.size + 1 } })).toMatchObject({ code: "media_size" });
    const template = { name: "b", language: "en", body: [] };
    expect(refusalOf({ ...message, kind: "image", media, text: "a".repeat(1_025), template })).toBe(null);
    for (const phone of ["", "+96170123456", "96170 123456", "1234567890123456"])
      expect(refusalOf({ ...message, phone })).toMatchObject({ fault: "recipient", code: "phone" });
  });
});
