import { describe, expect, it } from "vitest";
import { isStuck, sendingInWords } from "@/components/home/sending-words";

const NOW = new Date("2026-11-27T08:44:00Z");
const CALM = { waiting: 23, stopped: false, workers: 2, held: { stopped: 0, paused: 0 }, off: [] };
type Told = Parameters<typeof sendingInWords>[0];
const words = (told: Partial<Told>) => sendingInWords({ ...CALM, ...told }, NOW, "Asia/Beirut");

describe("how sending stands, on Home", () => {
  it("says stopped only of what is, and paused of what is paused alone", () => {
    expect(words({ stopped: true })).toBe("23 wait · sending is stopped");
    expect(words({ held: { stopped: 0, paused: 11 } })).toBe("23 wait · 11 of them paused");
    expect(words({ held: { stopped: 5, paused: 1, branches: ["zgharta"] } })).toBe(
      "23 wait · 5 of them stopped (Zgharta) · 1 of them paused",
    );
    expect(words({ held: { stopped: 23, paused: 0, branches: ["zgharta", "ehden"] } })).toBe("23 wait · all stopped (Zgharta and Ehden)");
    expect([isStuck({ ...CALM }), isStuck({ ...CALM, held: { stopped: 0, paused: 1 } })]).toEqual([false, true]);
    const idle = { stopped: 0, paused: 0, branches: [], idle: ["zgharta"] };
    expect(words({ waiting: 0, held: idle })).toBe("Nothing waits · sending of Zgharta is stopped");
    expect(isStuck({ ...CALM, waiting: 0, held: idle })).toBe(true);
  });

  it("names what keeps the others, and who could be started", () => {
    const numbers = { what: "numbers" as const, phones: ["phone-pc"], official: ["cloud-pc"], off: [] };
    const next = { next_try: "2026-11-28T08:47:00Z", waits_for: numbers };
    expect(words({ held: { stopped: 0, paused: 11 }, next })).toBe(
      "23 wait · 11 of them paused · next try Sat 28 Nov 2026, 10:47. phone-pc has sent as much as it may; naming a template for cloud-pc would let them go",
    );
    expect(words({ next: { ...next, ends: true, in_vain: null } })).toBe(
      "23 wait · phone-pc has sent as much as it may; naming a template for cloud-pc would let them go",
    );
    const off = { ...numbers, official: [], off: ["cloud-pc"] };
    expect(words({ next: { next_try: "2026-11-27T09:00:00Z", waits_for: off } })).toBe(
      "23 wait · next try 11:00. phone-pc has sent as much as it may; starting cloud-pc again would help",
    );
    expect(words({ template: "no_template", off: ["phone-pc"] })).toBe("23 wait · no template is named: start phone-pc again");
    expect(words({ workers: 0, off: ["phone-pc", "cloud-pc"] })).toBe("23 wait · no worker can send: start phone-pc or cloud-pc again");
    expect(words({ held: { stopped: 0, paused: 23 }, workers: 0 })).toBe("23 wait · all paused");
    const why = "WhatsApp has locked this number's account. Look into Meta's settings.";
    const number = { worker: "cloud-pc", why, who: ["Rima"] };
    expect(words({ workers: 0, number })).toBe(
      "23 wait · cloud-pc cannot send: WhatsApp has locked this number's account (who can let it send again: Rima)",
    );
    expect(words({ template: "template_stopped", number, off: ["phone-pc"] })).toContain("Rima): start phone-pc again");
    expect(sendingInWords({ ...CALM, number }, NOW, "Asia/Beirut", true)).toMatch(/account$/);
  });

  it("tells apart who waits for a decision, and what nothing can send in time any more", () => {
    const in_vain = "Misses the birthday: no number can.";
    expect(words({ to_decide: 1, next: { next_try: "2026-11-27T09:00:00Z" } })).toBe(
      "23 wait · 1 of them for your decision · next try 11:00",
    );
    expect(words({ misses: 23, next: { next_try: "2026-11-27T08:00:00Z", ends: true, in_vain } })).toBe(
      "23 wait · misses the birthday: no number can",
    );
    expect(words({ misses: 2, next: { next_try: "2026-11-27T09:00:00Z" } })).toBe("23 wait · 2 miss the day · next try 11:00");
    const off = { what: "numbers" as const, phones: ["phone-pc"], official: [], off: ["cloud-pc"] };
    const next = { next_try: "2026-11-27T19:30:00Z", ends: true, in_vain: null, waits_for: off };
    const helps = "phone-pc has sent as much as it may; starting cloud-pc again would help";
    expect(words({ would_miss: 23, next })).toBe(`23 wait · 23 would miss the day · ${helps}`);
    expect(words({ misses: 1, would_miss: 22, next })).toBe(`23 wait · 1 misses the day · 22 others would · ${helps}`);
    expect([isStuck({ ...CALM, next: { next_try: "2026-11-27T09:00:00Z" } }), isStuck({ ...CALM, to_decide: 1 })]).toEqual([false, true]);
  });

  it("is told in short by a server of an older version", () => {
    const { held: _, off: __, ...older } = CALM;
    expect(sendingInWords(older, NOW, "Asia/Beirut")).toBe("23 wait");
  });
});
