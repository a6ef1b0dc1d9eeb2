import { shownPhones } from "@/lib/phones";
import { GuestName } from "./guest-name";
import styles from "./merge-notes.module.css";

interface Notes {
  also: number;
  also_known_as: { name: string; also: string; phones: string }[];
  names_not_kept?: number;
  may_be_same: number;
  pairs: { name: string; other: string; phones: string }[];
}

/** The notes of a merge: guests known by another name, and pairs that somebody should look at. Nothing if there are none. */
export function MergeNotes({ notes }: { notes: Notes }) {
  return (
    <>
      <People
        title="Also known as"
        help={`They share a number, so they are one guest. Nothing else of the second person was filled in.${notKept(notes.names_not_kept)}`}
        count={notes.also}
        people={notes.also_known_as.map(({ name, also, phones }) => ({ first: name, second: also, phones }))}
      />
      <People
        title="May be the same"
        help="One row held the numbers of both. They were left as they are."
        count={notes.may_be_same}
        people={notes.pairs.map(({ name, other, phones }) => ({ first: name, second: other, phones }))}
      />
    </>
  );
}

const notKept = (names = 0) =>
  names > 0 ? ` ${names.toLocaleString("en")} of these names are not kept: such a guest has 50 other names already.` : "";

interface PeopleProps {
  title: string;
  help: string;
  count: number;
  people: { first: string; second: string; phones: string }[];
}

function People({ title, help, count, people }: PeopleProps) {
  if (count === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className={styles.count}>{count.toLocaleString("en")}</span>
      </h3>
      <p className={styles.help}>{help}</p>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map(({ first, second, phones }) => (
            <li key={`${first}\n${second}\n${phones}`}>
              <GuestName name={first} /> · <GuestName name={second} />
              <bdi className={styles.phones} dir="ltr">
                {shownPhones(phones)}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {count > people.length && people.length > 0 && <p className={styles.help}>The first {people.length} of them.</p>}
    </section>
  );
}
