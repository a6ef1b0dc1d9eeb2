import { describe, expect, it } from "vitest";
import { cancelAll, cancelSending, cancelStatus, enqueue, resetCancel } from "@/lib/queue/contract";
import { call, enterHouse } from "../support/house";

const withKey = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });

describe("the brake", () => {
  it.each([
    ["cancel-sending", cancelSending, true],
    ["queue/cancel-all", cancelAll, true],
    ["reset-cancel", resetCancel, false],
  ])("%s answers with an Idempotency-Key, and gives the same answer when it comes again", async (_, contract, cancelled) => {
    enterHouse();
    await call("staff", enqueue, { body: { items: [{ name: "Nour", phone: "76 400 118", message: "Hello" }] } });
    const key = withKey();
    const first = await call("staff", contract, key);
    expect({ status: first.status, cancelled: first.answer.cancelled }).toEqual({ status: 200, cancelled });
    const again = await call("staff", contract, key);
    expect(again).toMatchObject({ status: 200, answer: first.answer });
    expect((await call("staff", cancelStatus)).answer).toMatchObject({ cancelled, by: first.answer.by, at: first.answer.at });
  });

  it("tells by its name who pulled it, and nobody once it is loose", async () => {
    enterHouse();
    const { answer } = await call("staff", cancelAll);
    expect(answer).toMatchObject({ cancelled: true, by: expect.stringMatching(/\w/), at: expect.stringMatching(/Z$/) });
    expect(answer.by).not.toMatch(/^[0-9a-f-]{36}$/);
    expect((await call("admin", resetCancel)).answer).toEqual({ cancelled: false, by: null, at: null });
  });
});
