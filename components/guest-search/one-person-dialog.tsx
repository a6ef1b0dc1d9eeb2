import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useDialogs } from "@/components/ui/dialogs";
import { GuestRow } from "@/components/ui/guest-row";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { ErrorNotice } from "@/components/ui/notice";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS, WHO_IS_WHO_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { useDeciding } from "./decisions";
import { type Search, useSearch } from "./use-search";
import styles from "./who-is-who.module.css";

/** Who else a guest is: another one of the book, searched for and picked. */
export function OnePersonDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const [typed, setTyped] = useState(contact.numbers?.find(({ digits }) => digits !== "")?.shown ?? "");
  const search = useSearch(typed);
  const dialogs = useDialogs();
  const { decide, isDeciding } = useDeciding();
  const others = (search.error ? [] : search.found).filter(({ id, not_in_book }) => id !== contact.id && !not_in_book);
  const unite = async (other: Contact) => {
    const title = `${contact.name || "This guest"} and ${other.name || "this one"}: one person?`;
    if (!(await dialogs.confirm({ title, body: WHO_IS_WHO_TEXTS.oneBody, confirmLabel: WHO_IS_WHO_TEXTS.unite }))) return;
    if (await decide({ kind: "one", contact, other })) onClose();
  };
  return (
    <DialogFrame
      size="wide"
      title={WHO_IS_WHO_TEXTS.one}
      subtitle={<bdi>{contact.name || contact.phones}</bdi>}
      onClose={onClose}
      locked={isDeciding}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose} disabled={isDeciding}>
          Cancel
        </Button>
      }
    >
      <div className={styles.body}>
        <TextInput
          {...AUTO_DIR}
          label={WHO_IS_WHO_TEXTS.who}
          placeholder={GUEST_SEARCH_TEXTS.placeholder}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Standing search={search} found={others.length} />
        <ul className={styles.list} aria-label="Guests">
          {others.map((other) => (
            <li key={other.id}>
              <GuestRow
                guest={other}
                query={search.text}
                action={
                  <Button
                    variant="default"
                    disabled={isDeciding || search.isOld}
                    aria-label={`${other.name || other.phones} is the same person`}
                    onClick={() => unite(other)}
                  >
                    Same person
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
        {search.more && (
          <Button variant="default" onClick={search.more} loading={search.isFetchingMore}>
            Show more guests
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}

function Standing({ search, found }: { search: Search; found: number }) {
  return (
    <>
      <p role="status" className={styles.note}>
        {statusOf(search, found)}
      </p>
      {search.error && <ErrorNotice title={GUEST_SEARCH_TEXTS.failed} error={search.error} onRetry={search.retry} isSearch />}
    </>
  );
}

function statusOf(search: Search, found: number): string {
  if (search.text === "") return WHO_IS_WHO_TEXTS.typeName;
  if (search.error) return ""; // said below, with the way to try again
  if (search.isWaiting || !search.isSettled) return "Searching…";
  return found === 0 ? WHO_IS_WHO_TEXTS.nobodyElse : "";
}
