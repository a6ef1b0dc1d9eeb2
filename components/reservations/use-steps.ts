import { useCallback, useState } from "react";
import { counted } from "@/components/ui/counted";
import { toast } from "@/components/ui/toast";
import { STATUS_LABELS, TABLE_KEEPS } from "@/lib/reservations/reservation-texts";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import type { NextStep } from "@/lib/reservations/shapes";
import { groupOf } from "@/lib/reservations/states";
import type { Bodies } from "./kept/kept-changes";
import { useMakeChange } from "./kept/use-changes";
import { type ShownReservation, seatingsAfter } from "./kept/with-kept";
import type { Place } from "./queries";
import { type Refusal, readRefusal } from "./refusal";
import { type SeatedParty, useTableForm } from "./use-table-form";

/** A step that asks for something first, or that was refused and may be made otherwise. */
export interface Asking {
  reservation: ShownReservation;
  next: NextStep;
  /** Why it was not done. */
  refusal: Refusal | null;
}

/** What a step says beside where it leads. */
export type StepSaid = Omit<Bodies["step"], "version" | "to">;

/** The steps of reservations (`onTable` is called before the form of a table opens): each asks for what it needs, is done at once on the screen, and is kept until the server has it. */
export function useSteps(place: Place, onTable: () => void) {
  const make = useMakeChange();
  const tableForm = useTableForm(place);
  const openTable = useCallback(
    (reservation: SeatedParty) => {
      onTable();
      return tableForm(reservation);
    },
    [onTable, tableForm],
  );
  const [asking, setAsking] = useState<Asking | null>(null);

  const go = useCallback(
    async (reservation: ShownReservation, next: NextStep, said: StepSaid): Promise<void> => {
      const { id, version, name, party } = reservation;
      const words = `${name || "Party"}, ${counted(party, "guest")}: ${STATUS_LABELS[next.to]}`;
      const body = { version, to: next.to, ...said };
      const sent = await make({ kind: "step", reservation: id, body, words, ...place });
      if (sent.outcome === "refused") {
        const refusal = await readRefusal(sent.error);
        // A table is chosen anew, or a reason is given; anything else is said, and the card shows how it is.
        if (refusal.current === null && (refusal.taken.length > 0 || refusal.mayOverride || refusal.free.length > 0))
          return setAsking({ reservation, next, refusal });
        return toast.error(refusal.message, `step-${id}`);
      }
      if (sent.outcome === "kept") toast.info(RESERVATION_TEXTS.kept, `step-${id}`);
      // The card shows what was done: a note would only lie over the next one. That nobody could write to the guest is seen nowhere else.
      else if (sent.saved.told === "call") toast.notice(`Call ${name || "the guest"}. ${sent.saved.told_why}`, `step-${id}`);
      else if (next.is_undo && groupOf(reservation.status) === "in_house") toast.notice(TABLE_KEEPS, `step-${id}`);
      if (next.is_undo) return;
      if (next.to === "SEATED" || next.to === "PARTLY_SEATED")
        await openTable({
          ...reservation,
          seatings: seatingsAfter(reservation, next.to),
          tables: said.tables ?? seatedAt(sent, reservation),
        });
    },
    [make, place, openTable],
  );

  const step = useCallback(
    (reservation: ShownReservation, next: NextStep) => {
      const asks = next.is_undo ? [] : next.asks;
      if (asks.length > 0) setAsking({ reservation, next, refusal: null });
      else void go(reservation, next, {});
    },
    [go],
  );
  return {
    step,
    asking,
    openTable,
    /** What was asked for is said. */
    answer: (said: StepSaid) => {
      if (asking === null) return;
      setAsking(null);
      void go(asking.reservation, asking.next, said);
    },
    forget: () => setAsking(null),
  };
}

function seatedAt(sent: { outcome: string; saved?: { tables: string[] } }, reservation: ShownReservation): string[] {
  return sent.saved?.tables ?? reservation.tables;
}
