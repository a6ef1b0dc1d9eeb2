import { beforeEach, describe, expect, it } from "vitest";
import { itemsFor } from "@/components/customer-service/recipients";
import { messageFor } from "@/components/queue/fill-message";
import { searchRecipients } from "@/lib/guest-search/contract";
import { importContacts } from "@/lib/import/contract";
import { nameSearchedFor } from "@/lib/names";
import { call, enterHouse } from "../support/house";

beforeEach(() => {
  enterHouse();
});

describe("a guest with other names", () => {
  it("is found by each of them, and the search says which they are", async () => {
    const raw = "name,phones\nMia Najjar,03 111222\nWalid Sabbagh,03 111222\nNour Karam,76 400118\n";
    expect((await call("staff", importContacts, { raw, headers: { "content-type": "text/csv" } })).status).toBe(200);
    const found = async (search: string) => (await call("staff", searchRecipients, { query: { search } })).answer.contacts;
    const [guest] = await found("walid");
    expect(guest).toMatchObject({ name: "Mia Najjar", also: "Walid Sabbagh" });
    if (!guest) throw new Error("nobody found");
    expect((await found("nour"))[0]?.also).toBe("");
    const called = nameSearchedFor(guest, "Walid");
    const [item] = itemsFor("Hi {name}", [{ ...guest, called }], "jounieh");
    expect(item).toMatchObject({ name: "Walid Sabbagh", message: "Hi {name}" });
  });

  it("is meant by the name that holds what was typed, else by the guest's own", () => {
    const guest = { name: "Mia Najjar", also: "Walid Sabbagh\nÉlodie Najjar" };
    const cases = {
      walid: "Walid Sabbagh",
      "SABBAGH wal": "Walid Sabbagh",
      najjar: "Mia Najjar",
      elodie: "Élodie Najjar",
      "03 111": "Mia Najjar",
      "": "Mia Najjar",
    };
    for (const [typed, name] of Object.entries(cases)) expect(nameSearchedFor(guest, typed), typed).toBe(name);
    expect(nameSearchedFor({ name: "Mia Najjar" }, "walid"), "an older server").toBe("Mia Najjar");
    expect(messageFor("Hi {name}", { name: "Mia Najjar", called: "Walid Sabbagh" }, "jounieh")).toBe("Hi Walid Sabbagh");
  });
});
