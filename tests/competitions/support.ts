import { expect } from "vitest";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { drawCompetition, lockCompetition, makeCompetition, openCompetition, stepCompetition } from "@/lib/competitions/contract";
import { bringEntries } from "@/lib/competitions/entries/contract";
import type { DecidedState } from "@/lib/competitions/states";
import { clockAt } from "../support/clocks";
import { type CallOptions, call, type Person } from "../support/house";
import { formOf } from "../support/import-form";
import type { MadePerson } from "../support/people";
import { AFTER_CLOSE, CLOSES_AT, DRAWS_AT, OPENS_AT, ROUNDS, WHILE_OPEN } from "./rounds";

export { AFTER_CLOSE, CLOSES_AT, DRAWS_AT, OPENS_AT, people, ROUND_IS_THERE, ROUNDS, table, WHILE_OPEN } from "./rounds";

export type Wanted = Partial<BodyInputOf<typeof makeCompetition>>;
type Who = Person | MadePerson;

/** A call by somebody of the template, or whom the test made. */
export function by(who: Who, options: CallOptions<never> = {}): [Person, CallOptions<never>] {
  if (typeof who === "string") return [who, options];
  return ["nobody", { ...options, headers: { ...options.headers, ...who.headers } }];
}

export async function make(wanted: Wanted = {}, who: Who = "admin"): Promise<{ id: string; version: number }> {
  const body = {
    ...{ title: "Dinner for two", branches: ["jounieh"], prize: "Dinner for two", winners: 2, reserves: 2 },
    ...{ opens_at: OPENS_AT, closes_at: CLOSES_AT, rules: { en: "Mention a friend.", fr: "", ar: "" } },
    ...wanted,
  };
  const [person, options] = by(who, { body } as never);
  const { status, answer } = await call(person, makeCompetition, options);
  expect(answer.error).toBeUndefined();
  expect(status).toBe(201);
  return { id: answer.id, version: answer.version };
}

export const versionOf = async (id: string) => (await open(id)).competition.version;
export const open = async (id: string, who: Who = "admin") => {
  const [person, options] = by(who, { params: { id } });
  const { status, answer } = await call(person, openCompetition, options);
  expect(status, answer.error).toBe(200);
  return answer;
};

export async function step(id: string, to: DecidedState, reason = "", who: Who = "admin") {
  const version = await versionOf(id);
  const [person, options] = by(who, { params: { id }, body: { version, to, reason } } as never);
  return call(person, stepCompetition, options);
}

/** @param key the Idempotency-Key of the call */
export function bring(
  id: string,
  csv: string | Uint8Array<ArrayBuffer>,
  key?: string,
  source: "file" | "paste" = "file",
  who: Who = "admin",
) {
  const { headers, body } = new Response(formOf(csv, {}, "comments.csv"));
  const type = { "content-type": headers.get("content-type") ?? "" };
  const sent = { params: { id }, query: { source }, raw: body as BodyInit, headers: type, key }; // a form has a body
  const [person, options] = by(who, sent as never);
  return call(person, bringEntries, options);
}

export const paste = (id: string, text: string, who: Who = "admin") => bring(id, text, undefined, "paste", who);

export async function lock(id: string, way: "drand" | "secret" = "drand", draws_at = DRAWS_AT, who: Who = "admin") {
  const version = await versionOf(id);
  const [person, options] = by(who, { params: { id }, body: { version, way, draws_at } } as never);
  return call(person, lockCompetition, options);
}

export async function draw(id: string, round: BodyInputOf<typeof drawCompetition>["round"] = ROUNDS.september, who: Who = "admin") {
  const version = await versionOf(id);
  const [person, options] = by(who, { params: { id }, body: { version, round } } as never);
  return call(person, drawCompetition, options);
}

/** One that is closed, with these comments in it. */
export async function closed(csv: string, wanted: Wanted = {}, who: Who = "admin"): Promise<string> {
  clockAt(WHILE_OPEN);
  const { id } = await make(wanted, who);
  expect((await step(id, "OPEN", "", who)).answer.error).toBeUndefined();
  const taken = await paste(id, csv, who);
  expect(taken.answer.error).toBeUndefined();
  clockAt(AFTER_CLOSE);
  expect((await step(id, "CLOSED", "", who)).answer.error).toBeUndefined();
  return id;
}

/** One whose list is locked. */
export async function locked(csv: string, wanted: Wanted = {}, way: "drand" | "secret" = "drand"): Promise<string> {
  const id = await closed(csv, wanted);
  const { answer } = await lock(id, way);
  expect(answer.error).toBeUndefined();
  return id;
}
