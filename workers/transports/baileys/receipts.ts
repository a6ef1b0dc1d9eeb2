import type { BinaryNode } from "baileys";
import { REACH_OUT } from "../../../lib/queue/try-again-or-fail";
import { LINE_CLOSED, type SendOutcome } from "../transport";

/** What WhatsApp, or a guest's phone, said of a message that was handed over; or why nobody did. */
export type Word =
  | { said: "accepted" }
  | { said: "refused"; code: string }
  | { said: "nothing"; why: "TIMEOUT" | typeof LINE_CLOSED }
  | { said: "not handed over"; code: string };

/** What a guest's phone tells: every other kind of receipt is a request, or another computer's. */
const TOLD: Record<string, "delivered" | "read"> = { "": "delivered", inactive: "delivered", read: "read", played: "read" };

/** The ids of a receipt, and what it says of them; null where it is no proof that a guest has the message. */
export function readReceipt({ attrs, content }: BinaryNode): { ids: string[]; status: "delivered" | "read" } | null {
  const status = TOLD[attrs.type ?? ""];
  if (!status || attrs.recipient) return null; // with a recipient it comes from our own phone
  const list = Array.isArray(content) ? content.find(({ tag }) => tag === "list")?.content : undefined;
  const more = Array.isArray(list) ? list.map(({ attrs: { id } }) => id) : [];
  return { ids: [attrs.id, ...more].filter((id) => id !== undefined), status };
}

/**
 * Messages that wait for WhatsApp's word. `sendMessage` of Baileys resolves when the bytes are written, also where WhatsApp
 * refuses them, so only the ack counts, or a receipt, which proves more (docs/design/whatsapp.md 0.1, 0.2).
 */
export class Words {
  private readonly waiting = new Map<string, (word: Word) => void>();

  /** Begun before the message is handed over: the word may be faster than the call. */
  wait(id: string, milliseconds: number): Promise<Word> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.say(id, { said: "nothing", why: "TIMEOUT" }), milliseconds);
      this.waiting.set(id, (word) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(word);
      });
    });
  }

  /** @returns whether somebody waited for it */
  say(id: string, word: Word): boolean {
    const answer = this.waiting.get(id);
    answer?.(word);
    return answer !== undefined;
  }

  /** The connection is closed: no ack for what it sent will come. */
  closed(): void {
    for (const answer of [...this.waiting.values()]) answer({ said: "nothing", why: LINE_CLOSED });
  }
}

/** The outcome that an ack or receipt stands for. */
export function outcomeOf(word: Word): SendOutcome {
  switch (word.said) {
    case "accepted":
      return { outcome: "accepted", provider_id: null };
    case "refused":
      return refusalOf(word.code);
    case "not handed over":
      return notSent("network", word.code, "WhatsApp could not be asked how to reach the guest. Nothing was sent.");
    case "nothing":
      return {
        outcome: "unknown",
        code: word.why,
        detail:
          word.why === "TIMEOUT"
            ? "WhatsApp has not said whether it took the message."
            : "The connection to WhatsApp broke off before it said whether it took the message.",
      };
  }
}

export function notSent(
  fault: Extract<SendOutcome, { outcome: "not_sent" }>["fault"],
  code: string,
  detail: string,
): Extract<SendOutcome, { outcome: "not_sent" }> {
  return { outcome: "not_sent", fault, code, detail, retry_after: null };
}

/** The codes by which WhatsApp refuses (docs/design/whatsapp.md 1.2); none of them has reached the guest. */
function refusalOf(code: string): SendOutcome {
  if (code === REACH_OUT) return notSent("account", code, "WhatsApp does not let this number begin a conversation with the guest.");
  if (["401", "403", "429"].includes(code)) return notSent("account", code, "WhatsApp does not let this number send.");
  if (code === "479" || /^5\d\d$/.test(code)) return notSent("network", code, "WhatsApp did not take the message this time.");
  return notSent("content", code, "WhatsApp refuses this message.");
}
