import { describe, expect, it } from "vitest";
import { branchOf, guestsPerBranch, keyOf, numbersOf, whatIsNotShown } from "../../components/feed/feed-numbers";
import type { TableLogEntry } from "../../lib/tables/contract";

function entry(fields: Partial<TableLogEntry>): TableLogEntry {
  return {
    table: "12",
    table_name: "",
    time: "2026-11-20T19:40:00.000Z",
    hostess: "Rima",
    waiter: "Karim",
    branch: "",
    party_size: null,
    contacts: [],
    ...fields,
  };
}
const guest = (name: string, birthday = "") => ({ name, phones: "", birthday });

describe("the live feed's numbers", () => {
  it("take the branch that the server says, else the one that the words say, else Jounieh", () => {
    expect(branchOf(entry({ branch: "Ehden", hostess: "Batroun" }))).toBe("ehden");
    expect(branchOf(entry({ waiter: "Karim (Batroun)" }))).toBe("batroun");
    expect(branchOf(entry({ contacts: [guest("Zgharta group")] }))).toBe("zgharta");
    expect(branchOf(entry({ branch: "central" }))).toBe("jounieh");
  });

  it("count guests per branch, with the branches that have none", () => {
    const counts = guestsPerBranch([entry({ branch: "ehden", contacts: [guest("a"), guest("b")] }), entry({ contacts: [guest("c")] })]);
    expect(Object.fromEntries(counts)).toEqual({ jounieh: 1, batroun: 0, tripoli: 0, zgharta: 0, ehden: 2 });
  });

  it("count tables, guests, known birthdays and those within a week", () => {
    const logs = [entry({ contacts: [guest("a", "--11-24"), guest("b", "--06-01"), guest("c")] }), entry({})];
    expect(numbersOf(logs, "2026-11-20")).toEqual({ tables: 2, guests: 3, withBirthday: 2, celebrating: 1 });
  });

  it("count whoever sits at two tables once: by a number, else by the name, and never two of one table", () => {
    const maya = { name: "Maya", phones: "03 111111, 71 222333", birthday: "--11-24" };
    const logs = [
      entry({ table: "1", branch: "ehden", contacts: [maya, guest("Rami"), guest(""), guest("")] }),
      entry({
        table: "2",
        branch: "ehden",
        contacts: [{ ...maya, name: "Maya K.", phones: "71 222333", birthday: "" }, guest("rami"), guest("")],
      }),
      entry({ table: "3", branch: "batroun", contacts: [maya] }),
    ];
    expect(numbersOf(logs, "2026-11-20")).toEqual({ tables: 3, guests: 5, withBirthday: 1, celebrating: 1 });
    expect(Object.fromEntries(guestsPerBranch(logs))).toEqual({ jounieh: 0, batroun: 1, tripoli: 0, zgharta: 0, ehden: 5 });
  });

  it("know an entry again, with or without a name of its own", () => {
    expect(keyOf(entry({ branch: "ehden", table_name: "2026-11-20 table 12" }))).toBe("ehden/2026-11-20 table 12");
    expect(keyOf(entry({ time: "21:40" }))).not.toBe(keyOf(entry({ time: "21:41" })));
  });
});

describe("what the feed does not show", () => {
  it("is said in words, each branch with its reason", () => {
    expect(whatIsNotShown({ unavailable: [], elsewhere: [] })).toEqual([]);
    expect(whatIsNotShown({ unavailable: ["batroun", "ehden", "tripoli"], elsewhere: ["ehden", "tripoli"] })).toEqual([
      "Not shown, because they cannot be read now: Batroun.",
      "Not shown, because another server keeps them: Ehden, Tripoli.",
    ]);
  });
});
