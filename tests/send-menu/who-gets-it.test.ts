import { expect, it } from "vitest";
import { birthdayCounts, whoGetsIt } from "@/components/menus/who-gets-it";
import type { MenusSent } from "@/lib/menus/contract";
import { OPTED_OUT } from "@/lib/queue/left-out-reasons";

const guest = (name: string, phones: string, birthday = "") => ({ name, phones, birthday });

type Result = MenusSent["results"][number];
const sent = (results: readonly (Pick<Result, "phone" | "status"> & Partial<Result>)[]): MenusSent => ({
  status: "DONE",
  counts: { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 },
  results: results.map((one, index) => ({
    id: String(index),
    name: "",
    error: null,
    delivery: null,
    can_retry: false,
    in_doubt: false,
    left_because: null,
    ...one,
  })),
});

it("names whom no number reaches, each with the reason", () => {
  const who = whoGetsIt([guest(" Maya ", "03 111111"), guest("Ziad", " "), guest("Tia", "12"), guest("Rami", "no number")], undefined);
  expect(who).toEqual({
    to: [{ name: "Maya", phone: "03 111111" }],
    have: 0,
    mayHave: 0,
    without: [
      { index: 1, name: "Ziad", reason: "No phone." },
      { index: 2, name: "Tia", reason: "No number that WhatsApp could reach." },
      { index: 3, name: "Rami", reason: "No number that WhatsApp could reach." },
    ],
  });
});

it("leaves out who has it or to whom it is on its way, however the number is written, and nobody else", () => {
  const guests = [guest("Maya", "03 111111"), guest("Rami", "+961 3 222 222"), guest("Tia", "03/333333"), guest("Nour", "03 444444")];
  const before = sent([
    { phone: "+961 3 111 111", status: "SENT" },
    { phone: "+961 3 222 222", status: "PENDING" },
    { phone: "+961 3 333 333", status: "FAILED" },
    { phone: "+961 3 444 444", status: "CANCELLED" },
  ]);
  const who = whoGetsIt(guests, before);
  expect([who.have, who.to.map(({ name }) => name)]).toEqual([2, ["Tia", "Nour"]]);
});

it("leaves out who has said no, with the reason, so that the count is of those who get it", () => {
  const who = whoGetsIt([guest("Maya", "03 111111"), guest("Rami", "03 222222")], undefined, (phones) =>
    phones === "03 222222" ? OPTED_OUT : null,
  );
  expect(who.to).toHaveLength(1);
  expect(who.without).toEqual([{ index: 1, name: "Rami", reason: OPTED_OUT }]);
});

it("counts those who may have it: nobody answered when it was sent", () => {
  const before = sent([{ phone: "+961 3 111 111", status: "FAILED", in_doubt: true }]);
  const who = whoGetsIt([guest("Maya", "03 111111"), guest("Rami", "03 222222")], before);
  expect([who.to.length, who.mayHave]).toEqual([2, 1]);
});

it("leaves it to the server where numbers are masked", () => {
  expect(whoGetsIt([guest("Maya", "03 111111")], sent([{ phone: "+9613 ••• •11", status: "SENT" }])).to).toHaveLength(1);
});

it("counts the birthdays that are near, of everybody", () => {
  const guests = [guest("Maya", "", "--11-24"), guest("Rami", "03 111111", "--11-01"), guest("Tia", "", "--06-01"), guest("Nour", "")];
  expect(birthdayCounts(guests, "2026-11-21")).toEqual({ next: 1, last: 1 });
});
