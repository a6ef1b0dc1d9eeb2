import { Button, UnstyledButton } from "@mantine/core";
import { ArrowLeftRight } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useTableDialogs } from "@/components/tables/table-dialogs";
import { EmptyNotice } from "@/components/ui/notice";
import { groupOf } from "@/lib/reservations/states";
import { useReservationActions } from "./actions-context";
import styles from "./floor-view.module.css";
import type { ShownDay, ShownReservation } from "./kept/with-kept";

type Table = ShownDay["floor"][number];

const STATES: Record<Table["state"], string> = {
  free: "Free",
  reserved_soon: "Reserved soon",
  arrived: "They are here",
  seated: "Seated",
  over_stay: "Longer than planned",
};
/** People sit there whom no reservation names. */
const WALK_INS = "Open: no reservation";

interface Props {
  day: ShownDay;
  reservations: readonly ShownReservation[];
  onMoveTo: (reservation: ShownReservation, tables: string[]) => void;
  /** The rules, where the tables are said; null for whoever may not change them. */
  onRules: (() => void) | null;
}

/** The tables of the house as they are now, each with those who come to it; a booking is moved by a tap on it and a tap on its new table. */
export function FloorView({ day, reservations, onMoveTo, onRules }: Props) {
  const { may } = useReservationActions();
  const [moving, setMoving] = useState<string | null>(null);
  const moved = reservations.find(({ id }) => id === moving);
  const without = reservations.filter((one) => one.tables.length === 0 && ["upcoming", "arrived"].includes(groupOf(one.status)));
  if (day.floor.length === 0)
    return (
      <EmptyNotice title="The tables of this restaurant are not said yet.">
        {onRules ? (
          <Button onClick={onRules}>Say which tables there are</Button>
        ) : (
          <p className="note">Ask whoever may change the rules.</p>
        )}
      </EmptyNotice>
    );
  const put = (number: string) => {
    if (moved) onMoveTo(moved, [number]);
    setMoving(null);
  };
  const shared = { may: may.edit, moving, onPick: setMoving, onPut: put, reservations };
  const areas = [...new Set(day.floor.map(({ area }) => area))];
  return (
    <div className={styles.view}>
      {moved && (
        <p className={styles.moving} role="status">
          <span>
            <ArrowLeftRight size={18} aria-hidden /> Choose the new table of <bdi>{moved.name}</bdi>, {moved.time}.
          </span>
          <Button variant="default" onClick={() => setMoving(null)}>
            Leave it where it is
          </Button>
        </p>
      )}
      {without.length > 0 && (
        <section aria-label="No table yet">
          <h2 className={styles.area}>No table yet</h2>
          <ul className={styles.guests}>
            {without.map((one) => (
              <Party key={one.id} party={one} {...shared} />
            ))}
          </ul>
        </section>
      )}
      {areas.map((area) => (
        <section key={area} aria-label={area || "Tables"}>
          {area && <h2 className={styles.area}>{area}</h2>}
          <Area tables={day.floor.filter((table) => table.area === area)} {...shared} />
        </section>
      ))}
    </div>
  );
}

interface Shared {
  may: boolean;
  /** The id of whom somebody is about to move. */
  moving: string | null;
  onPick: (id: string | null) => void;
  onPut: (table: string) => void;
  reservations: readonly ShownReservation[];
}

/** Tables that were placed stand as in the house where there is room; the others in the order of their numbers. */
function Area({ tables, ...shared }: Shared & { tables: readonly Table[] }) {
  const isPlaced = tables.every(({ x, y }) => x !== null && y !== null);
  const placeOf = ({ x, y }: Table): CSSProperties | undefined =>
    isPlaced ? ({ "--column": (x ?? 0) + 1, "--row": (y ?? 0) + 1 } as CSSProperties) : undefined; // properties of ours
  return (
    <ul className={styles.tables} data-placed={isPlaced || undefined}>
      {tables.map((table) => (
        <li key={table.number} className={styles.place} style={placeOf(table)}>
          <TableCard table={table} {...shared} />
        </li>
      ))}
    </ul>
  );
}

function TableCard({ table, ...shared }: Shared & { table: Table }) {
  const dialogs = useTableDialogs();
  const { place } = useReservationActions();
  const { number, min, max, state, open_table } = table;
  const { moving, onPut, reservations, may } = shared;
  // What waits on this device to be sent has its new table already.
  const parties = reservations.filter((one) => one.tables.includes(number) && !["finished", "removed"].includes(groupOf(one.status)));
  const isOccupied = open_table !== null && (state === "free" || state === "reserved_soon");
  const isTarget = moving !== null && !parties.some(({ id }) => id === moving);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a mouse may drop a booking here; the button "Here" does the same.
    <div
      className={styles.table}
      data-state={isOccupied ? "seated" : state}
      onDragOver={(event) => may && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (moving !== null) onPut(number);
      }}
    >
      <span className={styles.head}>
        <span className={styles.number}>{number}</span>
        <span className="note tabular">{min === max ? max : `${min}–${max}`}</span>
      </span>
      <span className={styles.state}>{isOccupied ? WALK_INS : STATES[state]}</span>
      <ul className={styles.guests}>
        {parties.map((one) => (
          <Party key={one.id} party={one} {...shared} />
        ))}
      </ul>
      {open_table !== null && (
        <Button variant="subtle" onClick={() => dialogs.openTable(open_table, place.branch)}>
          Open table
        </Button>
      )}
      {isTarget && (
        <Button onClick={() => onPut(number)} aria-label={`Here, to table ${number}`}>
          Here
        </Button>
      )}
    </div>
  );
}

function Party({ party, may, moving, onPick }: Omit<Shared, "onPut" | "reservations"> & { party: ShownReservation }) {
  const { open } = useReservationActions();
  const mayMove = may && !party.isNew;
  return (
    <li
      className={styles.party}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", party.id);
        onPick(party.id);
      }}
      onDragEnd={() => onPick(null)}
      data-moving={moving === party.id || undefined}
    >
      <UnstyledButton className={styles.who} aria-haspopup="dialog" onClick={() => open(party)}>
        <span className={styles.time}>{party.time}</span> <bdi>{party.name}</bdi> · {party.party}
        {party.isNew && party.mark === "refused" && " · not saved"}
      </UnstyledButton>
      {mayMove && (
        <UnstyledButton
          className={styles.move}
          aria-label={`Move ${party.name}`}
          aria-pressed={moving === party.id}
          onClick={() => onPick(moving === party.id ? null : party.id)}
        >
          <ArrowLeftRight size={16} aria-hidden />
        </UnstyledButton>
      )}
    </li>
  );
}
