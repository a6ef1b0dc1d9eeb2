import { v7 as uuid } from "uuid";
import type { Tx } from "../../db/clients";
import { foldText } from "../../fold-text";
import { processWide } from "../../process-wide";

/** What a guest may answer to a message about their reservation; `cancel_word` is for a person to decide. */
export type ReservationAnswer = "confirm" | "cancel" | "late" | "cancel_word";

/** So long after a message about a reservation a guest's words may be an answer to it (in milliseconds). */
const ANSWERS_WITHIN = 48 * 3_600_000;

/**
 * What guests write as an answer. The digits are those that the reminder names; CANCEL and its Arabic twin end no messages then, and
 * cancel nothing by themselves: they may mean the one or the other, which a person reads.
 */
const WORDS: Record<ReservationAnswer, readonly string[]> = {
  confirm: ["1", "CONFIRM", "CONFIRMED", "YES", "OK", "OUI", "CONFIRMER", "JE CONFIRME", "نعم", "تأكيد", "أكيد", "موافق"],
  cancel: ["2"],
  late: ["3", "LATE", "RUNNING LATE", "EN RETARD", "RETARD", "متأخر", "سأتأخر", "رح اتأخر"],
  cancel_word: ["CANCEL", "إلغاء"],
};

const answerOf = new Map(
  (Object.keys(WORDS) as ReservationAnswer[]).flatMap((answer) => WORDS[answer].map((word) => [foldText(word), answer] as const)),
);

/** What a button of ours stands for: it says itself which reservation, and what. */
export const payloadOf = (reservation_id: string, answer: Exclude<ReservationAnswer, "cancel_word">) =>
  `reservation:${reservation_id}:${answer}`;
const PAYLOAD = /^reservation:([\w-]{1,64}):(confirm|cancel|late)$/;

interface Said {
  digits: string;
  /** What a button stands for, else what was written. */
  text: string;
  /** In milliseconds. */
  said: number;
}

const listeners = () => processWide("who hears answers to reservations", () => new Set<(branch: string) => void>());

/** Whoever keeps the reservations hears at once that an answer waits. @returns ends it */
export function onReservationAnswer(listener: (branch: string) => void): () => void {
  listeners().add(listener);
  return () => void listeners().delete(listener);
}

export function tellAnswers(branches: readonly string[]): void {
  for (const branch of new Set(branches)) for (const listener of listeners()) listener(branch);
}

/**
 * Whether a guest answers a message about a reservation; then it is written down for the branch, and is no word about messages. What a
 * button stands for is believed of whoever was told of that very reservation alone; a digit cancels only what it cannot mistake for
 * another reservation, else a person decides.
 * @returns the branch; null where it is no such answer
 */
export async function hearReservationAnswer(tx: Tx<"hub">, { digits, text, said }: Said): Promise<string | null> {
  const [, named, pressed] = PAYLOAD.exec(text) ?? [];
  const heard = (pressed as ReservationAnswer | undefined) ?? (text.length <= 40 ? answerOf.get(foldText(text)) : undefined);
  if (!heard) return null;
  const found = named === undefined ? await toldLately(tx, { digits, text, said }) : await toldOf(tx, digits, named);
  const { told, isOnlyOne } = found;
  if (!told) return null;
  const { branch, reservation_id } = told;
  const answer = heard === "cancel" && !isOnlyOne ? "cancel_word" : heard;
  const at = new Date(said).toISOString();
  // Told twice by the provider it is one answer.
  const again = await tx.reservationTalk.findFirst({ where: { reservation_id, digits, said: answer, at } });
  if (!again) await tx.reservationTalk.create({ data: { id: uuid(), branch, reservation_id, digits, said: answer, at, taken: false } });
  return branch;
}

interface Found {
  /** The message that is answered. */
  told: { branch: string; reservation_id: string } | null | undefined;
  /** Whether the answer can be about no other reservation. */
  isOnlyOne: boolean;
}

/** Of whoever was told of a reservation, whenever that was: a button says itself which one is meant. */
async function toldOf(tx: Tx<"hub">, digits: string, reservation_id: string): Promise<Found> {
  return { told: await tx.reservationTalk.findFirst({ where: { digits, said: "told", reservation_id } }), isOnlyOne: true };
}

const DIGIT = /^\d$/;
/** Messages after which there is nothing more to answer. */
const ENDINGS: readonly string[] = ["cancelled", "declined"];

/**
 * Which message words without a button answer: a digit that reminder alone which named it, whatever was told since; other words the
 * reminder too, and without one what was told last.
 */
async function toldLately(tx: Tx<"hub">, { digits, text, said }: Said): Promise<Found> {
  const at = { gte: new Date(said - ANSWERS_WITHIN).toISOString(), lte: new Date(said + 1_000).toISOString() };
  const all = await tx.reservationTalk.findMany({ where: { digits, said: "told", at }, orderBy: { at: "desc" } });
  const told = all.find(({ kind }) => kind === "reminder") ?? (DIGIT.test(foldText(text)) ? undefined : all[0]);
  const ended = (id: string) => ENDINGS.includes(all.find(({ reservation_id }) => reservation_id === id)?.kind ?? "");
  return { told, isOnlyOne: all.every(({ reservation_id: id }) => id === told?.reservation_id || ended(id)) };
}
