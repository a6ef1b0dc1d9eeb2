import { useRouter } from "next/navigation";
import type { Booking } from "./booking";
import { type Filters, isFiltered, NO_FILTERS } from "./filters";
import { FloorView } from "./floor-view";
import type { ShownDay, ShownReservation } from "./kept/with-kept";
import { ListView } from "./list-view";
import { SlotsView } from "./slots-view";
import type { ChosenDay } from "./use-chosen-day";
import { WaitlistView } from "./waitlist-view";

interface Props {
  day: ShownDay;
  chosen: ChosenDay;
  /** What of the day's bookings is looked for. */
  list: readonly ShownReservation[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onBegin: (kind: Booking["kind"]) => void;
  onMoveTo: (reservation: ShownReservation, tables: string[]) => void;
}

/** The day in the view that was chosen. */
export function ShownView({ day, chosen, list, filters, onFilters, onBegin, onMoveTo }: Props) {
  const router = useRouter();
  const { may } = day;
  const isTonight = chosen.date === chosen.today;
  switch (chosen.view) {
    case "slots":
      return <SlotsView day={day} reservations={list} />;
    case "floor":
      return (
        <FloorView
          day={day}
          reservations={list}
          onMoveTo={onMoveTo}
          onRules={may.rules ? () => router.push("/reservations/rules") : null}
        />
      );
    case "waitlist":
      return <WaitlistView waitlist={day.waitlist} onAdd={may.edit && isTonight ? () => onBegin("wait") : null} />;
    case "list":
      return (
        <ListView
          reservations={list}
          query={filters.text}
          isFiltered={isFiltered(filters)}
          onClear={() => onFilters(NO_FILTERS)}
          onBook={may.edit ? () => onBegin("book") : null}
        />
      );
  }
}
