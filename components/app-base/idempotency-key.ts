import { useRef } from "react";
import { v7 as uuidv7 } from "uuid";
import { isApiError } from "@/lib/api/api-error";

/** Sends a change with its key; `input` says what is to be done, and by that whether it is the same as before. */
export type SendOnce = <Answer>(input: unknown, send: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends a change with its idempotency key: what nobody answered goes out with the same key when it is asked for again, so that
 * it is not done twice and its answer is not lost. An answer, and a refusal, end the intent.
 */
export function useSameKey(): SendOnce {
  const unanswered = useRef<{ intent: string; key: string } | null>(null);
  return async <Answer>(input: unknown, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const intent = JSON.stringify(input);
    const key = unanswered.current?.intent === intent ? unanswered.current.key : uuidv7();
    unanswered.current = { intent, key };
    try {
      const answer = await send(key);
      unanswered.current = null;
      return answer;
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500) unanswered.current = null;
      throw error;
    }
  };
}
