import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useBranch } from "@/components/app-base/app-settings";
import { OtherBooks, useBookSearched } from "@/components/backends/other-books";
import { useOptOuts, useUnsure } from "@/components/opt-outs/queries";
import { counted } from "@/components/ui/counted";
import { GuestAvatar } from "@/components/ui/guest-avatar";
import { GuestName } from "@/components/ui/guest-name";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { similarInWords } from "@/components/ui/similar-name";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { branchName } from "@/lib/known-branches";
import { GuestBody, GuestCard } from "./guest-card";
import styles from "./guest-search-screen.module.css";
import type { EditingOfGuest } from "./use-editing";
import type { Search } from "./use-search";

interface Props {
  search: Search;
  openId: string | null;
  onOpen: (id: string | null) => void;
  editing: EditingOfGuest;
}

/** From this width on the details stand beside the list. */
const WIDE = "(min-width: 1200px)";

export function SearchResults({ search, openId, onOpen, editing }: Props) {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const edited = editing.editing?.contact;
  // Whoever is being edited stays in sight, whatever is searched for meanwhile: what was typed must not go.
  const pinned = edited && (search.isWaiting || search.error || !search.found.some(({ id }) => id === edited.id)) ? edited : null;
  const isShown = search.text !== "" && !search.isWaiting && !search.error && search.found.length > 0;
  const guests = [...(pinned ? [pinned] : []), ...(isShown ? search.found : [])];
  const saidNo = useOptOuts(guests.map(({ phones }) => phones));
  const unsure = useUnsure(guests.map(({ phones }) => phones));
  const open = guests.find(({ id }) => id === openId) ?? (isWide && !guests[0]?.written_otherwise ? guests[0] : undefined);
  return (
    <section className={styles.results} aria-label="Results" data-old={(search.isOld && isShown) || undefined}>
      <State search={search} />
      {guests.length > 0 && (
        <div className={styles.beside}>
          <div>
            <ul className={styles.list}>
              {guests.map((contact) => (
                <GuestCard
                  key={contact.id}
                  contact={contact}
                  saidNo={saidNo(contact.phones)}
                  unsure={unsure(contact.phones)}
                  query={search.text}
                  isOpen={contact.id === open?.id}
                  onToggle={() => onOpen(contact.id === openId && !isWide ? null : contact.id)}
                  paneId={isWide ? PANE : undefined}
                />
              ))}
            </ul>
            {isShown && <More search={search} />}
            {/* Below them: on a phone the buttons of five books would stand before the guests that the search did find. */}
            {isShown && search.total === search.similar && <OtherBooks typed={search.text} />}
          </div>
          {isWide && open && <Pane contact={open} />}
        </div>
      )}
    </section>
  );
}

const PANE = "guest-pane";

function Pane({ contact }: { contact: Contact }) {
  return (
    <section id={PANE} className={styles.pane} aria-label="Guest">
      <h2 className={styles.who}>
        <GuestAvatar name={contact.name} />
        <GuestName name={contact.name} />
      </h2>
      <GuestBody key={contact.id} contact={contact} />
    </section>
  );
}

/** What is said instead of results, or above them. */
function State({ search }: { search: Search }) {
  const searched = useBookSearched();
  const here = useBranch();
  if (search.text === "") {
    return (
      <EmptyNotice title="Find a guest of the book, or of tonight's tables.">
        A part of the name is enough, in Arabic or Latin letters, and so are the last digits of a phone.
      </EmptyNotice>
    );
  }
  if (search.error) return <ErrorNotice title={GUEST_SEARCH_TEXTS.failed} error={search.error} onRetry={search.retry} isSearch />;
  if (search.isWaiting) return <Loading />;
  if (search.found.length === 0) {
    return (
      <div role="status">
        <EmptyNotice title={GUEST_SEARCH_TEXTS.empty}>
          {searched} Try the last digits of the phone. A new guest comes into the book with a table.
          <OtherBooks typed={search.text} />
        </EmptyNotice>
      </div>
    );
  }
  const named = search.total - search.similar;
  return (
    <p className="note tabular" role="status">
      {named > 0 ? counted(named, "guest") : "Nobody by this name"}
      {search.isAtLeast && " and more"} in the book of {branchName(here)}
      {search.similar > 0 && ` · ${similarInWords(search.similar)}`}
    </p>
  );
}

function Loading() {
  return (
    <div role="status">
      <VisuallyHidden>Searching</VisuallyHidden>
      <div className={styles.list}>
        {["a", "b", "c"].map((card) => (
          <Skeleton key={card} className={styles.skeleton} data-skeleton-card />
        ))}
      </div>
    </div>
  );
}

function More({ search }: { search: Search }) {
  if (!search.more) return null;
  return (
    <Button className={styles.more} variant="default" onClick={search.more} loading={search.isFetchingMore}>
      Show more guests
    </Button>
  );
}
