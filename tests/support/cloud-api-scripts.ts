import type { StatusPlan } from "./cloud-api-webhooks";

/** What the stand-in does with a message that is right. */
export interface Script {
  /**
   * How it answers. `…before`: the message was not taken yet; `…after`: it was, and the guest sees it. `half`: a part of the answer,
   * then the line is cut. `silent`: taken, and never answered. A number: refused with this code of the error table.
   */
  answer?:
    | "ok"
    | "500 before"
    | "500 after"
    | "cut before"
    | "cut after"
    | "half"
    | "silent"
    | "redirect"
    | "no json"
    | "no id"
    | "held"
    | "paused"
    | number;
  /** Another HTTP status than the table's, for a refusal. */
  httpStatus?: number;
  headers?: Record<string, string>;
  /** How often it does so, before it goes on with "ok". */
  times?: number;
  /** What is told afterwards, in this order. */
  statuses?: StatusPlan[];
  /** The statuses come before the answer. */
  early?: boolean;
}

const WELL: StatusPlan[] = [{ status: "sent" }, { status: "delivered" }, { status: "read" }];

/** By the last digits of the guest's number; the longest that fits is taken, and what a test sets comes first. */
export const SCRIPTS: Record<string, Script> = {
  "": { answer: "ok", statuses: WELL },
  "001": { answer: "ok", statuses: WELL },
  // Taken, and found out afterwards not to be on WhatsApp.
  "026": { answer: "ok", statuses: [{ status: "failed", code: 131026 }] },
  "053": { answer: "ok", statuses: [{ status: "failed", code: 131053 }] },
  "500": { answer: "500 before", statuses: [] },
  "501": { answer: "500 after", statuses: WELL },
  "502": { answer: "cut after", statuses: WELL },
  "503": { answer: "cut before", statuses: [] },
  "504": { answer: "silent", statuses: WELL },
  "505": { answer: "ok", statuses: WELL.map((plan) => ({ ...plan, times: 2 })) },
  "506": { answer: "ok", statuses: [...WELL].reverse() },
  "507": { answer: "ok", statuses: [] },
  "508": { answer: "ok", statuses: WELL, early: true },
  "509": { answer: "ok", statuses: WELL.map((plan) => ({ ...plan, after: 300 })) },
  "510": { answer: "half", statuses: WELL },
  "511": { answer: "redirect", statuses: [] },
  "512": { answer: "no json", statuses: WELL },
};

/** Finds the script for each message, and counts how often one is used. */
export class Scripts {
  private readonly set = new Map<string, { script: Script; used: number }>();

  script(lastDigits: string, script: Script): void {
    this.set.set(lastDigits, { script, used: 0 });
  }

  for(guest: string): Script {
    const fitting = (ends: Iterable<string>) => [...ends].filter((end) => guest.endsWith(end)).sort((a, b) => b.length - a.length);
    for (const end of fitting(this.set.keys())) {
      const entry = this.set.get(end);
      if (!entry || entry.used >= (entry.script.times ?? Number.POSITIVE_INFINITY)) continue;
      entry.used++;
      return { statuses: WELL, ...entry.script };
    }
    const [end = ""] = fitting(Object.keys(SCRIPTS));
    return SCRIPTS[end] ?? {};
  }
}
