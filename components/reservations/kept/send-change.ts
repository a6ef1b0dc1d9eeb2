import { v7 as uuidv7 } from "uuid";
import { contractsOf } from "@/components/app-base/contracts";
import { isApiError, TRY_AGAIN } from "@/lib/api/api-error";
import { call } from "@/lib/api/client";
import type { SavedReservation } from "@/lib/reservations/contract";
import { againstOwn, drop, type KeptChange, keep, readChange, rebase } from "./kept-changes";

const reservations = contractsOf(() => import("@/lib/reservations/contract"));

export type Sent =
  | { outcome: "done"; saved: SavedReservation }
  /** Nobody answered, or not as a server: it stays on the device and goes by itself. */
  | { outcome: "kept"; why: string }
  /** The server has read it and says no: nothing was changed. */
  | { outcome: "refused"; error: Error };

const underWay = new Map<string, Promise<Sent>>();
/** The last sending of each reservation: two at once would be made against the same version, and the second be refused. */
const lastOf = new Map<string, Promise<unknown>>();

/** What is done with an answer before the change leaves the device: else a list would show for a moment how it was before. */
export type Answered = (change: KeptChange, saved: SavedReservation) => void;

/** Sends a change; one that is under way already is answered by that sending. What was answered or refused is off the device. */
export function send(change: KeptChange, answered: Answered): Promise<Sent> {
  const running = underWay.get(change.id);
  if (running) return running;
  const { reservation } = change;
  const before = reservation === null ? undefined : lastOf.get(reservation);
  const turn = before ? before.then(() => sendNow(readChange(change.id) ?? change, answered)) : sendNow(change, answered);
  const sending = turn.finally(() => {
    underWay.delete(change.id);
    if (reservation !== null && lastOf.get(reservation) === sending) lastOf.delete(reservation);
  });
  underWay.set(change.id, sending);
  if (reservation !== null) lastOf.set(reservation, sending);
  return sending;
}

async function sendNow(kept: KeptChange, answered: Answered): Promise<Sent> {
  const change = againstOwn(kept);
  const going = change.sent_at === null ? { ...change, sent_at: new Date().toISOString() } : change;
  if (going !== change) keep(going);
  try {
    const saved = await made(going);
    answered(going, saved);
    settle(going, saved);
    return going.next_step === null ? { outcome: "done", saved } : await follow(going, saved, answered);
  } catch (error) {
    if (!wasRefused(error)) return { outcome: "kept", why: whyOf(error) };
    drop(going.id);
    return { outcome: "refused", error };
  }
}

function made(change: KeptChange): Promise<SavedReservation> {
  const { base, branch, id: idempotencyKey } = change;
  const to = { base, branch, idempotencyKey };
  const params = { id: change.reservation ?? "" };
  switch (change.kind) {
    case "make":
      return call(reservations.makeReservation, { ...to, body: change.body });
    case "wait":
      return call(reservations.joinWaitlist, { ...to, body: change.body });
    case "change":
      return call(reservations.changeReservation, { ...to, params, body: change.body });
    case "step":
      return call(reservations.stepReservation, { ...to, params, body: change.body });
  }
}

function settle(change: KeptChange, { version }: SavedReservation): void {
  drop(change.id);
  if (change.reservation !== null && "version" in change.body) rebase(change.reservation, { before: change.body.version, version });
}

/** What was made takes its next step, which is a change of its own: kept before it is sent. */
async function follow(change: KeptChange, saved: SavedReservation, answered: Answered): Promise<Sent> {
  if (change.next_step === null || saved.status === change.next_step) return { outcome: "done", saved };
  const step: KeptChange = {
    ...change,
    id: uuidv7(),
    kind: "step",
    reservation: saved.id,
    body: { version: saved.version, to: change.next_step },
    next_step: null,
    sent_at: null,
    refused: null,
  };
  keep(step);
  return send(step, answered);
}

/** 408, 425 and 429 say when, not no; and who has to sign in first has not been refused what they did. */
function wasRefused(error: unknown): error is Error {
  if (!isApiError(error)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}

function whyOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(` ${TRY_AGAIN}`, "");
}

/** It went by itself and was refused: kept with the reason, until somebody looks. */
export function keepRefused(change: KeptChange, error: Error): void {
  keep({ ...change, refused: error.message });
}

/** Whether it is still on the device: another tab may have sent it. */
export const isStillKept = ({ id }: KeptChange) => readChange(id) !== null;
