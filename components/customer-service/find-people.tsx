import { Button, Checkbox, Skeleton, TextInput, VisuallyHidden } from "@mantine/core";
import { Search } from "lucide-react";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useBookSearched } from "@/components/backends/other-books";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { useOptOuts, useUnsure } from "@/components/opt-outs/queries";
import { counted } from "@/components/ui/counted";
import { GuestRow } from "@/components/ui/guest-row";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { NameChoice } from "@/components/ui/name-choice";
import { EmptyNotice, plainCause, statusBehind } from "@/components/ui/notice";
import { SimilarName, similarInWords } from "@/components/ui/similar-name";
import type { Recipient } from "@/lib/guest-search/contract";
import { localDate } from "@/lib/local-time";
import { nameSearchedFor } from "@/lib/names";
import type { SaidNo } from "@/lib/opt-outs/contract";
import { CUSTOMER_SERVICE_TEXTS } from "@/lib/queue/customer-service-texts";
import styles from "./find-people.module.css";
import { keyOf, phoneOf } from "./recipients";
import type { UsedLetter } from "./use-letter";
import { type RecipientSearch, useRecipientSearch } from "./use-recipient-search";

interface Props {
  letter: UsedLetter;
  box: RefObject<HTMLInputElement | null>;
}

/** The search, and a box to tick beside everybody whom it finds. */
export function FindPeople({ letter, box }: Props) {
  const search = useRecipientSearch();
  const list = useRef<HTMLUListElement>(null);
  const people = withoutTwins(search.found);
  return (
    <>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          search.hurry();
        }}
      >
        <TextInput
          ref={box}
          data-autofocus
          className={styles.box}
          aria-label="Search by name or phone"
          placeholder="Search by name or phone"
          {...AUTO_DIR}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}
          value={search.typed}
          onChange={(event) => search.type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            event.preventDefault();
            list.current?.querySelector("input")?.focus();
          }}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
      {search.error && (
        <p className={styles.failed} role="alert">
          {CUSTOMER_SERVICE_TEXTS.searchFailed}: {plainCause(search.error)} <small>{statusBehind(search.error)}</small>
        </p>
      )}
      <Head search={search} people={people} letter={letter} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from box to box; each box is a control of its own. */}
      <div className={styles.scroll} data-old={search.isOld || undefined} onKeyDown={moveByArrows}>
        <Results search={search} people={people} letter={letter} list={list} />
      </div>
    </>
  );
}

/** Who is the same by name and phone is ticked once. */
function withoutTwins(found: readonly Recipient[]): Recipient[] {
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

interface ResultsProps {
  search: RecipientSearch;
  people: readonly Recipient[];
  letter: UsedLetter;
}

function Head({ search, people, letter }: ResultsProps) {
  if (people.length === 0 || search.error) return null;
  // Whoever has only a name like it is chosen by hand.
  const named = people.filter(({ written_otherwise }) => !written_otherwise);
  const isAll = named.every(letter.isChosen);
  const calledAs = (person: Recipient) => ({ ...person, called: nameSearchedFor(person, search.text) });
  return (
    <div className={styles.head}>
      <span role="status">{howMany(search, named.length, people.length - named.length)}</span>
      {named.length > 0 && (
        <Button
          variant="subtle"
          size="xs"
          disabled={search.isOld}
          onClick={() => (isAll ? letter.drop(named) : letter.choose(named.map(calledAs)))}
        >
          {isAll ? `Unselect all ${named.length}` : `Select all ${named.length}`}
        </Button>
      )}
    </div>
  );
}

function howMany({ total, isAtLeast, similar }: RecipientSearch, named: number, like: number): string {
  const all = total - similar;
  const first = all > named ? `The first ${named} of ${isAtLeast ? "more than " : ""}${counted(all, "guest")}` : counted(named, "guest");
  return [named > 0 && first, like > 0 && similarInWords(like)].filter(Boolean).join(" · ");
}

function Results({ search, people, letter, list }: ResultsProps & { list: RefObject<HTMLUListElement | null> }) {
  const saidNo = useOptOuts(people.map(({ phones }) => phones));
  const unsure = useUnsure(people.map(({ phones }) => phones));
  const searched = useBookSearched();
  if (search.text === "") {
    return (
      <EmptyNotice title="Find the guests to write to.">A part of the name is enough, and so are the last digits of a phone.</EmptyNotice>
    );
  }
  if (search.error) return null;
  if (search.isWaiting) return <Loading />;
  if (people.length === 0) {
    return (
      <div role="status">
        <EmptyNotice title="No results found.">
          {searched} Try the last digits of the phone. Guests of another branch are found when that branch is chosen at the top; this letter
          is kept meanwhile.
        </EmptyNotice>
      </div>
    );
  }
  return (
    // Those of the text before are not ticked by mistake.
    <ul className={styles.list} ref={list} aria-label="Results" inert={search.isOld}>
      {people.map((person) => (
        <Row
          key={keyOf(person)}
          person={person}
          saidNo={saidNo(person.phones)}
          unsure={unsure(person.phones)}
          query={search.text}
          letter={letter}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  person: Recipient;
  saidNo: SaidNo | null;
  /** As of `useUnsure`. */
  unsure: string | null;
  query: string;
  letter: UsedLetter;
}

function Row({ person, saidNo, unsure, query, letter }: RowProps) {
  const { timeZone } = useAppSettings();
  const added = new Date(person.added_at);
  const called = letter.calledOf(person) ?? nameSearchedFor(person, query);
  const details = [person.company, Number.isNaN(added.getTime()) ? "" : `added ${longDate(localDate(added, timeZone))}`];
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is Mantine's, inside. */}
      <label className={styles.row}>
        <Checkbox
          aria-label={`Choose ${person.name.trim() || "the guest without a name"}${phoneOf(person) ? "" : ", without phone"}`}
          checked={letter.isChosen(person)}
          onChange={(event) => (event.currentTarget.checked ? letter.choose([{ ...person, called }]) : letter.drop([person]))}
        />
        <GuestRow
          guest={person}
          query={query}
          details={details.filter(Boolean).join(" · ")}
          notes={
            <>
              <SimilarName guest={person} />
              <OptOutMark said={saidNo} unsure={unsure} />
            </>
          }
        />
      </label>
      {person.also && (
        <div className={styles.called}>
          <span>The message says</span>
          <NameChoice
            guest={person}
            label="Name for the message to"
            value={called}
            onChange={(name) => letter.choose([{ ...person, called: name }])}
          />
        </div>
      )}
    </li>
  );
}

function Loading() {
  return (
    <div role="status" className={styles.waiting}>
      <VisuallyHidden>Searching</VisuallyHidden>
      {["a", "b", "c"].map((row) => (
        <Skeleton key={row} height={56} radius="md" />
      ))}
    </div>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const boxes = [...event.currentTarget.querySelectorAll("input")];
  const next = boxes[boxes.findIndex((box) => box.matches(":focus")) + step];
  event.preventDefault();
  next?.focus();
}
