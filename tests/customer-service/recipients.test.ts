import { describe, expect, it } from "vitest";
import { itemsFor, keyOf, phoneOf } from "@/components/customer-service/recipients";
import { longestOf, messageFor } from "@/components/queue/fill-message";
import type { Recipient } from "@/lib/guest-search/contract";

function person(name: string, phones: string, more: Partial<Recipient> = {}): Recipient {
  const numbers = phones ? [{ shown: phones, digits: `961${phones.replace(/\D/g, "").replace(/^0/, "")}` }] : [];
  return { id: name, name, phones, company: "", added_at: "2026-11-20T19:40:00.000Z", branch: "jounieh", numbers, ...more };
}

describe("a guest to write to", () => {
  it("is known by name and the last eight digits of the phone", () => {
    expect(keyOf(person("رامي خوري", "03 123456"))).toBe("رامي خوري|13123456");
    expect(keyOf(person(" رامي خوري ", "+961 3 123 456", { numbers: [{ shown: "", digits: "9613123456" }] }))).toBe("رامي خوري|13123456");
    expect(keyOf(person("Rami", "03 123456"))).not.toBe(keyOf(person("رامي خوري", "03 123456")));
    expect(keyOf(person("Rami", ""))).toBe("Rami|");
  });

  it("is written to at the first number that reaches anybody, a known one before a doubtful one", () => {
    const numbers = [
      { shown: "fax 01 234567", digits: "" },
      { shown: "+961 33 333 333", digits: "96133333333", doubtful: true as const },
      { shown: "+961 70 555 111", digits: "96170555111" },
    ];
    expect(phoneOf({ phones: "x", numbers })).toBe("96170555111");
    expect(phoneOf({ phones: "x", numbers: numbers.slice(0, 2) })).toBe("96133333333");
    expect(phoneOf({ phones: "fax 01 234567", numbers: numbers.slice(0, 1) })).toBe("");
    expect(phoneOf({ phones: "ask her sister", numbers: [] })).toBe("");
    expect(phoneOf({ phones: "٠٣ ١٢٣٤٥٦, 70 555 111", numbers: undefined })).toBe("03123456");
  });

  it("reads a name and a branch in place of the tokens, and Guest where no name is known", () => {
    expect(messageFor("Dear {name}, see you in {branch}, {Name}!", person("نور", "76 400 118"), "batroun")).toBe(
      "Dear نور, see you in Jounieh, نور!",
    );
    expect(messageFor("Dear {name} of {branch}", person("  ", "76 400 118", { branch: "" }), "batroun")).toBe("Dear Guest of Batroun");
    expect(messageFor("Dear {name} of {branch}", undefined, "ehden")).toBe("Dear Guest of Ehden");
    // What looks like a token or a sign of replacement in a name stays a name.
    expect(messageFor("{name} & {branch}", person("{branch} $& $1", "76 400 118"), "ehden")).toBe("{branch} $& $1 & Jounieh");
  });

  it("is dropped without a phone; for everybody else there is one message, whose tokens the server fills in", () => {
    const chosen = [person("Maya", "03 123456"), person("Nobody", ""), person("", "76 400 118")];
    expect(itemsFor("Hello {name}", chosen, "ehden")).toEqual([
      { name: "Maya", phone: "9613123456", message: "Hello {name}", branch: "jounieh" },
      { name: "", phone: "96176400118", message: "Hello {name}", branch: "jounieh" },
    ]);
    expect(itemsFor("Hello", [person("Nobody", "")], "ehden")).toEqual([]);
  });

  it("with the longest name tells how long the message becomes", () => {
    expect(longestOf("Hi {name}", [person("Maya", ""), person("Maximilian", "")], "ehden")).toBe(13);
    expect(longestOf("Hi {name}", [], "ehden")).toBe(8);
  });
});
