import { Button, Skeleton, TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Search, UserPlus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { Contact } from "@/lib/contacts/contract";
import type { DraftGuest, PendingGuest } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";
import classes from "./contact-search.module.css";
import { nameOf, sameGuest, withoutDuplicates } from "./guest-lists";
import { isTyped, withTyped } from "./pending-guest";
import { failureOf, type Place, useContactSearch } from "./queries";
import { ResultRow } from "./result-row";

/** Long enough to skip the calls between two keys of a fast hand, short enough to feel at once. */
const PAUSE_MS = 120;
const NO_CONTACTS: Contact[] = [];

interface Props {
  place: Place;
  today: string;
  guests: readonly DraftGuest[];
  /** The new guest who stands half typed in the form; the last row goes on with that one. */
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
  const { place, today, guests, pending, typed, onTyped, onAdd, onAddNew, onRemoveLast, disabled, infoLine, ref } = props;
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const [hurried, setHurried] = useState("");
  const asked = hurried === typed ? typed : paused;
  const search = useContactSearch(place, asked);
  const [moved, setMoved] = useState({ in: "", to: 0 });
  // Every other search begins at its first result.
  const active = moved.in === asked ? moved.to : 0;
  const enterFor = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const text = typed.trim();
  const found = search.data?.contacts ?? NO_CONTACTS;
  const results = useMemo(() => (text === "" ? NO_CONTACTS : withoutDuplicates(found)), [found, text]);
  const settled = text !== "" && asked.trim() === text && !search.isFetching && !search.isPlaceholderData;
  const chosen = results[Math.min(active, results.length - 1)];

  const enter = () => {
    if (chosen && !sameGuest(guests, chosen.phones)) onAdd(chosen);
    else if (results.length === 0 || active >= results.length) onAddNew(text);
  };

  // Somebody who types fast presses Enter before the answer is there; it then counts for that answer.
  useEffect(() => {
    if (!settled || enterFor.current !== text) return;
    enterFor.current = null;
    enter();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = Math.max(0, Math.min(results.length, active + (event.key === "ArrowDown" ? 1 : -1)));
      setMoved({ in: asked, to: next });
      list.current?.children[next]?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && text !== "") {
      event.preventDefault();
      if (settled) return enter();
      enterFor.current = text;
      setHurried(typed);
    }
    if (event.key === "Backspace" && typed === "") onRemoveLast();
  };

  return (
    <>
      <div className={classes.box}>
        <TextInput
          ref={ref}
          data-autofocus
          aria-label={TABLE_TEXTS.searchPlaceholder}
          placeholder={TABLE_TEXTS.searchPlaceholder}
          classNames={{ input: classes.input }}
          leftSection={<Search size={20} strokeWidth={1.75} aria-hidden />}
          rightSection={
            typed !== "" && (
              <button type="button" className={classes.clear} aria-label="Clear the search" onClick={() => onTyped("")}>
                <X size={18} aria-hidden />
              </button>
            )
          }
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
        {infoLine}
        <VisuallyHidden role="status">{settled && !search.isError && spoken(results.length, chosen)}</VisuallyHidden>
      </div>
      <section className={classes.results} aria-labelledby="search-results">
        <h3 id="search-results" className={classes.heading}>
          {TABLE_TEXTS.searchResults}
        </h3>
        {text === "" && <p className={classes.hint}>Type a name or phone. One letter is enough.</p>}
        {text !== "" && search.isError && (
          <div className={classes.failed} role="alert">
            <strong>{TABLE_TEXTS.searchFailed}</strong>
            <span>{failureOf(search.error).message} You can still add new guests.</span>
            <Button variant="light" color="danger" onClick={() => void search.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {text !== "" && search.isLoading && <Waiting />}
        {(text !== "" || isTyped(pending)) && (
          <ul className={classes.list} ref={list} aria-busy={search.isFetching}>
            {results.map((contact, index) => (
              <ResultRow
                key={contact.id}
                contact={contact}
                today={today}
                query={text}
                guests={guests}
                active={index === active}
                disabled={disabled}
                onAdd={() => onAdd(contact)}
              />
            ))}
            <li>
              <NewGuestRow
                text={text}
                pending={pending}
                nobodyFound={settled && !search.isError && results.length === 0}
                active={active >= results.length}
                disabled={disabled}
                onClick={() => onAddNew(text)}
              />
            </li>
          </ul>
        )}
      </section>
    </>
  );
}

interface NewGuestRowProps {
  text: string;
  pending: PendingGuest | null;
  nobodyFound: boolean;
  active: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Makes a new guest of what was typed, or goes on with the one who stands half typed in the form. */
function NewGuestRow({ text, pending, nobodyFound, active, disabled, onClick }: NewGuestRowProps) {
  const goesOn = isTyped(pending);
  return (
    <button type="button" className={classes.addNew} data-active={active || undefined} disabled={disabled} onClick={onClick}>
      <span className={classes.addNewIcon}>
        <UserPlus size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={classes.addNewText}>
        <strong>
          {goesOn ? "Go on with" : "Add new"} ‘<bdi>{goesOn ? nameOf(pending) : text}</bdi>’
        </strong>
        <span>
          {nobodyFound ? "Nobody found by that. " : ""}
          {goesOn ? whatBecomesOf(text, pending) : "Name and phone are enough"}
        </span>
      </span>
    </button>
  );
}

function whatBecomesOf(text: string, pending: PendingGuest): string {
  const next = withTyped(pending, text);
  if (next.phones !== pending.phones) return `${text} becomes the phone`;
  if (next.name !== pending.name) return `${text} becomes the name`;
  return text === "" ? "Not added yet" : "Add or clear this guest before another one";
}

function spoken(count: number, chosen: Contact | undefined): string {
  if (!chosen) return "No results. Enter adds a new guest.";
  return `${count} ${count === 1 ? "result" : "results"}. Enter adds ${nameOf(chosen)}.`;
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={classes.waitingRow}>
          <Skeleton circle height={40} />
          <div className={classes.waitingText}>
            <Skeleton height={14} width="55%" />
            <Skeleton height={12} width="38%" mt={8} />
          </div>
        </div>
      ))}
    </div>
  );
}
