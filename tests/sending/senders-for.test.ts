import { expect, it } from "vitest";
import { sendersFor } from "@/components/queue/senders-for";
import { ofSameNumbers } from "@/components/queue/without-templates";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import type { listWorkers, WorkerShown } from "@/lib/queue/senders/contract";

const MISSING: Obstacle = { what: "no_template", kind: "service", reason: "", since: null, worker: null, resumes: false, who: ["admin"] };

const worker = (id: string, transport: string, can_send = true): WorkerShown => ({
  id,
  name: id,
  online: true,
  can_send,
  last_seen: "2026-11-20T12:00:00Z",
  branch: "jounieh",
  transport,
  account: "",
  problem: null,
  is_stopped: false,
  link: null,
  quota: null,
  locked_until: null,
  pairing: null,
  day: null,
  sent: 0,
  failed: 0,
});
const answer = (...workers: WorkerShown[]): AnswerOf<typeof listWorkers> => ({ workers, no_template: [MISSING] });
const idsOf = ({ able }: ReturnType<typeof sendersFor>) => able.map(({ id }) => id);

it("those who get no work are no senders", () => {
  const other = { ...worker("old", "baileys", false), build_is: "other_protocol" as const };
  expect(idsOf(sendersFor(answer(worker("phone", "baileys"), other), "service"))).toEqual(["phone"]);
});

it("a template is missing only where no other way is there, and only for the kind that has none", () => {
  const official = worker("official", "cloud");
  expect(sendersFor(answer(official), "service")).toMatchObject({ able: [{ id: "official" }], missing: MISSING });
  expect(sendersFor(answer(official), "menu").missing).toBeNull();
  const both = sendersFor(answer(official, worker("phone", "baileys")), "service");
  expect([idsOf(both), both.missing]).toEqual([["phone"], null]);
  expect(idsOf(sendersFor(answer(official, worker("phone", "baileys")), "menu"))).toEqual(["official", "phone"]);
  expect(sendersFor(answer(worker("official", "cloud", false)), "service")).toEqual({ able: [], missing: null });
});

it("a template that one official number was refused leaves the others to send, and is that number's alone", () => {
  const refused: Obstacle = { ...MISSING, what: "template_stopped", numbers: ["refused"] };
  const told = { workers: [worker("refused", "cloud"), worker("able", "cloud")], no_template: [refused] };
  const found = sendersFor(told, "service");
  expect([idsOf(found), found.missing]).toEqual([["able"], null]);
  expect(sendersFor({ ...told, workers: [worker("refused", "cloud")] }, "service").missing).toEqual(refused);
  expect(
    ofSameNumbers([refused, { ...refused, kind: "menu" }, { ...MISSING, kind: "birthday", numbers: ["refused", "able"] }], told.workers),
  ).toMatchObject([
    { names: ["refused"], missing: [{ kind: "service" }, { kind: "menu" }] },
    { names: ["refused", "able"], missing: [{ kind: "birthday" }] },
  ]);
});
