import type { AnswerOf, BodyOf } from "../api/endpoint";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { hubStore } from "../db/find-store";
import { AppError } from "../errors";
import { birthdaysOff, HOUSE_SWITCHES } from "../house-switches";
import { branchName } from "../known-branches";
import type { changeBirthdays, changeNotice, changeReadOnly } from "./contract";
import { CONTROL_TEXTS } from "./control-texts";

/** Shows a sentence on every page, or takes it away. */
export function setNotice({ text }: BodyOf<typeof changeNotice>, by: WriteBy): Promise<AnswerOf<typeof changeNotice>> {
  return keep(HOUSE_SWITCHES.notice, text, by, text === "" ? CONTROL_TEXTS.noticeOff : CONTROL_TEXTS.noticeOn);
}

/**
 * Begins or ends read-only mode.
 * @throws AppError `invalid_request` for a beginning without a reason: whoever is refused must read one
 */
export function setReadOnly({ on, reason }: BodyOf<typeof changeReadOnly>, by: WriteBy): Promise<AnswerOf<typeof changeReadOnly>> {
  if (on && reason === "") {
    const message = "Say why: everybody who is refused reads it. Nothing was changed.";
    throw new AppError("invalid_request", message, { issues: [{ path: "reason", message }] });
  }
  return keep(HOUSE_SWITCHES.readOnly, on ? reason : "", by, on ? CONTROL_TEXTS.readOnlyOn : CONTROL_TEXTS.readOnlyOff);
}

/** Lets a restaurant greet its guests, or nobody. */
export async function setBirthdays({ branch, on }: BodyOf<typeof changeBirthdays>, by: WriteBy): Promise<AnswerOf<typeof changeBirthdays>> {
  const message = on
    ? `${branchName(branch)} greets its guests again.`
    : `${branchName(branch)} greets nobody until this is switched on again. What waits already still goes: pause it in Birthday Search.`;
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const name = birthdaysOff(branch);
    const isOff = ((await tx.groupSetting.findUnique({ where: { name } }))?.value ?? "") !== "";
    if (isOff === !on) return { answer: { message }, happened: [] };
    const row = { value: on ? "" : "off", changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name }, create: { name, ...row }, update: row });
    return { answer: { message }, happened: [{ kind: "house.birthdays_switched", subjects: [], payload: { branch, on } }] };
  });
}

const KINDS = { [HOUSE_SWITCHES.notice]: "house.notice_changed", [HOUSE_SWITCHES.readOnly]: "house.read_only_changed" } as const;

async function keep(name: keyof typeof KINDS, value: string, by: WriteBy, message: string): Promise<{ message: string }> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const old = (await tx.groupSetting.findUnique({ where: { name } }))?.value ?? "";
    if (old === value) return { answer: { message }, happened: [] };
    const row = { value, changed_at: timestamp(), changed_by: by.actor.id };
    await tx.groupSetting.upsert({ where: { name }, create: { name, ...row }, update: row });
    return { answer: { message }, happened: [{ kind: KINDS[name], subjects: [], payload: { old, new: value } }] };
  });
}
