import { Button } from "@mantine/core";
import { Users } from "lucide-react";
import { type DraftGuest, draftOfTable } from "@/lib/drafts";
import { localTime } from "@/lib/local-time";
import { type SavedTable, savedTable } from "@/lib/tables/contract";
import classes from "./conflict-panel.module.css";
import { differencesOf } from "./edit-changes";
import { usePlaces } from "./places";

export interface Conflict {
  table: SavedTable;
  guests: DraftGuest[];
}

/** The table as somebody else saved it, out of an error's answer or of a fresh look. */
export function conflictOf(current: unknown): Conflict | null {
  const read = savedTable.safeParse(current);
  return read.success ? { table: read.data, guests: draftOfTable(read.data, { branch: "", api_base: "" }).guests } : null;
}

/** The save button that was pressed has nothing more to say; the choice is here. */
function takeFocus(title: HTMLElement | null): void {
  title?.focus({ preventScroll: true });
}

interface Props {
  conflict: Conflict;
  mine: readonly DraftGuest[];
  onTheirs: () => void;
  onMine: () => void;
}

export function ConflictPanel({ conflict, mine, onTheirs, onMine }: Props) {
  const { timeZone } = usePlaces();
  const differences = differencesOf(mine, conflict.guests);
  const at = localTime(new Date(conflict.table.metadata.saved_at), timeZone);
  return (
    <section className={classes.panel} role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title" className={classes.title} tabIndex={-1} ref={takeFocus}>
        <Users size={20} strokeWidth={1.75} aria-hidden /> Somebody else saved this table at {at}
      </h3>
      <p className={classes.text}>Nothing was overwritten, and everything you typed is still here.</p>
      {differences.length === 0 ? (
        <p className={classes.text}>Both versions name the same guests.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Guest</th>
              <th scope="col">What</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => (
              <tr key={`${difference.who} ${difference.what}`}>
                <th scope="row">
                  <bdi>{difference.who}</bdi>
                </th>
                <td>{difference.what}</td>
                <td>
                  <bdi>{difference.theirs}</bdi>
                </td>
                <td>
                  <bdi>{difference.mine}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes.buttons}>
        <Button size="lg" variant="default" onClick={onTheirs}>
          Use theirs
        </Button>
        <Button size="lg" onClick={onMine}>
          Keep mine
        </Button>
      </div>
    </section>
  );
}
