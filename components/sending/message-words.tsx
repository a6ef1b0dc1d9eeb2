import type { ReactNode, RefObject } from "react";
import type { BranchKey } from "@/lib/branches";
import type { WorkerShown } from "@/lib/queue/senders/contract";
import type { ShownTemplate } from "@/lib/queue/templates/contract";
import type { Addressee } from "./message";
import { MessagePreview, MessageText } from "./message-text";
import styles from "./message-words.module.css";
import { TemplatePreview } from "./template-preview";

/** Who of those that are written to reads what. */
export interface Readers<One extends Addressee> {
  all: readonly One[];
  template: ShownTemplate | null;
  /** Who gets it. */
  byTemplate: readonly One[];
  /** Who reads what is written, or may: by itself, or within a template that bears it. */
  ofWords: readonly One[];
  /** A worker is online that sends no templates, and takes any message: nobody knows before by which way it goes. */
  orWords: boolean;
}

/** @param getsTemplate whether it goes to this one by the official API; @param workers those that may send it */
export function readersOf<One extends Addressee>(
  all: readonly One[],
  template: ShownTemplate | null | undefined,
  getsTemplate: (one: One) => boolean,
  workers: readonly Pick<WorkerShown, "online" | "transport" | "build_is">[],
): Readers<One> {
  const byTemplate = template ? all.filter(getsTemplate) : [];
  const others = all.filter((one) => !byTemplate.includes(one));
  const orWords = workers.some(({ online, transport, build_is }) => online && transport !== "cloud" && build_is !== "other_protocol");
  const isReadByAll = orWords || template?.body.includes("message");
  return { all, template: template ?? null, byTemplate, ofWords: isReadByAll ? all : others, orWords };
}

/** Where the words are written. */
interface Field {
  onWrite: (message: string) => void;
  /** Characters that WhatsApp takes. */
  most: number;
  area: RefObject<HTMLTextAreaElement | null>;
  rows?: number;
  action?: ReactNode;
}

interface Props {
  readers: Readers<Addressee>;
  message: string;
  /** Null where nobody writes: nobody would read it, or the words are the house's own. */
  field: Field | null;
  here: BranchKey;
  picture?: ReactNode;
  /** How many of those who read the words by themselves are shown what they get. */
  previews?: number;
}

/** What goes out, as the first guests read it; and the field for own words, where somebody reads them. */
export function MessageWords({ readers, field, previews = 1, ...message }: Props) {
  const { all, template, byTemplate, ofWords, orWords } = readers;
  const shown = orWords ? all : all.filter((one) => !byTemplate.includes(one));
  return (
    <>
      {template && byTemplate.length > 0 && (
        <div className={styles.template}>
          <p className={styles.note}>{whoGetsTemplate(byTemplate.length, all.length, orWords)}</p>
          <TemplatePreview template={template} guests={byTemplate} {...message} />
        </div>
      )}
      {field && (
        <MessageText
          {...message}
          {...field}
          addressees={ofWords}
          shown={shown}
          previews={shown.length === 0 && byTemplate.length > 0 ? 0 : previews}
        />
      )}
      {!field && <MessagePreview {...message} first={shown.slice(0, previews)} />}
    </>
  );
}

/** Why somebody's own words are not what goes out. */
function whoGetsTemplate(count: number, all: number, orWords: boolean): string {
  const some = `${count.toLocaleString("en")} of ${all.toLocaleString("en")} guests get`;
  const who = count < all ? some : all === 1 ? "The guest gets" : "All of them get";
  if (orWords) {
    const where = "where a worker of the official API sends it, and what is written below where another worker does";
    return `${who} the text that Meta has approved ${where}.`;
  }
  return `${who} the text that Meta has approved: they have not written to this number within 24 hours, and WhatsApp takes nothing else.`;
}
