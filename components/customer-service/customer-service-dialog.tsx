import { LetterProgress } from "./letter-progress";
import { useLetter } from "./use-letter";
import type { DialogProps } from "./use-sending";
import { WriteLetter } from "./write-letter";

/** Customer Service: pick guests, write to them, and see it go out. */
export function CustomerServiceDialog({ onClose }: DialogProps) {
  const letter = useLetter();
  const { sent, about, unreached, refused, forgetSent } = letter;
  if (sent) return <LetterProgress {...{ sent, about, unreached, refused, onClose }} onNew={forgetSent} />;
  return <WriteLetter letter={letter} onClose={onClose} />;
}
