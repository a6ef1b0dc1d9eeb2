import { type ReactNode, useId } from "react";
import { GuestName } from "@/components/ui/guest-name";
import type { BranchKey } from "@/lib/known-branches";
import type { ShownTemplate } from "@/lib/queue/templates/contract";
import { filledTemplate, wordsFor } from "@/lib/queue/templates/template-text";
import { type Addressee, branchOf, messageFor, nameOf } from "./fill-message";
import styles from "./message-field.module.css";

interface Props {
  template: ShownTemplate;
  /** Who gets it: the first one's is shown. */
  guests: readonly Addressee[];
  /** What was written, which some templates bear. */
  message: string;
  here: BranchKey;
  /** Goes along with it: shown above its words. */
  picture?: ReactNode;
}

/** Of a template whose text nobody has written down: what it is filled in with. What was written may end with a full stop of its own. */
export function stillMissing(words: readonly string[]): string {
  const parts = words.map((one) => `“${one.trim().replace(/\.$/, "")}”`).join(", ");
  return `Its text stands at Meta and is filled in with ${parts}. Write it into WhatsApp Limits, and it is shown here.`;
}

/** What goes to guests by the official API: the template that Meta has approved, filled in for the first of them. */
export function TemplatePreview({ template, guests, message, here, picture }: Props) {
  const id = useId();
  const [first] = guests;
  if (!first) return null;
  const text = messageFor(message, first, here);
  const words = wordsFor(template.body, { name: nameOf(first), branch: branchOf(first, here), text });
  return (
    <section className={styles.preview} aria-labelledby={`${id}-preview`}>
      <h3 id={`${id}-preview`} className={styles.previewTitle}>
        Goes out as the template <bdi>{template.name}</bdi>, for{" "}
        {nameOf(first) ? <GuestName name={nameOf(first)} /> : "a guest without a name"}
      </h3>
      <div className={styles.bubble}>
        {picture}
        {template.text ? (
          <p className={styles.words} dir="auto">
            {filledTemplate(template.text, words)}
          </p>
        ) : (
          <p className={styles.words}>{stillMissing(words)}</p>
        )}
      </div>
    </section>
  );
}
