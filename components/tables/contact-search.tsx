import { TextInput, VisuallyHidden } from "@mantine/core";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useRef } from "react";
import { counted } from "@/components/ui/counted";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { DraftGuest, PendingGuest } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import classes from "./contact-search.module.css";
import { nameOf, sameGuest } from "./guest-lists";
import { NewGuestRow } from "./new-guest-row";
import { isTyped } from "./pending-guest";
import type { Place } from "./queries";
import { SearchResults } from "./search-results";
import { useActiveRow, useSearch } from "./use-contact-search";

interface Props {
  place: Place;
  today: string;
  guests: readonly DraftGuest[];
  /** The saved table whose guests these are; null for a new one. */
  ownTable: string | null;
  /** A new guest whose form is half filled; the last row continues it. */
  pending: PendingGuest | null;
  typed: string;
  onTyped: (typed: string) => void;
  onAdd: (contact: Contact) => void;
  onAddNew: (typed: string) => void;
  onRemoveLast: () => void;
  disabled: boolean;
  /** Where the table will be saved, under the box. */
  infoLine: ReactNode;
  ref: Ref<HTMLInputElement>;
}

/** The search box and its results: arrow keys choose, Enter adds, the last row makes a new guest of what was typed. */
export function ContactSearch(props: Props) {
  const { place, guests, pending, typed, onAdd, onAddNew, disabled } = props;
  const search = useSearch(place, typed);
  const { text, results, isSettled, error } = search;
  const isAdded = (contact: Contact) => sameGuest(guests, contact.phones) !== undefined;
  const row = useActiveRow(search, { onAdd, onAddNew, isAdded });
  const list = useRef<HTMLUListElement>(null);
  const onMove = (by: 1 | -1) => list.current?.children[row.move(by)]?.scrollIntoView({ block: "nearest" });
  const found = isSettled && !error;
  return (
    <>
      <SearchBox
        {...props}
        onMove={onMove}
        onEnter={row.enter}
        spoken={found ? spoken(results.length, row.chosen, row.chosen !== undefined && isAdded(row.chosen)) : ""}
      />
      <section className={classes.results} aria-labelledby="search-results">
        <div className={classes.scroll}>
          <h3 id="search-results" className={classes.heading} data-unseen={text === "" || undefined}>
            {TABLE_TEXTS.searchResults}
          </h3>
          <SearchResults {...props} search={search} active={row.active} list={list} />
        </div>
        {(text !== "" || isTyped(pending)) && (
          <NewGuestRow
            text={text}
            pending={pending}
            nobody={found && results.every(({ written_otherwise }) => written_otherwise) ? nobodyInWords(results.length) : null}
            active={row.active >= results.length}
            disabled={disabled}
            onClick={() => onAddNew(text)}
          />
        )}
      </section>
    </>
  );
}

interface BoxProps extends Pick<Props, "typed" | "onTyped" | "onRemoveLast" | "disabled" | "infoLine" | "ref"> {
  onMove: (by: 1 | -1) => void;
  onEnter: () => void;
  /** For those who do not see the results. */
  spoken: string;
}

function SearchBox({ typed, onTyped, onRemoveLast, disabled, infoLine, ref, onMove, onEnter, spoken }: BoxProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    const isEnter = event.key === "Enter" && !event.ctrlKey && !event.metaKey && typed.trim() !== "";
    if (step || isEnter) event.preventDefault();
    if (step) onMove(step);
    if (isEnter) onEnter();
    if (event.key === "Backspace" && typed === "") onRemoveLast();
  };
  return (
    <div className={classes.box}>
      <TextInput
        ref={ref}
        data-autofocus
        aria-label={TABLE_TEXTS.searchPlaceholder}
        placeholder={TABLE_TEXTS.searchPlaceholder}
        classNames={{ input: classes.input }}
        leftSection={<Search size={20} strokeWidth={1.75} aria-hidden />}
        rightSection={typed !== "" && <ClearButton onClick={() => onTyped("")} />}
        inputMode="search"
        enterKeyHint="done"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...AUTO_DIR}
        maxLength={200}
        disabled={disabled}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.info}>{infoLine}</div>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={classes.clear} aria-label="Clear the search" onClick={onClick}>
      <X size={18} aria-hidden />
    </button>
  );
}

const nobodyInWords = (similar: number) => (similar > 0 ? "Nobody has this very name." : "Nobody found by that.");

function spoken(count: number, chosen: Contact | undefined, isThere: boolean): string {
  if (count === 0) return "No results. Enter adds a new guest.";
  if (!chosen) return `${counted(count, "result")}. Enter adds a new guest.`;
  return `${counted(count, "result")}. ${isThere ? `${nameOf(chosen)} is at this table.` : `Enter adds ${nameOf(chosen)}.`}`;
}
