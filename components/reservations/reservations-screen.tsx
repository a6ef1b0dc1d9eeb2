"use client";

import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { CalendarX, ClipboardList, Clock, DoorOpen, Plus, Settings2 } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, useDeferredValue, useMemo, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { useIsPhone } from "@/components/ui/fold-on-narrow-screen";
import { lazyComponent } from "@/components/ui/lazy-component";
import { timeOfDay } from "@/components/ui/local-times";
import { useNotesAbove } from "@/components/ui/notes-above";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { ReservationActionsContext } from "./actions-context";
import type { Booking } from "./booking";
import type { DaySheetDialog as Sheet } from "./day-sheet-dialog";
import { DayTools } from "./day-tools";
import { type Filters, filtered, NO_FILTERS } from "./filters";
import { FoundElsewhere } from "./found-elsewhere";
import { KeptList } from "./kept/kept-list";
import { useKeptChanges } from "./kept/use-changes";
import { type ShownDay, withKept } from "./kept/with-kept";
import { type Place, useReservations } from "./queries";
import styles from "./reservations-screen.module.css";
import { ShownView } from "./shown-view";
import { type ChosenDay, useChosenDay } from "./use-chosen-day";
import { useDayLayers } from "./use-day-layers";

const DaySheetDialog = lazyComponent<ComponentProps<typeof Sheet>>(
  () => import("./day-sheet-dialog").then((module) => module.DaySheetDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "wide",
  },
);

/** Who comes when: a day of a restaurant as a list, by slots, on its floor, and who waits for a table. */
export function ReservationsScreen() {
  const chosen = useChosenDay();
  const { place, branches, isDayKnown, date } = chosen;
  return (
    <>
      <PageHead title={RESERVATION_TEXTS.title} />
      {branches.length === 0 ? (
        <EmptyNotice title="You work in no restaurant that is open.">
          <p className="note">Reservations are of the restaurants. Ask whoever looks after the users.</p>
        </EmptyNotice>
      ) : place && isDayKnown ? (
        <Day key={`${place.branch} ${date}`} place={place} chosen={chosen} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function Day({ place, chosen }: { place: Place; chosen: ChosenDay }) {
  const { date } = chosen;
  const answer = useReservations(place, date);
  const changes = useKeptChanges();
  const day = useMemo(() => answer.data && withKept(answer.data, place.branch, changes), [answer.data, place.branch, changes]);
  const [filters, setFilters] = useState<Filters>(NO_FILTERS);
  return (
    <div className={styles.page}>
      <DayTools {...{ chosen, day, filters }} onFilters={setFilters} />
      {!day && <KeptList />}
      {day ? (
        <Shown {...{ place, chosen, day, filters }} onFilters={setFilters} at={answer.dataUpdatedAt} isOld={answer.isError} />
      ) : answer.isPending ? (
        <Loading />
      ) : (
        <ErrorNotice title={RESERVATION_TEXTS.notLoaded} error={answer.error} onRetry={() => void answer.refetch()} />
      )}
    </div>
  );
}

interface ShownProps {
  place: Place;
  chosen: ChosenDay;
  day: ShownDay;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** When the answer came, ms since 1970, and whether the last try to have a newer one failed. */
  at: number;
  isOld: boolean;
}

function Shown({ place, chosen, day, filters, onFilters, at, isOld }: ShownProps) {
  const settings = useAppSettings();
  const layers = useDayLayers(place, day);
  const looked = useDeferredValue(filters);
  const list = useMemo(() => filtered(day.reservations, looked, day, settings.dayEndsAt), [day, looked, settings.dayEndsAt]);
  const [isSheet, setSheet] = useState(false);
  const begin = (kind: Booking["kind"]) => layers.begin(kind);
  return (
    <ReservationActionsContext value={layers.actions}>
      <KeptList changeIt={layers.changeKept} />
      <Figures day={day} at={at} isOld={isOld} />
      <Tools {...{ day, chosen }} onBegin={begin} onSheet={() => setSheet(true)} />
      <ShownView {...{ day, chosen, list, filters }} onFilters={onFilters} onBegin={begin} onMoveTo={layers.moveTo} />
      {filters.text.trim().length >= 2 && (
        <FoundElsewhere place={place} text={filters.text} date={day.date} onOpenDay={(date) => chosen.choose({ date })} />
      )}
      {layers.drawn}
      {isSheet && <DaySheetDialog place={place} day={day} onClose={() => setSheet(false)} />}
    </ReservationActionsContext>
  );
}

/** The day in one line; where no server answers, of when it is. */
function Figures({ day, at, isOld }: Pick<ShownProps, "day" | "at" | "isOld">) {
  const { timeZone } = useAppSettings();
  const isOff = useServerState() === "off";
  const { totals, to_decide, day: special } = day;
  const overdue = day.reservations.filter((one) => one.overdue).length;
  const waiting = day.waitlist.filter(({ status }) => status === "WAITING" || status === "CALLED").length;
  return (
    <div className={styles.figures}>
      <p className={styles.line}>
        <b>{counted(totals.bookings, "booking")}</b> · <b>{counted(totals.covers, "guest")}</b>
        {totals.seated_covers > 0 && ` · ${totals.seated_covers} seated`}
        {totals.requested > 0 && ` · ${totals.requested} to confirm`}
        {waiting > 0 && ` · ${waiting} waiting`}
        {overdue > 0 && <span className={styles.late}> · {overdue} not here yet</span>}
        {to_decide.length > 0 && <span className={styles.decide}> · {to_decide.length} asked to cancel: decide</span>}
      </p>
      {special?.closed && (
        <p className={styles.special}>Closed that day{special.name && `: ${special.name}`}. Nobody is booked without a reason.</p>
      )}
      {special && !special.closed && special.from && (
        <p className={styles.special}>
          {special.name || "Other hours"}: {special.from} to {special.until}
        </p>
      )}
      {(isOff || isOld) && (
        <p className={styles.special} role="status">
          The server does not answer. This is the day as of {timeOfDay(new Date(at).toISOString(), timeZone)}; what you change is kept and
          sent by itself.
        </p>
      )}
    </div>
  );
}

interface ToolsProps {
  day: ShownDay;
  chosen: ChosenDay;
  onBegin: (kind: Booking["kind"]) => void;
  onSheet: () => void;
}

function Tools({ day: { may }, chosen, onBegin, onSheet }: ToolsProps) {
  const isTonight = chosen.date === chosen.today;
  const notesAbove = useNotesAbove();
  const isPhone = useIsPhone();
  const icon = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;
  return (
    <div className={styles.tools}>
      {may.edit && (
        <div className={styles.book} ref={isPhone ? notesAbove : undefined}>
          <Button size="lg" leftSection={<Plus {...icon} />} onClick={() => onBegin("book")}>
            New booking
          </Button>
          {isTonight && (
            <>
              <Button size="lg" variant="default" leftSection={<DoorOpen {...icon} />} onClick={() => onBegin("walk_in")}>
                Walk-in
              </Button>
              <Button
                size="lg"
                variant="default"
                leftSection={<Clock {...icon} />}
                aria-label="Put on the waitlist"
                onClick={() => onBegin("wait")}
              >
                Waitlist
              </Button>
            </>
          )}
        </div>
      )}
      <div className={styles.beside}>
        <Button variant="subtle" color="neutral" leftSection={<ClipboardList {...icon} />} onClick={onSheet}>
          Day sheet
        </Button>
        {may.rules && (
          <Button
            component={Link}
            href={rulesAddress(chosen, chosen.date)}
            variant="subtle"
            color="neutral"
            leftSection={<CalendarX {...icon} />}
          >
            Close or block
          </Button>
        )}
        <Button component={Link} href={rulesAddress(chosen)} variant="subtle" color="neutral" leftSection={<Settings2 {...icon} />}>
          {may.rules ? "Rules" : "See the rules"}
        </Button>
      </div>
    </div>
  );
}

/** @param other the day of which somebody wants to say that it is other than the rules say */
const rulesAddress = ({ place }: ChosenDay, other?: string) =>
  `/reservations/rules?${new URLSearchParams({ ...(place && { branch: place.branch }), ...(other && { other }) })}`;

function Loading() {
  return (
    <div className={styles.page} role="status">
      <VisuallyHidden>Loading the reservations</VisuallyHidden>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} height={128} radius="md" />
      ))}
    </div>
  );
}
