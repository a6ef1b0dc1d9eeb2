import { Send } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { Action } from "@/components/birthdays/actions-menu";
import { shownCampaign } from "@/components/birthdays/campaign";
import { sendingHere } from "@/components/birthdays/campaign-actions";
import { quietInWords } from "@/components/birthdays/send-dialog";
import { workersInWords } from "@/components/customer-service/use-sending";
import { birthdaysInWords } from "@/components/home/birthdays-today";
import { stillMissing } from "@/components/queue/template-preview";
import { MAY_HAVE_SAID_NO, storedReason, UNDECIDED_CODE } from "@/lib/queue/left-out-reasons";
import { vouchersGenerated } from "@/lib/vouchers/voucher-texts";

describe("at central, whose greetings go from the restaurants' books", () => {
  const all = (["csv", "vcf", "statistics", "retry", "generate", "send"] as const).map(
    (key): Action => ({ key, label: key, icon: Send, run: () => {} }),
  );
  const keys = (isInBooks: boolean) => sendingHere(all, isInBooks).map(({ key }) => key);

  it("no voucher is offered and nothing is sent", () => {
    expect(keys(true)).toEqual(["csv", "vcf", "statistics"]);
    expect(keys(false)).toEqual(all.map(({ key }) => key));
  });

  it("birthdays are counted and not people: somebody stands in the books of two restaurants", () => {
    expect([birthdaysInWords(61, true), birthdaysInWords(1, true)]).toEqual([
      "61 birthdays today in the restaurants’ books",
      "1 birthday today in the restaurants’ books",
    ]);
    expect([birthdaysInWords(12, false), birthdaysInWords(1, false)]).toEqual([
      "12 guests of the book have their birthday today",
      "1 guest of the book has a birthday today",
    ]);
    expect(birthdaysInWords(0, true)).toBe("No birthday today in the restaurants’ books");
  });
});

it("says before greetings are queued in the quiet hours that they go after the birthday", () => {
  expect(quietInWords("2026-11-21T07:30:00Z", "2026-11-20", "Asia/Beirut")).toBe(
    "Birthdays are not sent at this hour: the messages go out from Sat 21 Nov 2026, 09:30 on, which is after the birthday.",
  );
  expect(quietInWords("2026-11-20T07:30:00Z", "2026-11-20", "Asia/Beirut")).toMatch(/09:30 on\.$/);
});

describe("words about so many", () => {
  it("are of one voucher, and of several", () => {
    expect([vouchersGenerated(1), vouchersGenerated(0), vouchersGenerated(2)]).toEqual([
      "1 voucher generated",
      "0 vouchers generated",
      "2 vouchers generated",
    ]);
  });

  it("count as many that wait as stand above them", () => {
    const one = (id: string, state: "PENDING" | "IN_PROGRESS", reason: string | null) => {
      const rest = { name: id, phone: "9613111111", shown_phone: "", branch: "jounieh", voucher: "", why: null, sendable: false };
      return { id, state, reason, item: id, ...rest };
    };
    const guests = [one("a", "IN_PROGRESS", null), one("b", "PENDING", "The number rests."), one("c", "PENDING", null)];
    const data = { guests, tasks: [], workers: [], quiet_until: null };
    const shown = shownCampaign({ data, at: 1 }, []);
    expect([shown?.waiting, shown?.waitsFor]).toEqual([3, "1 of 3 waits: The number rests."]);
  });

  it("end with one full stop, whatever was written", () => {
    expect(stillMissing(["Maya", "We open on Sunday."])).toBe(
      "Its text stands at Meta and is filled in with “Maya”, “We open on Sunday”. Write it into WhatsApp Limits, and it is shown here.",
    );
  });
});

describe("that a guest may have said no", () => {
  const ELSE = "phone-pc has sent 20 messages.";
  it("names the short way, whether a code is stored or an older version's words, and no other reason is changed", () => {
    expect(MAY_HAVE_SAID_NO).toContain("“Read and decide” on Home");
    const older = "The guest wrote what sounds like a no. Nothing goes to them until somebody decides: open the guest in Search Guest.";
    expect(storedReason({ last_code: UNDECIDED_CODE, error: null })).toBe(MAY_HAVE_SAID_NO);
    expect(storedReason({ last_code: "PAUSED", error: older })).toBe(MAY_HAVE_SAID_NO);
    expect(storedReason({ last_code: "PAUSED", error: ELSE })).toBe(ELSE);
    expect(storedReason({ last_code: null, error: null })).toBeNull();
  });
});

describe("which PC sends a letter", () => {
  it("is named, as far as it is known", () => {
    const named = (...names: string[]) => workersInWords(names.map((name) => ({ name })));
    expect(named("phone-pc")).toBe("That PC is phone-pc.");
    expect(named("cloud-pc", "phone-pc")).toBe("That PC is cloud-pc or phone-pc.");
    expect(named()).toBe("No worker can send now: a worker PC sends it once it can.");
    expect(workersInWords(undefined)).toBe("That is a worker PC.");
  });
});
