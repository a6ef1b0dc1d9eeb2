import { GuestName } from "@/components/ui/guest-name";
import { formatBirthday } from "@/lib/birthday-dates";
import { ASKED_FIELDS, type AskedField, GUEST_FIELDS, shownField } from "@/lib/guest-fields";
import type { ImportAnswer } from "@/lib/import/contract";
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
              {["Line", ...ASKED_FIELDS.map((field) => GUEST_FIELDS[field].label)].map((heading) => (
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
                {ASKED_FIELDS.map((field) => (
                  <Cell key={field} row={row} field={field} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ row, field }: { row: Row; field: AskedField }) {
  if (field === "phones") return <td dir="ltr">{row.phones}</td>;
  if (field === "birthday") return <td>{birthdayOf(row)}</td>;
  return <td>{field === "name" ? <GuestName name={row.name} /> : <bdi>{shownField(field, row[field])}</bdi>}</td>;
}

function birthdayOf({ birthday, birth_year }: Row): string {
  return birthday ? [formatBirthday(birthday), birth_year].filter(Boolean).join(" ") : "";
}
