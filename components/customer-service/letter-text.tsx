import { Button, Textarea } from "@mantine/core";
import type { RefObject } from "react";
import { GuestName } from "@/components/ui/guest-name";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { BranchKey } from "@/lib/branches";
import styles from "./letter-text.module.css";
import { LONGEST_TEXT, longestOf, messageFor } from "./recipients";
import type { UsedLetter } from "./use-letter";

interface Props {
  letter: UsedLetter;
  here: BranchKey;
  area: RefObject<HTMLTextAreaElement | null>;
}

const TOKENS = ["{name}", "{branch}"] as const;

/** The message, and how the first guest who was chosen will read it. */
export function LetterText({ letter, here, area }: Props) {
  const [first] = letter.chosen;
  const length = longestOf(letter.message, letter.chosen, here);
  const insert = (token: string) => {
    const field = area.current;
    if (!field) return;
    field.focus();
    field.setRangeText(token, field.selectionStart, field.selectionEnd, "end");
    letter.write(field.value);
  };
  return (
    <div className={styles.body}>
      <Textarea
        ref={area}
        label="Message"
        {...AUTO_DIR}
        rows={6}
        maxLength={LONGEST_TEXT}
        classNames={{ input: styles.input }}
        value={letter.message}
        onChange={(event) => letter.write(event.currentTarget.value)}
      />
      <div className={styles.tools}>
        {TOKENS.map((token) => (
          <Button key={token} variant="default" size="xs" aria-label={`Insert ${token}`} onClick={() => insert(token)}>
            {token}
          </Button>
        ))}
        <span className={styles.length} data-long={length > LONGEST_TEXT || undefined}>
          {length.toLocaleString("en")} / {LONGEST_TEXT.toLocaleString("en")}
        </span>
      </div>
      <p className={styles.hint}>
        {"{name}"} and {"{branch}"} become each guest’s own; who has no name is called Guest.
      </p>
      <section className={styles.preview} aria-labelledby="letter-preview">
        <h3 id="letter-preview" className={styles.previewTitle}>
          Preview {first && <>for {first.name.trim() ? <GuestName name={first.name} /> : "a guest without a name"}</>}
        </h3>
        <p className={styles.bubble} dir="auto">
          {messageFor(letter.message, first, here) || "…"}
        </p>
      </section>
    </div>
  );
}
