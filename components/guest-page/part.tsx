import { Button } from "@mantine/core";
import { EyeOff } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { plainCause } from "@/components/ui/notice";
import type { GuestLists } from "@/lib/guest-page/contract";
import type { Cut } from "@/lib/guest-page/cut-list";
import { type GuestList, SEES } from "@/lib/guest-page/rights";
import { whoHoldsInWords } from "@/lib/permissions";
import styles from "./guest-page.module.css";
import { type BookOf, useWholeList } from "./queries";

/** A part of the page below its heading. */
export function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        <span>{title}</span>
        {beside && <span className={styles.beside}>{beside}</span>}
      </h2>
      {children}
    </section>
  );
}

interface ListProps<Item> {
  guest: { id: string; branch: BookOf };
  of: GuestList;
  title: string;
  beside?: ReactNode;
  /** Null for whoever may not see it. */
  first: Cut<Item> | null;
  listOf: (lists: GuestLists) => Cut<Item> | null;
  keyOf: (item: Item) => string;
  line: (item: Item) => ReactNode;
  /** Said where there is nothing. */
  empty: string;
  /** Below the list: what is counted alone, or could not be read. */
  notes?: readonly (string | false)[];
}

/** A list of the page, the newest first; it says who may see it to whoever may not. */
export function ListPart<Item>({ title, beside, first, ...list }: ListProps<Item>) {
  return (
    <Part title={title} beside={beside}>
      {first ? <Lines {...list} first={first} label={title} /> : <Hidden of={list.of} />}
    </Part>
  );
}

function Hidden({ of }: { of: GuestList }) {
  return (
    <p className={styles.hidden}>
      <EyeOff size={16} strokeWidth={1.75} aria-hidden />
      Shown to {whoHoldsInWords(SEES[of])}.
    </p>
  );
}

type LinesProps<Item> = Omit<ListProps<Item>, "title" | "beside" | "first"> & { first: Cut<Item>; label: string };

function Lines<Item>({ guest, of, first, listOf, keyOf, line, empty, notes = [], label }: LinesProps<Item>) {
  const { items, more, ask, isAsking, error } = useWholeList(guest, of, first, listOf);
  const list = useRef<HTMLUListElement>(null);
  const [shownBefore, setShownBefore] = useState<number | null>(null);
  useEffect(() => {
    if (shownBefore === null || items.length <= shownBefore) return;
    // With the last lines the button goes, and the focus would fall out of the page.
    if (more === 0) list.current?.querySelectorAll<HTMLElement>(":scope > li")[shownBefore]?.focus();
    setShownBefore(null);
  }, [shownBefore, items.length, more]);
  const said = notes.filter((note) => note !== false);
  return (
    <>
      {items.length === 0 && <p className={styles.note}>{empty}</p>}
      {items.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={label}>
          {items.map((item) => (
            <li key={keyOf(item)} tabIndex={-1}>
              {line(item)}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className={styles.problem}>
          The rest could not be loaded. {plainCause(error)}
        </p>
      )}
      {more > 0 && (
        <Button
          className={styles.more}
          variant="default"
          loading={isAsking}
          onClick={() => {
            setShownBefore(items.length);
            ask();
          }}
        >
          Show older ({more.toLocaleString("en")} more)
        </Button>
      )}
      {said.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
