import type { ReactNode, RefObject } from "react";
import { inList } from "@/components/ui/counted";
import type { BranchKey } from "@/lib/known-branches";
import type { WorkerShown } from "@/lib/queue/senders/contract";
import type { ShownTemplate } from "@/lib/queue/templates/contract";
import type { Addressee } from "./fill-message";
import { MessagePreview, MessageText } from "./message-field";
import styles from "./message-readers.module.css";
import { TemplatePreview } from "./template-preview";

/** Who of those that are written to reads what. */
export interface Readers<One extends Addressee> {
  all: readonly One[];
  template: ShownTemplate | null;
  /** Who gets it. */
  byTemplate: readonly One[];
  /** Who reads what is written, or may: by itself, or within a template that bears it. */
  ofWords: readonly One[];
  /** A worker sends, or could, that takes any message without a template: nobody knows before by which way it goes. */
  orWords: boolean;
  /** The names of those that can send now by templates. */
  official: readonly string[];
  /** The names of those that send whatever is written, now or once somebody has started them. */
  free: readonly string[];
  /** None of these can now. */
  isFreeOff: boolean;
}

/** @param getsTemplate whether it goes to this one by the official API; @param workers those that may send it */
export function readersOf<One extends Addressee>(
  all: readonly One[],
  template: ShownTemplate | null | undefined,
  getsTemplate: (one: One) => boolean,
  workers: readonly Pick<WorkerShown, "name" | "can_send" | "could_send" | "transport">[],
): Readers<One> {
  const byTemplate = template ? all.filter(getsTemplate) : [];
  const others = all.filter((one) => !byTemplate.includes(one));
  const able = workers.filter(({ can_send }) => can_send);
  const phones = workers.filter(({ transport, can_send, could_send }) => transport !== "cloud" && (can_send || could_send));
  const ablePhones = phones.filter(({ can_send }) => can_send);
  const official = namesOf(able.filter(({ transport }) => transport === "cloud"));
  const free = namesOf(ablePhones.length > 0 ? ablePhones : phones);
  const orWords = free.length > 0;
  const isReadByAll = orWords || template?.body.includes("message");
  const readers = { all, template: template ?? null, byTemplate, ofWords: isReadByAll ? all : others };
  return { ...readers, orWords, official, free, isFreeOff: ablePhones.length === 0 };
}

const namesOf = (workers: readonly Pick<WorkerShown, "name">[]) => [...new Set(workers.map(({ name }) => name))];

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
  const named = byTemplate.length < all.length ? namesIn(byTemplate.map(({ called, name }) => called ?? name)) : "";
  const shown = orWords ? all : all.filter((one) => !byTemplate.includes(one));
  return (
    <>
      {template && byTemplate.length > 0 && (
        <div className={styles.template}>
          <p className={styles.note}>
            {whoGetsTemplate(readers)}
            {named && (
              <>
                {" "}
                They are: <bdi>{named}</bdi>.
              </>
            )}
          </p>
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

/** Why somebody's own words are not what goes out, or not by every way. */
export function whoGetsTemplate({ all, byTemplate, orWords, official, free, isFreeOff }: Readers<Addressee>): string {
  const count = byTemplate.length;
  const some = `${count.toLocaleString("en")} of ${all.length.toLocaleString("en")} guests get`;
  const who = count < all.length ? some : count === 1 ? "The guest gets" : "All of them get";
  if (orWords) {
    const by = official.length > 0 ? namesIn(official, "or") : "the official number";
    return `${who} one of two texts: the one that Meta has approved if ${by} sends it, and what is written below if ${namesIn(free, "or")} does${isFreeOff ? `, which cannot send now` : ""}.`;
  }
  const which =
    official.length > 1
      ? `each of the numbers of ${namesIn(official)}`
      : official.length > 0
        ? `the number of ${official[0]}`
        : "this number";
  return `${who} the text that Meta has approved: they have not written to ${which} within 24 hours, and WhatsApp takes nothing else.`;
}

const MOST_NAMED = 5;

/** `Tony, Sara and Rita`; of very many the first ones. */
export function namesIn(names: readonly string[], last: "and" | "or" = "and"): string {
  const more = names.length - MOST_NAMED;
  return inList(more > 0 ? [...names.slice(0, MOST_NAMED), `${more.toLocaleString("en")} more`] : names, last);
}
