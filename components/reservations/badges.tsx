import { Cake, CloudOff, Crown, PhoneCall, Sparkles, Store, TriangleAlert, UserX } from "lucide-react";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { FactChip } from "@/components/ui/fact-chip";
import { branchName } from "@/lib/known-branches";
import { STATUS_LABELS } from "@/lib/reservations/reservation-texts";
import { OCCASION_WORDS } from "@/lib/reservations/screen-words";
import type { Reservation } from "@/lib/reservations/shapes";
import { groupOf, type StatusGroup } from "@/lib/reservations/states";
import type { ShownReservation } from "./kept/with-kept";

/** What somebody at the door should know of a guest before the guest is greeted: allergies first. */
export function GuestBadges({ reservation }: { reservation: ShownReservation }) {
  const { known, dietary_note, occasion } = reservation;
  const allergies = [known?.allergies, dietary_note].filter(Boolean).join(" · ");
  return (
    <>
      <AllergyMark allergies={allergies} />
      {known?.vip && (
        <FactChip small tone="primary" icon={Crown}>
          VIP
        </FactChip>
      )}
      {known?.birthday_in !== null && known !== null && (
        <FactChip small tone="accent" icon={Cake}>
          {birthdayInWords(known.birthday_in)}
        </FactChip>
      )}
      {occasion && (
        <FactChip small tone="plum" icon={Sparkles}>
          {OCCASION_WORDS[occasion]}
        </FactChip>
      )}
      {known?.first_visit && <FactChip small>First visit</FactChip>}
      {known !== null && known.no_shows > 0 && (
        <FactChip small tone="warning" icon={known.call_to_confirm ? PhoneCall : UserX}>
          {noShowsInWords(known.no_shows)}
          {known.call_to_confirm && ": call to confirm"}
        </FactChip>
      )}
      {known?.regular_of && (
        <FactChip small tone="info" icon={Store}>
          Regular of {branchName(known.regular_of)}
        </FactChip>
      )}
    </>
  );
}

function birthdayInWords(days: number): string {
  if (days === 0) return "Birthday that day";
  return days === 1 ? "Birthday the day after" : `Birthday ${days} days after`;
}

const noShowsInWords = (count: number) => (count === 1 ? "Once did not come" : `${count} times did not come`);

const TONES: Record<StatusGroup, "neutral" | "primary" | "success" | "info"> = {
  upcoming: "neutral",
  waitlist: "info",
  arrived: "primary",
  in_house: "success",
  finished: "neutral",
  removed: "neutral",
};

/** Where it stands, in words; red where somebody should have come by now, yellow where somebody is to decide. */
export function StatusChip({ reservation }: { reservation: Reservation }) {
  const { status, overdue, late_minutes, answered } = reservation;
  if (overdue)
    return (
      <FactChip small tone="danger" icon={TriangleAlert}>
        Not here yet
      </FactChip>
    );
  if (answered === "cancel_asked" && ["upcoming", "waitlist"].includes(groupOf(status)))
    return (
      <FactChip small tone="warning" icon={TriangleAlert}>
        {groupOf(status) === "waitlist" ? "Asks to leave the list" : "Asks to cancel"}
      </FactChip>
    );
  if (status === "REQUESTED")
    return (
      <FactChip small tone="warning">
        {STATUS_LABELS.REQUESTED}
      </FactChip>
    );
  const late = status === "LATE" && late_minutes !== null ? `, ${late_minutes} min` : "";
  return (
    <FactChip small tone={status === "LATE" ? "warning" : TONES[groupOf(status)]}>
      {STATUS_LABELS[status]}
      {late}
    </FactChip>
  );
}

/** That the server does not know it yet, or said no. */
export function KeptMark({ reservation: { mark, isNew } }: { reservation: ShownReservation }) {
  if (mark === null) return null;
  const refused = isNew ? "Not saved: the server refused it" : "A change could not be made";
  return (
    <FactChip small tone={mark === "waiting" ? "accent" : "danger"} icon={CloudOff}>
      {mark === "waiting" ? "Waiting to be sent" : refused}
    </FactChip>
  );
}
