import { Button } from "@mantine/core";
import { useAppSettings } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { openBirthdaysIn } from "@/components/backends/switching";
import { counted, inList } from "@/components/ui/counted";
import type { AnswerOf } from "@/lib/api/endpoint";
import { BIRTHDAY_TEXTS } from "@/lib/birthdays/birthday-texts";
import type { searchBirthdays } from "@/lib/birthdays/contract";
import { branchName } from "@/lib/known-branches";
import styles from "./branch-books.module.css";

type Books = NonNullable<AnswerOf<typeof searchBirthdays>["branches"]>;

/** How many celebrate in all the books that are known. */
export const inBooks = (books: Books) => books.reduce((sum, { total }) => sum + (total ?? 0), 0);

const MOST_NAMED = 5;

/** Central's own guests whom nobody greets, and the way into a restaurant's book. @param names theirs */
export function nowhereInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => name || "a guest without a name");
  const more = names.length - shown.length;
  const who = inList(more > 0 ? [...shown, `${more.toLocaleString("en")} more`] : shown);
  const [stand, them] = names.length === 1 ? ["stands", "this guest"] : ["stand", "these guests"];
  return `${counted(names.length, "guest")} of central’s own book ${stand} in no restaurant’s, so nobody greets ${them}: ${who}. A guest comes into a restaurant’s book with a table there, or from a file: ${BIRTHDAY_TEXTS.exportVcf} here, then Import Contacts at the restaurant.`;
}

/** At central: how many celebrate in each restaurant's book, from which vouchers and greetings go, and the way there. */
export function BranchBooks({ date, books, nowhere = [] }: { date: string; books: Books; nowhere?: readonly string[] }) {
  const settings = useAppSettings();
  const choosable = choosableBranches(settings);
  const some = books.filter(({ total }) => total !== null && total > 0);
  const namesOf = (wanted: 0 | null) => books.filter(({ total }) => total === wanted).map(({ branch }) => branchName(branch));
  const [none, unknown] = [namesOf(0), namesOf(null)];
  return (
    <section className={styles.books} aria-label="Birthdays in the restaurants’ books">
      <p className={styles.line}>Vouchers and greetings go from the restaurants’ own books.</p>
      {some.length > 0 && (
        <ul className={styles.list}>
          {some.map(({ branch, total }) => {
            const words = `${branchName(branch)} · ${counted(total ?? 0, "guest")}`;
            const there = choosable.find((one) => one === branch);
            return (
              <li key={branch}>
                {there ? (
                  <Button variant="default" onClick={() => void openBirthdaysIn(there, date, settings)}>
                    {words}
                  </Button>
                ) : (
                  words
                )}
              </li>
            );
          })}
        </ul>
      )}
      {none.length > 0 && <p className={styles.line}>Nobody on this date in {inList(none)}.</p>}
      {nowhere.length > 0 && <p className={styles.line}>{nowhereInWords(nowhere)}</p>}
      {unknown.length > 0 && (
        <p className={styles.line}>Not known of {inList(unknown)}: the book is on another server, or cannot be read now.</p>
      )}
    </section>
  );
}
