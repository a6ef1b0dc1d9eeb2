import { SegmentedControl, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { counted } from "@/components/ui/counted";
import { EmptyNotice } from "@/components/ui/notice";
import { groupOf } from "@/lib/reservations/states";
import { eveningMinutes } from "@/lib/reservations/times";
import type { ShownDay, ShownReservation } from "./kept/with-kept";
import { Cards } from "./list-view";
import styles from "./slots-view.module.css";

type Slot = ShownDay["slots"][number];
type By = "flow" | "turn";

/**
 * The day in columns of a quarter of an hour: above how many bookings, below how many people. Flow counts who comes then, Turn whose stay
 * ends then. A column that is pressed shows its bookings.
 */
export function SlotsView({ day, reservations }: { day: ShownDay; reservations: readonly ShownReservation[] }) {
  const settings = useAppSettings();
  const [by, setBy] = useState<By>("flow");
  const [chosen, setChosen] = useState<string | null>(null);
  const { slots } = day;
  const first = slots.find(({ arriving, leaving }) => arriving.bookings + leaving.bookings > 0)?.time;
  if (slots.length === 0) return <EmptyNotice title="The house takes no bookings on this day." />;
  const most = Math.max(1, ...slots.flatMap((slot) => [countsOf(slot, by).covers, slot.covers_limit ?? 0]));
  const shown = chosen === null ? [] : reservations.filter((one) => slotOf(one, slots, settings.dayEndsAt) === chosen && isComing(one));
  return (
    <div className={styles.view}>
      <SegmentedControl
        className={styles.by}
        value={by}
        onChange={(value) => setBy(value === "turn" ? "turn" : "flow")}
        data={[
          { value: "flow", label: "Flow: who comes" },
          { value: "turn", label: "Turn: who leaves" },
        ]}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard. */}
      <section className={styles.scroll} aria-label="Slots of the day" tabIndex={0}>
        <ol className={styles.columns}>
          {slots.map((slot) => (
            <li key={slot.time} ref={slot.time === first ? scrollThere : undefined}>
              <Column
                {...{ slot, by, most }}
                isChosen={chosen === slot.time}
                onChoose={() => setChosen(chosen === slot.time ? null : slot.time)}
              />
            </li>
          ))}
        </ol>
      </section>
      {chosen !== null && by === "flow" && (
        <section aria-label={`Bookings at ${chosen}`}>
          <h2 className={styles.chosen}>{chosen}</h2>
          {shown.length === 0 ? <p className="note">Nobody comes then.</p> : <Cards list={shown} />}
        </section>
      )}
    </div>
  );
}

/** The first column in which anybody comes: what lies before it is empty. Within its own box alone. */
function scrollThere(column: HTMLElement | null): void {
  const box = column?.closest("section");
  if (column && box) box.scrollLeft = column.offsetLeft - box.offsetLeft;
}

const countsOf = (slot: Slot, by: By) => (by === "flow" ? slot.arriving : slot.leaving);

const isComing = ({ status }: ShownReservation) => groupOf(status) !== "removed";

/** The column that a reservation stands in: the last one that has begun. */
function slotOf({ time }: ShownReservation, slots: readonly Slot[], dayEndsAt: string): string | null {
  if (time === "") return null;
  const at = eveningMinutes(time, { dayEndsAt });
  return slots.findLast((slot) => eveningMinutes(slot.time, { dayEndsAt }) <= at)?.time ?? null;
}

interface ColumnProps {
  slot: Slot;
  by: By;
  /** The highest column of the day. */
  most: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Column({ slot, by, most, isChosen, onChoose }: ColumnProps) {
  const { time, covers_limit, blocked } = slot;
  const { bookings, covers } = countsOf(slot, by);
  const isFull = by === "flow" && covers_limit !== null && covers >= covers_limit;
  const limit = covers_limit === null || by === "turn" ? "" : ` of ${covers_limit}`;
  const words = `${time}: ${counted(bookings, "booking")}, ${counted(covers, "guest")}${limit}${isFull ? ", full" : ""}${blocked ? `, blocked: ${blocked}` : ""}`;
  return (
    <UnstyledButton
      className={styles.column}
      aria-label={words}
      aria-pressed={isChosen}
      title={blocked || undefined}
      data-full={isFull || undefined}
      data-blocked={blocked !== "" || undefined}
      onClick={onChoose}
    >
      <span className={styles.bookings}>{bookings || ""}</span>
      <span className={styles.track}>
        <span className={styles.bar} style={{ height: `${(covers / most) * 100}%` }} />
        {by === "flow" && covers_limit !== null && <span className={styles.limit} style={{ bottom: `${(covers_limit / most) * 100}%` }} />}
      </span>
      <span className={styles.covers}>{covers}</span>
      <span className={styles.time}>{time}</span>
    </UnstyledButton>
  );
}
