import { Button, Textarea } from "@mantine/core";
import { type ReactNode, type RefObject, useId } from "react";
import { GuestName } from "@/components/ui/guest-name";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { BranchKey } from "@/lib/known-branches";
import { type Addressee, longestOf, messageFor, nameOf } from "./fill-message";
import styles from "./message-field.module.css";

interface Props {
  message: string;
  onWrite: (message: string) => void;
  addressees: readonly Addressee[];
  /** Those of them who read it by itself, and are shown what they get. */
  shown?: readonly Addressee[];
  /** The branch that speaks where a guest has none. */
  here: BranchKey;
  /** Characters that WhatsApp takes. */
  most: number;
  area: RefObject<HTMLTextAreaElement | null>;
  rows?: number;
  /** Goes along with the message: shown above its words. */
  picture?: ReactNode;
  /** Beside the tokens. */
  action?: ReactNode;
  /** How many of the first of them are shown what they get. */
  previews?: number;
}

const TOKENS = ["{name}", "{branch}"] as const;

/** The message, and how the first guests who get it will read it. */
export function MessageText({
  message,
  onWrite,
  addressees,
  shown = addressees,
  here,
  most,
  area,
  rows = 6,
  picture,
  action,
  previews = 1,
}: Props) {
  const first = shown.length > 0 ? shown.slice(0, previews) : [undefined].slice(0, previews);
  const length = longestOf(message, addressees, here);
  const insert = (token: string) => {
    const field = area.current;
    if (!field) return;
    field.focus();
    field.setRangeText(token, field.selectionStart, field.selectionEnd, "end");
    onWrite(field.value);
  };
  return (
    <div className={styles.body}>
      <Textarea
        ref={area}
        label="Message"
        {...AUTO_DIR}
        rows={rows}
        maxLength={most}
        classNames={{ input: styles.input }}
        value={message}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      <div className={styles.tools}>
        {TOKENS.map((token) => (
          <Button key={token} variant="default" size="xs" aria-label={`Insert ${token}`} onClick={() => insert(token)}>
            {token}
          </Button>
        ))}
        {action}
        <span className={styles.length} data-long={length > most || undefined}>
          {length.toLocaleString("en")} / {most.toLocaleString("en")}
        </span>
      </div>
      <p className={styles.hint}>
        {"{name}"} and {"{branch}"} become each guest’s own; who has no name is called Guest.
      </p>
      <MessagePreview {...{ message, here, picture, first }} />
    </div>
  );
}

interface PreviewProps extends Pick<Props, "message" | "here" | "picture"> {
  /** Nobody yet is one whom no name is known of. */
  first: readonly (Addressee | undefined)[];
}

/** A message as these guests read it. */
export function MessagePreview({ message, here, picture, first }: PreviewProps) {
  const id = useId();
  if (first.length === 0) return null;
  return (
    <section className={styles.preview} aria-labelledby={`${id}-preview`}>
      <h3 id={`${id}-preview`} className={styles.previewTitle}>
        Preview
      </h3>
      {first.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first ones are what they are by their place.
        <div key={index}>
          {one && <p className={styles.previewTitle}>for {nameOf(one) ? <GuestName name={nameOf(one)} /> : "a guest without a name"}</p>}
          <div className={styles.bubble}>
            {picture}
            <p className={styles.words} dir="auto">
              {messageFor(message, one, here) || "…"}
            </p>
          </div>
        </div>
      ))}
    </section>
  );
}
