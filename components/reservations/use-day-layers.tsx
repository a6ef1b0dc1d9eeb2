import { type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { preload } from "@/components/ui/preload";
import { useOpener } from "@/components/ui/return-focus";
import { toast } from "@/components/ui/toast";
import type { SavedReservation } from "@/lib/reservations/contract";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import type { ReservationActions } from "./actions-context";
import type { Booking, Joined } from "./booking";
import type { BookingForm as Form } from "./booking-form";
import type { DetailsDialog as Details } from "./details-dialog";
import { drop, type KeptChange } from "./kept/kept-changes";
import { useMakeChange } from "./kept/use-changes";
import type { ShownDay, ShownReservation } from "./kept/with-kept";
import type { Place } from "./queries";
import { plainRefusal, type Refusal, readRefusal } from "./refusal";
import type { StepDialog as Step } from "./step-dialog";
import { useSteps } from "./use-steps";

const BookingForm = lazyComponent<ComponentProps<typeof Form>>(() => import("./booking-form").then((module) => module.BookingForm), {
  onClose: (props) => props.onClose,
  frame: () => "medium",
});
const DetailsDialog = lazyComponent<ComponentProps<typeof Details>>(
  () => import("./details-dialog").then((module) => module.DetailsDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "medium",
  },
);
const StepDialog = lazyComponent<ComponentProps<typeof Step>>(() => import("./step-dialog").then((module) => module.StepDialog), {
  onClose: (props) => props.onClose,
  frame: () => "sheet",
});

/** What a form knows of bookings knows phones too, which no first page needs. */
const loadBooking = preload(async () => {
  const [booking, { keptForm }] = await Promise.all([import("./booking"), import("./booking-storage")]);
  return { ...booking, keptForm };
});
type BookingModule = Awaited<ReturnType<typeof loadBooking>>;

interface OpenForm {
  from: Booking;
  isMove: boolean;
  refused: Refusal | null;
  /** Somebody else's save that came before a move. */
  joined: Joined | null;
  /** What was typed before and not booked. */
  isRestored: boolean;
  /** The change on this device in place of which it is sent. */
  replaces: string | null;
}

/** The form of a booking, and the ways to open it. */
function useOpenForm({ today, date }: ShownDay) {
  const [form, setForm] = useState<OpenForm | null>(null);
  const user = useSession().user?.id ?? "";
  const openForm = useCallback(async (formOf: (booking: BookingModule) => Partial<OpenForm> & Pick<OpenForm, "from">) => {
    const booking = await loadBooking().catch(() => null);
    if (booking === null) return toast.error("This part has not been loaded yet. Try again in a moment.");
    setForm({ isMove: false, refused: null, joined: null, isRestored: false, replaces: null, ...formOf(booking) });
  }, []);
  const begin = useCallback(
    (kind: Booking["kind"]) =>
      openForm(({ blankBooking, keptForm }) => {
        const kept = keptForm(user);
        if (kept !== null && kept.kind === kind && kept.of === null) return { from: kept, isRestored: true };
        return { from: blankBooking(kind, kind === "book" ? date : today) };
      }),
    [openForm, user, date, today],
  );
  const closeForm = () => setForm(null);
  /** It was done: what it was sent in place of goes. */
  const settleForm = () => {
    if (form?.replaces) drop(form.replaces);
    closeForm();
  };
  return { form, openForm, begin, closeForm, settleForm };
}

type OpenIt = ReturnType<typeof useOpenForm>["openForm"];

/** Moves a party to other tables; refused, the form of the move opens with whose they are, or with what somebody else made of it. */
function useMoveTo(place: Place, openForm: OpenIt) {
  const make = useMakeChange();
  return useCallback(
    async (reservation: ShownReservation, tables: string[]) => {
      const words = `Move ${reservation.name} to table ${tables.join(" + ")}`;
      const sent = await make({
        kind: "change",
        reservation: reservation.id,
        body: { version: reservation.version, tables },
        words,
        ...place,
      });
      if (sent.outcome === "done") return toast.success(sent.saved.message, `move-${reservation.id}`);
      if (sent.outcome === "kept") return toast.info(RESERVATION_TEXTS.kept, `move-${reservation.id}`);
      const refused = await readRefusal(sent.error);
      await openForm(({ bookingOf, joinedWith }) => {
        const wanted = { ...bookingOf(reservation), tables };
        if (refused.current === null) return { from: wanted, isMove: true, refused };
        const joined = joinedWith(wanted, refused.current);
        return { from: joined.booking, isMove: true, joined };
      });
    },
    [make, place, openForm],
  );
}

/** Gives the focus back to what opened a layer, once all of them are gone. @returns makes an act that opens one, which remembers what it came from */
function useFocusBack(isOpen: boolean) {
  const opener = useOpener();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.giveBackIfLost();
    wasOpen.current = isOpen;
  }, [isOpen, opener]);
  return useCallback(
    <Said extends unknown[]>(act: (...said: Said) => void) =>
      (...said: Said) => {
        if (!wasOpen.current) opener.remember();
        act(...said);
      },
    [opener],
  );
}

interface Around {
  place: Place;
  day: ShownDay;
  openForm: OpenIt;
  remember: ReturnType<typeof useFocusBack>;
}

/** Opens the form of what the server refused, with why; undefined for a step, and for what another place or day has. */
function formOfKept(kept: KeptChange, { place, day, openForm, remember }: Around): (() => void) | undefined {
  const known = [...day.reservations, ...day.waitlist].find(({ id }) => id === kept.reservation);
  const isHere = kept.branch === place.branch && kept.base === place.base && (kept.reservation === null || known !== undefined);
  if (!isHere || kept.kind === "step" || !day.may.edit) return undefined;
  return remember(
    () =>
      void openForm(({ bookingOfKept, blankBooking }) => ({
        from: bookingOfKept(kept, known) ?? blankBooking("book", day.date),
        refused: kept.refused === null ? null : plainRefusal(kept.refused),
        replaces: kept.id,
      })),
  );
}

/** What stands over a day: the form, a reservation, and what a step asks for; and the ways to them. */
export function useDayLayers(place: Place, day: ShownDay) {
  const [openId, setOpenId] = useState<string | null>(null);
  const closeDetails = useCallback(() => setOpenId(null), []);
  const { step, asking, answer, forget, openTable } = useSteps(place, closeDetails);
  const { form, openForm, begin, closeForm, settleForm } = useOpenForm(day);
  const { may, today } = day;
  const opened = [...day.reservations, ...day.waitlist].find(({ id }) => id === openId);

  const remember = useFocusBack(opened !== undefined || form !== null || asking !== null);
  const moveTo = useMoveTo(place, openForm);
  const actions = useMemo<ReservationActions>(
    () => ({
      place,
      may,
      today,
      open: remember(({ id }) => setOpenId(id)),
      step: remember(step),
      move: remember((reservation) => void openForm(({ bookingOf }) => ({ from: bookingOf(reservation), isMove: true }))),
      edit: remember((reservation) => void openForm(({ bookingOf }) => ({ from: bookingOf(reservation) }))),
      openTable: (reservation) => void openTable(reservation),
    }),
    [place, may, today, step, openForm, openTable, remember],
  );
  /** Who walked in sits already: the form of their table is next. */
  const done = (booking: Booking, saved: SavedReservation | null) => {
    settleForm();
    if (booking.kind !== "walk_in" || saved === null) return;
    const { id, tables } = saved;
    const { party, name, phones, language } = booking;
    void openTable({
      id,
      tables,
      party: party ?? 1,
      name: name || "Walk-in",
      phones,
      language,
      branch: place.branch,
      table_name: null,
      seatings: 1,
    });
  };
  const drawn = (
    <>
      {opened && !form && !asking && <DetailsDialog reservation={opened} onClose={closeDetails} />}
      {form && (
        <BookingForm
          key={form.from.of?.id ?? form.from.kind}
          {...form}
          {...{ place, may, today }}
          onClose={closeForm}
          onDone={done}
          onReopen={(from) => void openForm(() => ({ from, replaces: form.replaces }))}
        />
      )}
      {asking && <StepDialog {...{ asking, place, may }} onAnswer={answer} onClose={forget} />}
    </>
  );
  return {
    actions,
    begin: remember((kind: Booking["kind"]) => void begin(kind)),
    changeKept: (kept: KeptChange) => formOfKept(kept, { place, day, openForm, remember }),
    moveTo: (reservation: ShownReservation, tables: string[]) => void moveTo(reservation, tables),
    drawn,
  };
}
