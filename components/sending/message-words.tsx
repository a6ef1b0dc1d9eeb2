import type { ReactNode, RefObject } from "react";
import type { BranchKey } from "@/lib/branches";
import type { ShownTemplate } from "@/lib/queue/templates/contract";
import type { Addressee } from "./message";
import { MessageText } from "./message-text";
import styles from "./message-words.module.css";
import { TemplatePreview } from "./template-preview";

/** Who of those that are written to reads what. */
export interface Readers<One extends Addressee> {
  all: readonly One[];
  template: ShownTemplate | null;
  /** Who gets it. */
  byTemplate: readonly One[];
  /** Who reads what is written: by itself, or within a template that bears it. */
  ofWords: readonly One[];
}

/** @param getsTemplate whether it goes to this one */
export function readersOf<One extends Addressee>(
  all: readonly One[],
  template: ShownTemplate | null | undefined,
  getsTemplate: (one: One, index: number) => boolean,
): Readers<One> {
  const byTemplate = template ? all.filter(getsTemplate) : [];
  const others = all.filter((one) => !byTemplate.includes(one));
  return { all, template: template ?? null, byTemplate, ofWords: template?.body.includes("message") ? all : others };
}

interface Props {
  readers: Readers<Addressee>;
  /** Nobody reads own words, and none are asked for. */
  isWordless: boolean;
  message: string;
  onWrite: (message: string) => void;
  here: BranchKey;
  /** Characters that WhatsApp takes. */
  most: number;
  area: RefObject<HTMLTextAreaElement | null>;
  rows?: number;
  picture?: ReactNode;
  action?: ReactNode;
  /** How many of those who read the words by themselves are shown what they get. */
  previews?: number;
}

/** What goes out, as the first guests read it; and the field for own words, where somebody reads them. */
export function MessageWords({ readers, isWordless, previews = 1, ...message }: Props) {
  const { all, template, byTemplate, ofWords } = readers;
  return (
    <>
      {template && byTemplate.length > 0 && (
        <div className={styles.template}>
          <p className={styles.note}>{whoGetsTemplate(byTemplate.length, all.length)}</p>
          <TemplatePreview
            template={template}
            guests={byTemplate}
            message={message.message}
            here={message.here}
            picture={message.picture}
          />
        </div>
      )}
      {!isWordless && (
        <MessageText
          {...message}
          addressees={ofWords}
          shown={all.filter((one) => !byTemplate.includes(one))}
          previews={byTemplate.length > 0 && byTemplate.length === all.length ? 0 : previews}
        />
      )}
    </>
  );
}

/** Why somebody's own words are not what goes out. */
function whoGetsTemplate(count: number, all: number): string {
  const some = `${count.toLocaleString("en")} of ${all.toLocaleString("en")} guests get`;
  const who = count < all ? some : all === 1 ? "The guest gets" : "All of them get";
  return `${who} the text that Meta has approved: they have not written to this number within 24 hours, and WhatsApp takes nothing else.`;
}
