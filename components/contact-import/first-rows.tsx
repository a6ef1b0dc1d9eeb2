import { GuestName } from "@/components/ui/guest-name";
import { formatBirthday } from "@/lib/birthdays";
import type { ImportAnswer } from "@/lib/contacts/contract";
import styles from "./import-screen.module.css";

type Row = NonNullable<ImportAnswer["first_rows"]>[number];

/** The first people of the file, as they will stand in the guest book. */
export function FirstRows({ rows, total }: { rows: readonly Row[]; total: number }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="import-rows">
      <h2 className={styles.title} id="import-rows">
        As they will be read{" "}
        <small>
          the first {rows.length} of {total.toLocaleString("en")}
        </small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className={styles.rows} aria-label="First rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {["Line", "Name", "Phones", "Birthday", "Email", "Company", "Title", "Address"].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td>
                  <GuestName name={row.name} />
                </td>
                <td dir="ltr">{row.phones}</td>
                <td>{birthdayOf(row)}</td>
                {[row.email, row.company, row.title, row.address].map((text, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row, in the order of its columns.
                  <td key={index}>
                    <bdi>{text}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function birthdayOf({ birthday, birth_year }: Row): string {
  return birthday ? [formatBirthday(birthday), birth_year].filter(Boolean).join(" ") : "";
}
