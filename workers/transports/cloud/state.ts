import * as z from "zod";
import { now } from "../../../lib/clock";
import type { CloudOutcome } from "../../../lib/queue/cloud/answers";
import { outcomeOfAnswer } from "../../../lib/queue/cloud/answers";
import { cloudError, refusesToken } from "../../../lib/queue/cloud/errors";
import type { TransportState } from "../../../lib/queue/workers/contract";
import type { Reply } from "./call";

/** Meta's states of a number; states that are not listed are fine, or say nothing. */
const NUMBER_STATES: Record<string, string> = {
  PENDING: "This number is not set up yet. Finish it in Meta's settings.",
  UNVERIFIED: "This number is not verified yet. Verify it in Meta's settings.",
  DELETED: "This number was deleted in Meta's settings.",
  MIGRATED: "This number was moved to another account. Enter the settings of that one.",
  BANNED: "WhatsApp has banned this number. Look into Meta's settings.",
  RESTRICTED: "WhatsApp has restricted this number for a while. Look into Meta's settings.",
  RATE_LIMITED: "WhatsApp takes no more new guests from this number for a while.",
  DISCONNECTED: "This number is not connected to WhatsApp. Register it in Meta's settings.",
  OFFLINE: "This number is not connected to WhatsApp. Register it in Meta's settings.",
};

const numberAnswer = z.object({ id: z.string(), status: z.string().optional().catch(undefined) });

/** For how long a refusal counts for the number's state; Meta does not tell when it is over. */
const STANDS = 30 * 60_000;
/** Said until a look at the number finds that WhatsApp lets this PC in again. */
const NEW_TOKEN =
  "WhatsApp no longer takes the access token: it is invalid or has expired. Write a new one into cloud.json of this worker's folder, on its PC. It goes on by itself then.";

/** Whether the number can send, in plain words, from its own page and the answers to messages. */
export class CloudState {
  private reached = false;
  private line: string | null = "WhatsApp has not been asked yet whether it lets this PC in.";
  private refusal: { told: string; since: number } | null = null;
  private last = "";

  constructor(private readonly onState: (state: TransportState) => void) {}

  shown(): TransportState {
    return { connected: this.reached, problem: this.line ?? this.refusal?.told ?? null, pairing: null, quota: null, lock: null };
  }

  /**
   * Takes over what the number's page answered.
   * @returns whether WhatsApp lets this PC in
   */
  looked(reply: Reply): boolean {
    const number = reply.answer?.status === 200 ? numberOf(reply.answer.body) : null;
    this.reached = number !== null;
    this.line = number ? (NUMBER_STATES[number.status ?? ""] ?? null) : problemOf(reply);
    if (this.refusal && now().getTime() - this.refusal.since > STANDS) this.refusal = null;
    this.tell();
    return this.reached;
  }

  /** Takes over what an answer to a message, or to an upload, says about the number and its token. */
  heard(outcome: CloudOutcome): void {
    if (outcome.outcome === "accepted") {
      this.reached = true;
      this.line = null;
      this.refusal = null;
    } else if (outcome.outcome === "not_sent" && outcome.fault === "account") {
      const known = cloudError(Number(outcome.code));
      if (known?.stops === "template") return; // another template may be sent
      const told = known?.told ?? outcome.detail;
      const isToken = refusesToken(outcome.fault, outcome.code);
      if (isToken || outcome.code === "401") {
        this.reached = false;
        this.line = isToken ? NEW_TOKEN : told;
      } else this.refusal = { told, since: now().getTime() };
    }
    this.tell();
  }

  private tell(): void {
    const state = this.shown();
    const text = JSON.stringify(state);
    if (text === this.last) return;
    this.last = text;
    this.onState(state);
  }
}

function numberOf(body: string): z.output<typeof numberAnswer> | null {
  try {
    return numberAnswer.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** Why the number's page could not be read. */
function problemOf({ answer, cut }: Reply): string {
  if (cut) return "WhatsApp's server cannot be reached from this PC. It is tried again by itself.";
  const outcome = outcomeOfAnswer(answer);
  if (outcome.outcome !== "not_sent")
    return "WhatsApp's server has a fault, or its address in the settings is wrong. It is tried again by itself.";
  if (outcome.fault === "content")
    return "WhatsApp does not know this number or this version. Check the number's id, the version and the token in the settings.";
  if (refusesToken(outcome.fault, outcome.code)) return NEW_TOKEN;
  return cloudError(Number(outcome.code))?.told ?? outcome.detail;
}
