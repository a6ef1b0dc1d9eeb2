import { LetterProgress } from "./letter-progress";
import { useLetter } from "./use-letter";
import { WriteLetter } from "./write-letter";

export interface DialogProps {
  /** Sends with the same key until somebody answers. */
  sendOnce: <Answer>(input: unknown, send: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer>;
  onClose: () => void;
}

/** Customer Service: pick guests, write to them, and see it go out. */
export function CustomerServiceDialog({ sendOnce, onClose }: DialogProps) {
  const letter = useLetter();
  const { sent, unreached, refused, forgetSent } = letter;
  if (sent) return <LetterProgress {...{ sent, unreached, refused, onClose }} onNew={forgetSent} />;
  return <WriteLetter letter={letter} sendOnce={sendOnce} onClose={onClose} />;
}
