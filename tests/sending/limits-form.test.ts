import { expect, it } from "vitest";
import { changeable, LIMIT_GROUPS, stopInWords, stopsOfField, textsOf } from "@/components/queue/limits-form";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";

const STOP = { name: "letter", language: "ar", code: "132015", since: "2026-11-20T12:00:00Z", until: null, why: "It is paused." };
const stopped = [STOP];

it("a stopped template is said at its name alone, as long as that and its language stand there", () => {
  const texts = textsOf({ ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, service_name: "letter", service_language: "ar" } });
  const saidAt = (changes: Record<string, string>) =>
    LIMIT_GROUPS.flatMap(({ fields }) => fields)
      .filter((field) => stopsOfField(field, { ...texts, ...changes }, stopped).length > 0)
      .map(({ name }) => name);
  expect(saidAt({})).toEqual(["service_name"]);
  expect(saidAt({ "templates.menu_name": "letter", "templates.menu_language": "ar" })).toEqual(["menu_name", "service_name"]);
  expect(saidAt({ "templates.service_language": "en" })).toEqual([]);
  expect(saidAt({ "templates.service_name": "letter_2" })).toEqual([]);
  // A template may be called as its language is.
  const named = { ...texts, "templates.service_name": "ar" };
  const said = LIMIT_GROUPS.flatMap(({ fields }) => fields).filter(
    (field) => stopsOfField(field, named, [{ ...STOP, name: "ar" }]).length > 0,
  );
  expect(said.map(({ name }) => name)).toEqual(["service_name"]);
});

it("the words of guests are typed over by those alone who may do everything, also by the usual limits", () => {
  const usual = textsOf(DEFAULT_LIMITS);
  expect(changeable(usual, true)).toEqual(usual);
  const { "words.stop": _stop, "words.start": _start, ...others } = usual;
  expect(changeable(usual, false)).toEqual(others);
});

it("a template that was refused from one number says whose, and that the others go on by it", () => {
  const ofOne = { ...STOP, worker: "official-pc" };
  const texts = textsOf({ ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, service_name: "letter", service_language: "ar" } });
  const name = LIMIT_GROUPS.flatMap(({ fields }) => fields).find((field) => field.name === "service_name");
  if (!name) throw new Error("There is no such field");
  expect(stopsOfField(name, texts, [ofOne, { ...ofOne, worker: "second-pc" }])).toHaveLength(2);
  expect(stopInWords(ofOne, () => "14:00")).toBe(
    "Stopped for the number of official-pc since 14:00. It is paused. What only this number could send waits until you save with this template changed, or with nothing changed.",
  );
  expect(stopInWords({ ...STOP, until: "x" }, () => "14:00")).toBe(
    "Stopped since 14:00. It is paused. Messages that need it wait until 14:00, or until you save with this template changed, or with nothing changed.",
  );
});
