import { Button } from "@mantine/core";
import { useAppSettings } from "@/components/app-base/app-settings";
import { choosableBranches } from "@/components/app-base/backend-choice";
import { openBirthdaysIn } from "@/components/backends/switching";
import { counted, inList } from "@/components/ui/counted";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { searchBirthdays } from "@/lib/birthdays/contract";
import { branchName } from "@/lib/known-branches";
import styles from "./branch-books.module.css";

type Books = NonNullable<AnswerOf<typeof searchBirthdays>["branches"]>;

/** How many celebrate in all the books that are known. */
export const inBooks = (books: Books) => books.reduce((sum, { total }) => sum + (total ?? 0), 0);

/** At central: how many celebrate in each restaurant's book, from which vouchers and greetings go, and the way there. */
export function BranchBooks({ date, books }: { date: string; books: Books }) {
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
      {unknown.length > 0 && (
        <p className={styles.line}>Not known of {inList(unknown)}: the book is on another server, or cannot be read now.</p>
      )}
    </section>
  );
}
