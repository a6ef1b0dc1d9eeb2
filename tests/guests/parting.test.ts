import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { closeBranch } from "@/lib/branches/contract";
import { storeFile } from "@/lib/db/files";
import { deleteContact, endDecision, guestCard, sayOnePerson, sayTwoPeople, updateContact } from "@/lib/guests/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { checkRebuilt } from "../support/rebuilt";
import { allData, alter, rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";
import { book, bring, endDay, find, mergeDate } from "./guests";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt(EVENING);
});

const WITH_COMPANY = { header: "name,phones,company" };
const MAYA_AND_RIMA = ["Maya Testfamily,03 111111,MEA", "Rima Testfamily,03 111111,Murex"];

/** Whoever stands in a book, found by their name alone. */
async function shown(name: string, branch?: string) {
  const all = await find(name, branch);
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not in the book: ${all.map((one) => one.name).join(", ")}`);
  return found;
}

async function identifierOf(name: string, branch?: string) {
  const { id, phones } = await shown(name, branch);
  return { id, name, phones };
}

async function twoPeople(name: string, names: string[], branch?: string, key?: string) {
  return call("staff", sayTwoPeople, { body: { identifier: await identifierOf(name, branch), names }, branch, key });
}

async function onePerson(name: string, other: string, branch?: string) {
  const body = { identifier: await identifierOf(name, branch), other: await identifierOf(other, branch) };
  return call("staff", sayOnePerson, { body, branch });
}

const end = (undo_id: string, branch?: string) => call("staff", endDecision, { body: { undo_id }, branch });
const correct = async (name: string, changes: object) =>
  call("staff", updateContact, { body: { identifier: await identifierOf(name), ...changes } as never });

/** `name phones company also`, sorted. */
const full = (branch: "jounieh" | "central" = "jounieh") =>
  rows<Record<"name" | "phones" | "company" | "also", string>>(storeFile(branch, "contacts"), "SELECT * FROM contact")
    .map((one) => [one.name, one.phones, one.company, one.also && `(${one.also})`].filter(Boolean).join(" "))
    .sort();

const rebuilt = (branch: "jounieh" | "central" = "jounieh") => checkRebuilt(storeFile(branch, "contacts"));

describe("these are two people", () => {
  it("parts a guest from whoever has the same number, each with what their own records say", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA (Rima Testfamily)"]);
    const { status, answer } = await twoPeople("Maya Testfamily", ["rima testfamily"]);
    expect([status, answer.message]).toEqual([
      200,
      "Maya Testfamily and Rima Testfamily are two guests now. Both keep the number +961 3 111 111.",
    ]);
    expect(answer).toMatchObject({
      contact: { name: "Maya Testfamily", company: "MEA" },
      other: { company: "Murex", phones: "03 111111" },
    });
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA", "Rima Testfamily 03 111111 Murex"]);
    rebuilt();
    // Whoever comes again goes to the one of the same name, and somebody else to the older.
    await bring(["Rima,03 111111", "Tony,03 111111"], { header: "name,phones" });
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA (Tony)", "Rima Testfamily 03 111111 Murex"]);
    rebuilt();
  });

  it("ends by its undo: they are one guest again, by the same id", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    const before = await shown("Maya Testfamily");
    const { answer } = await twoPeople("Maya Testfamily", ["Rima Testfamily"]);
    const ended = await end(answer.undo_id);
    expect(ended).toMatchObject({ status: 200, answer: { message: "Maya Testfamily is one guest again.", contacts: [{ id: before.id }] } });
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA (Rima Testfamily)"]);
    expect((await call("staff", guestCard, { params: { id: before.id } })).status).toBe(200);
    expect((await end(answer.undo_id)).status).toBe(404);
    rebuilt();
  });

  it("of two namesakes with one number: the phone of one is corrected, and they stay two", async () => {
    await bring(["Maya,03 111111", "Maya,70 222222"], { header: "name,phones" });
    const [one, other] = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact ORDER BY seq");
    const ids = { identifier: { id: one?.id ?? "" }, other: { id: other?.id ?? "" } };
    const { answer } = await call("staff", sayOnePerson, { body: ids });
    await correct("Maya", { title: "Pilot" }); // of both as of one: since then it is said that they are two
    await end(answer.undo_id);
    const body = { identifier: { id: other?.id ?? "" }, phones: "03 111111" };
    expect((await call("staff", updateContact, { body: body as never })).status).toBe(200);
    expect(book()).toEqual(["Maya 03 111111", "Maya 03 111111"]);
    await bring(["Maya,03 111111"], { header: "name,phones" }); // whoever this is, it is one of the two
    for (const { id } of await find("Maya")) {
      const change = { identifier: { id }, phones: id === one?.id ? "71 333333" : "71 444444" };
      expect((await call("staff", updateContact, { body: change as never })).status).toBe(200);
      rebuilt();
    }
    expect(book()).toEqual(["Maya 71 333333", "Maya 71 444444"]);
  });

  it("of two whose names agree since, the phone of one is corrected, and one is deleted: the other stays as it is", async () => {
    await bring(["Maya,03 111111", "Rima,03 111111"], { header: "name,phones" });
    await twoPeople("Maya", ["Rima"]);
    expect((await correct("Rima", { name: "Maya Rima" })).status).toBe(200);
    expect(book()).toEqual(["Maya 03 111111", "Maya Rima 03 111111"]);
    expect((await correct("Maya Rima", { phones: "70 222222" })).status).toBe(200);
    expect(book()).toEqual(["Maya 03 111111", "Maya Rima 70 222222"]);
    expect((await correct("Maya", { company: "MEA" })).status).toBe(200);
    expect(full()).toEqual(["Maya 03 111111 MEA", "Maya Rima 70 222222"]);
    rebuilt();
    const { id } = await shown("Maya Rima");
    expect((await call("staff", deleteContact, { query: { id, store: "contacts" } })).status).toBe(200);
    expect(full()).toEqual(["Maya 03 111111 MEA"]);
    rebuilt();
  });

  it("keeps the records of each together that only the other's numbers had joined", async () => {
    await bring(["Maya,03 111111", 'Rima,"03 111111, 70 222222"', "Maya,70 222222"], { header: "name,phones" });
    expect(full()).toEqual(["Maya 03 111111, 70 222222 (Rima)"]);
    const { answer } = await twoPeople("Maya", ["Rima"]);
    expect(answer.message).toContain("Both keep the numbers +961 3 111 111, +961 70 222 222.");
    expect(full()).toEqual(["Maya 03 111111, 70 222222", "Rima 03 111111, 70 222222"]);
    rebuilt();
  });

  it("takes the other's name off whoever was recorded with both, too", async () => {
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rima", phones: "03 111111" },
    ]);
    await endDay();
    await bring(["Rima,03 111111"], { header: "name,phones" });
    expect(full()).toEqual(["Maya 03 111111 (Rima)"]);
    expect((await twoPeople("Maya", ["Rima"])).status).toBe(200);
    expect(full()).toEqual(["Maya 03 111111", "Rima 03 111111"]);
    rebuilt();
  });

  it("is refused in plain words where the other was never recorded alone, and nothing is changed", async () => {
    await seat([
      { name: "Maya", phones: "03 111111" },
      { name: "Rima", phones: "03 111111" },
    ]);
    await endDay();
    const before = allData(data);
    const { status, answer } = await twoPeople("Maya", ["Rima"]);
    expect([status, answer.code]).toEqual([409, "conflict"]);
    expect(answer.error).toContain("Rima was never recorded alone");
    expect(answer.error).toContain("write that name with Edit");
    expect(allData(data)).toEqual(before);
  });

  it("is refused in the same way where everything is from before records were kept", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    alter(storeFile("jounieh", "contacts"), "DELETE FROM source_record; DELETE FROM record_strand; UPDATE contact SET is_before = 1;");
    const refused = await twoPeople("Maya Testfamily", ["Rima Testfamily"]);
    expect(refused).toMatchObject({ status: 409, answer: { error: expect.stringContaining("before Daftar kept who said what") } });
    await bring(["Rima Testfamily,03 111111,Murex"], WITH_COMPANY); // now somebody said it
    expect((await twoPeople("Maya Testfamily", ["Rima Testfamily"])).status).toBe(200);
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA", "Rima Testfamily 03 111111 Murex"]);
  });

  it("holds in central against the branches' merges, and acts on one book alone", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    await endDay();
    await mergeDate();
    await bring(["Rima,03 111111"], { header: "name,phones", branch: "central" });
    await bring(["Rima,03 111111"], { header: "name,phones" });
    expect((await twoPeople("Maya", ["Rima"], "central")).status).toBe(200);
    await mergeDate();
    expect([full("central"), full()]).toEqual([["Maya 03 111111", "Rima 03 111111"], ["Maya 03 111111 (Rima)"]]);
    rebuilt("central");
  });
});

describe("these are one person", () => {
  it("makes one guest of two, whose ids both lead to them; its end makes them two again", async () => {
    await bring(["Maya Testfamily,03 111111,", "M. Testfamily-Haddad,70 222222,MEA"], WITH_COMPANY);
    const [maya, other] = [await shown("Maya Testfamily"), await shown("M. Testfamily-Haddad")];
    const { status, answer } = await onePerson("Maya Testfamily", "M. Testfamily-Haddad");
    expect([status, answer.message]).toEqual([200, "Maya Testfamily and M. Testfamily-Haddad are one guest now."]);
    expect(full()).toEqual(["Maya Testfamily 03 111111, 70 222222 MEA (M. Testfamily-Haddad)"]);
    rebuilt();
    const again = { identifier: { id: maya.id }, other: { id: other.id } };
    expect(await call("staff", sayOnePerson, { body: again })).toMatchObject({
      status: 409,
      answer: { error: "These are one guest already. Nothing was changed." },
    });
    expect((await call("staff", updateContact, { body: { identifier: { id: other.id }, title: "Pilot" } as never })).status).toBe(200);
    const ended = await end(answer.undo_id);
    expect(ended.answer.message).toBe(
      "Maya Testfamily and M. Testfamily-Haddad are two guests again. What was corrected while they were one stands with both.",
    );
    expect(full()).toEqual(["M. Testfamily-Haddad 70 222222 MEA", "Maya Testfamily 03 111111"]);
    rebuilt();
  });

  it("ends without a trace where nothing was said since", async () => {
    await bring(["Maya,03 111111,", "Rima,70 222222,MEA"], WITH_COMPANY);
    const before = full();
    const { answer } = await onePerson("Maya", "Rima");
    expect((await end(answer.undo_id)).answer.message).toBe("Maya and Rima are two guests again.");
    expect(full()).toEqual(before);
    rebuilt();
  });

  it("ends whatever was recorded since: they are two, and what says the numbers of both is the older one's", async () => {
    await bring(["Maya,03 111111,", "Maya,70 222222,"], WITH_COMPANY);
    const [one, other] = rows<{ id: string }>(storeFile("jounieh", "contacts"), "SELECT id FROM contact ORDER BY seq");
    const ids = { identifier: { id: one?.id ?? "" }, other: { id: other?.id ?? "" } };
    const { answer } = await call("staff", sayOnePerson, { body: ids });
    await bring(['Maya,"03 111111, 70 222222",MEA'], WITH_COMPANY);
    expect((await end(answer.undo_id)).answer.message).toBe("Maya and Maya are two guests again.");
    expect(full()).toEqual(["Maya 03 111111 MEA", "Maya 70 222222"]);
    rebuilt();
  });

  it("stand with the values that were chosen, and each has their own again when it ends", async () => {
    await bring(["Maya Testfamily,03 111111,Murex", "M. Haddad,70 222222,MEA"], WITH_COMPANY);
    const before = full();
    const body = { identifier: await identifierOf("Maya Testfamily"), other: await identifierOf("M. Haddad") };
    const foreign = await call("staff", sayOnePerson, { body: { ...body, values: { company: "Cedar" } } });
    expect([foreign.status, foreign.answer.error]).toEqual([409, expect.stringContaining("does not have what you chose")]);
    const { answer } = await call("staff", sayOnePerson, { body: { ...body, values: { company: "MEA", name: "M. Haddad" } } });
    expect(answer.contact).toMatchObject({ name: "M. Haddad", company: "MEA", also: "Maya Testfamily" });
    rebuilt();
    await end(answer.undo_id);
    expect(full()).toEqual(before);
    rebuilt();
  });

  it("ends where numbers and name were corrected since: each has their own, what came by it is the first one's", async () => {
    await bring(["Maya Testfamily,03 111111", "M. Haddad,70 222222"], { header: "name,phones" });
    const { answer } = await onePerson("Maya Testfamily", "M. Haddad");
    await correct("Maya Testfamily", { phones: "70 222222, 71 333333", name: "Maya Testfamily Junior" });
    await end(answer.undo_id);
    expect(full()).toEqual(["M. Haddad 70 222222", "Maya Testfamily Junior 71 333333"]);
    rebuilt();
  });

  it("ends where a third was said to be the same since: that one stays with the first, and its own end parts them too", async () => {
    await bring(["Maya,03 111111", "Rima,70 222222", "Tia,71 333333"], { header: "name,phones" });
    const first = (await onePerson("Maya", "Rima")).answer.undo_id;
    const second = (await onePerson("Maya", "Tia")).answer.undo_id;
    const ended = await end(first);
    expect(ended.answer.message).toBe("Maya and Rima are two guests again. Tia, who was said to be the same since, stays with Maya.");
    expect(full()).toEqual(["Maya 03 111111, 71 333333 (Tia)", "Rima 70 222222"]);
    rebuilt();
    await end(second);
    expect(full()).toEqual(["Maya 03 111111", "Rima 70 222222", "Tia 71 333333"]);
    rebuilt();
  });

  it("takes nothing away: what was corrected of one of the two stands beside the other's numbers and names", async () => {
    await bring(["Maya,03 111111", "Rima,70 222222"], { header: "name,phones" });
    await correct("Rima", { name: "Rita", phones: "71 333333" });
    const { answer } = await onePerson("Maya", "Rita");
    expect(full()).toEqual(["Rita 71 333333, 03 111111 (Rima\nMaya)"]);
    rebuilt();
    await end(answer.undo_id);
    expect(full()).toEqual(["Maya 03 111111", "Rita 71 333333"]);
    await bring(["Tony,03 111111"], { header: "name,phones" });
    const two = await twoPeople("Maya", ["Tony"]);
    await correct("Tony", { phones: "71 444444" });
    expect((await end(two.answer.undo_id)).answer.message).toBe("Maya is one guest again.");
    expect(full()).toEqual(["Maya 71 444444, 03 111111 (Tony)", "Rita 71 333333"]);
    rebuilt();
  });

  it("wins over an earlier word that they are two, and yields to a later one", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    await twoPeople("Maya Testfamily", ["Rima Testfamily"]);
    await onePerson("Maya Testfamily", "Rima Testfamily");
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA (Rima Testfamily)"]);
    await twoPeople("Maya Testfamily", ["Rima Testfamily"]);
    expect(full()).toEqual(["Maya Testfamily 03 111111 MEA", "Rima Testfamily 03 111111 Murex"]);
    rebuilt();
  });

  it("is refused where one guest has no room for the numbers of both", async () => {
    const numbers = (from: number) => Array.from({ length: 16 }, (_, index) => `+961 3 1234${from + index}`).join("; ");
    await bring([`Maya,${numbers(10)}`, `Rima,${numbers(40)}`], { header: "name,phones" });
    const before = allData(data);
    const { status, answer } = await onePerson("Maya", "Rima");
    expect([status, answer.error]).toEqual([
      409,
      "Maya and Rima cannot become one. Nothing was changed. Together they have more numbers than one guest has room for: take some away first.",
    ]);
    expect(allData(data)).toEqual(before);
  });

  it("makes two one who were two before records were kept", async () => {
    await bring(["Maya,03 111111,", "Rima,70 222222,MEA"], WITH_COMPANY);
    alter(storeFile("jounieh", "contacts"), "DELETE FROM source_record; DELETE FROM record_strand; UPDATE contact SET is_before = 1;");
    const { answer } = await onePerson("Maya", "Rima");
    expect(full()).toEqual(["Maya 03 111111, 70 222222 MEA (Rima)"]);
    await end(answer.undo_id);
    expect(full()).toEqual(["Maya 03 111111", "Rima 70 222222 MEA"]);
  });
});

describe("both decisions", () => {
  it("are refused where the guest was changed since, with the guest as they are", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    const identifier = await identifierOf("Maya Testfamily");
    await correct("Maya Testfamily", { phones: "03 111111, 70 222222" });
    for (const answered of [
      await call("staff", sayTwoPeople, { body: { identifier, names: ["Rima Testfamily"] } }),
      await call("staff", sayOnePerson, { body: { identifier, other: identifier } }),
    ])
      expect(answered).toMatchObject({ status: 409, answer: { current: { phones: "03 111111, 70 222222" } } });
    expect((await twoPeople("Maya Testfamily", ["Tony"])).answer.error).toContain("Tony is no other name of Maya Testfamily now.");
  });

  it("of nobody, or of another branch, are 404; of a closed branch 409", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    const identifier = { ...(await identifierOf("Maya Testfamily")) };
    const send = (id: string, branch?: string) =>
      call("staff", sayTwoPeople, { body: { identifier: { ...identifier, id }, names: ["Rima Testfamily"] }, branch });
    expect([(await send("nobody")).status, (await send(identifier.id, "batroun")).status]).toEqual([404, 404]);
    expect((await end("nothing")).status).toBe(404);
    await call("admin", closeBranch, { params: { key: "jounieh" } });
    expect((await send(identifier.id)).status).toBe(409);
  });

  it("sent again with the same key are done once", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    const body = { identifier: await identifierOf("Maya Testfamily"), names: ["Rima Testfamily"] };
    const [first, again] = [
      await call("staff", sayTwoPeople, { body, key: "the same press" }),
      await call("staff", sayTwoPeople, { body, key: "the same press" }),
    ];
    expect(again.answer).toEqual(first.answer);
    expect(rows(storeFile("jounieh", "contacts"), "SELECT 1 FROM book_decision")).toHaveLength(1);
  });

  it("stand in the trail without a word of the guests", async () => {
    await bring(MAYA_AND_RIMA, WITH_COMPANY);
    const two = (await twoPeople("Maya Testfamily", ["Rima Testfamily"])).answer;
    await onePerson("Maya Testfamily", "Rima Testfamily");
    await end(two.undo_id);
    const { entries } = (await call("admin", listAudit, { query: { group: "guests" } as never })).answer;
    expect(entries.slice(0, 3).map(({ what }) => what)).toEqual([
      "Ended that guests are two people: they are one guest",
      "Said that two guests are one person",
      "Said that one guest is two people",
    ]);
    const said = rows<{ payload: string }>(storeFile("jounieh", "contacts"), "SELECT payload FROM event WHERE kind LIKE 'contacts.said%'");
    expect(said.map(({ payload }) => payload).join()).not.toContain("Testfamily");
  });
});

it("of two who were parted, a table that said the numbers of both stays whose it is when an older guest becomes one with the other", async () => {
  await bring(["Maya Khoury,03 100000", "Maya,03 100011", "Khoury Maya Najat,03 100022"], { header: "name,phones" });
  const { answer } = await onePerson("Khoury Maya Najat", "Maya");
  await seat([{ name: "Khoury Maya Najat", phones: "03 100011, 03 100022" }]);
  await endDay();
  clockAt("2026-11-21T19:30:00Z");
  await correct("Khoury Maya Najat", { phones: "03 100011, 03 100022, 71 000011" });
  expect((await end(answer.undo_id)).status).toBe(200);
  const mayas = await find("03 100011");
  expect(mayas.map(({ phones }) => phones)).toEqual(["03 100011"]);
  const identifier = { id: (await find("03 100022"))[0]?.id ?? "" };
  const other = { id: (await find("03 100000"))[0]?.id ?? "" };
  expect((await call("staff", sayOnePerson, { body: { identifier, other } })).status).toBe(200);
  expect((await find("03 100011")).map(({ id }) => id)).toEqual(mayas.map(({ id }) => id));
  const owner = rows<{ id: string }>(
    storeFile("jounieh", "contacts"),
    "SELECT c.id FROM source_record r JOIN contact c ON c.seq = r.contact_seq WHERE r.said LIKE '%2026-11-20%' AND r.said LIKE '%100011%' AND r.said LIKE '%100022%'",
  );
  expect(owner.map(({ id }) => id)).toEqual(mayas.map(({ id }) => id));
  rebuilt();
});
