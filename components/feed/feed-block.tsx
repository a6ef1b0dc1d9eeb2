import { ActionIcon, Button } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { memo, useRef, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { BranchMark } from "@/components/ui/branch-mark";
import { copyText } from "@/components/ui/copy-text";
import { counted } from "@/components/ui/counted";
import { GuestName } from "@/components/ui/guest-name";
import { GuestRow } from "@/components/ui/guest-row";
import { timeOfDay } from "@/components/ui/local-times";
import { keysOf } from "@/components/ui/row-keys";
import { toast } from "@/components/ui/toast";
import { formatBirthday } from "@/lib/birthday-dates";
import { withParty } from "@/lib/party-size";
import type { TableLogEntry } from "@/lib/tables/contract";
import { FEED_TEXTS } from "@/lib/tables/feed-texts";
import styles from "./feed-block.module.css";
import { branchOf } from "./feed-numbers";

/** How long "Copied" stays (docs/design/spec-guests.md 9). */
const COPIED_MS = 1200;

interface Props {
  entry: TableLogEntry;
  today: string;
  /** Came in just now. */
  fresh?: boolean;
  /** In the narrow rail: no guest count, the branch only where it is another one, the copy button without its word. */
  compact?: boolean;
}

/** One table of the feed. An evening has a hundred of them, and each is drawn anew only when it changes. */
export const FeedBlock = memo(function FeedBlock({ entry, today, fresh = false, compact = false }: Props) {
  const { timeZone } = useAppSettings();
  const here = useBranch();
  const branch = branchOf(entry);
  const block = useRef<HTMLElement>(null);
  const time = timeOfDay(entry.time, timeZone);
  const keys = keysOf(entry.contacts, ({ name, phones }) => `${name}/${phones}`);
  return (
    <article ref={block} className={styles.block} data-fresh={fresh || undefined} data-compact={compact || undefined}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          <b>
            Table <bdi>{entry.table}</bdi>
          </b>
          <span className={styles.meta}>
            {" "}
            · <time dateTime={entry.time}>{time}</time> · <bdi>{entry.hostess}</bdi> · <bdi>{entry.waiter}</bdi>
            {compact && branch !== here && (
              <>
                {" · "}
                <BranchMark branch={branch} />
              </>
            )}
          </span>
        </h3>
        <CopyBlock text={textOf(entry, time)} compact={compact} name={entry.table} onFail={() => selectText(block.current)} />
      </header>
      {!compact && (
        <p className={styles.count}>
          <BranchMark branch={branch} /> · {withParty(counted(entry.contacts.length, "guest"), entry.party_size)}
        </p>
      )}
      <ul className={styles.guests}>
        {entry.contacts.map((guest, index) => (
          <li key={keys[index]}>
            <GuestRow
              layout="line"
              guest={guest}
              today={today}
              withDay={!compact}
              callable
              notes={<AllergyMark allergies={guest.allergies} />}
              shownName={
                <OpensGuest id={guest.id} branch={branch}>
                  <GuestName name={guest.name} />
                </OpensGuest>
              }
            />
          </li>
        ))}
      </ul>
    </article>
  );
});

function CopyBlock({ text, compact, name, onFail }: { text: string; compact: boolean; name: string; onFail: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyText(text)) {
      setCopied(true);
      window.setTimeout(() => setCopied(false), COPIED_MS);
      return;
    }
    onFail();
    toast.error(FEED_TEXTS.copyFailed);
  };
  const Icon = copied ? Check : Copy;
  const words = copied ? FEED_TEXTS.copied : FEED_TEXTS.copy;
  if (compact) {
    return (
      <ActionIcon aria-label={`${words} table ${name}`} onClick={copy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button variant="subtle" color="neutral" px="xs" leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden />} onClick={copy}>
      <span aria-live="polite">{words}</span>
    </Button>
  );
}

/** What a colleague gets in a chat. */
function textOf(entry: TableLogEntry, time: string): string {
  const guests = entry.contacts.map(({ name, phones, numbers, birthday }) => {
    const shown = numbers?.map((number) => number.shown).join(", ") || phones;
    return [name, shown, formatBirthday(birthday)].filter(Boolean).join(" · ");
  });
  return [
    withParty(`Table ${entry.table} · ${time}`, entry.party_size),
    `Hostess: ${entry.hostess} · Waiter: ${entry.waiter}`,
    ...guests,
  ].join("\n");
}

/** The next best thing: the text is marked, Ctrl C takes it. */
function selectText(element: HTMLElement | null): void {
  const selection = window.getSelection();
  if (!element || !selection) return;
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection.addRange(range);
}
