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
  });

  it("names what keeps the others, and who could be started", () => {
    const rests = { phones: ["phone-pc"], official: ["cloud-pc"], until: "2026-11-28T08:47:00Z" };
    expect(words({ held: { stopped: 0, paused: 11 }, rests })).toBe(
      "23 wait · 11 of them paused · phone-pc has sent as much as it may until Sat 28 Nov 2026, 10:47, and no template is named for cloud-pc",
    );
    expect(words({ rests: { ...rests, official: [], until: "2026-11-27T09:00:00Z" }, off: ["cloud-pc"] })).toBe(
      "23 wait · phone-pc has sent as much as it may until 11:00: start cloud-pc again",
    );
    expect(words({ template: "no_template", off: ["phone-pc"] })).toBe("23 wait · no template is named: start phone-pc again");
    expect(words({ workers: 0, off: ["phone-pc", "cloud-pc"] })).toBe("23 wait · no worker can send: start phone-pc or cloud-pc again");
    expect(words({ held: { stopped: 0, paused: 23 }, workers: 0 })).toBe("23 wait · all paused");
  });

  it("is told in short by a server of an older version", () => {
    const { held: _, off: __, ...older } = CALM;
    expect(sendingInWords(older, NOW, "Asia/Beirut")).toBe("23 wait");
  });
});
