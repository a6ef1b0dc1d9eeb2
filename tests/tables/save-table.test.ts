import { describe, expect, it } from "vitest";
import { openTable, saveTable } from "@/lib/tables/contract";
import { call, enterHouse } from "../support/house";

const metadata = { hostess: "Rima", waiter: "Jad", table_number: "12" };

describe("saving a table", () => {
  it("keeps one person of two spellings of a phone", async () => {
    enterHouse();
    const saved = await call("staff", saveTable, {
      body: { metadata, contacts: [{ name: "رامي خوري", phones: "03 123456" }, { name: "Rami", phones: "+961 3 123456", birthday: "14/5" }] },
    });
    expect(saved.status).toBe(200);
    const opened = await call("staff", openTable, { params: { name: saved.answer.table_name } });
    expect(opened.answer.contacts.map(({ name, birthday }) => ({ name, birthday }))).toEqual([{ name: "رامي خوري", birthday: "--05-14" }]);
  });

  it("answers a repeated key with the first answer and saves nothing again", async () => {
    enterHouse();
    const body = { metadata, contacts: [{ name: "Maya", phones: "70 111 222" }] };
    const first = await call("staff", saveTable, { body, key: "a" });
    const again = await call("staff", saveTable, { body, key: "a" });
    expect(again.answer).toEqual(first.answer);
    const other = await call("staff", saveTable, { body: { ...body, metadata: { ...metadata, waiter: "Elie" } }, key: "a" });
    expect(other.answer.code).toBe("idempotency_mismatch");
  });
});
