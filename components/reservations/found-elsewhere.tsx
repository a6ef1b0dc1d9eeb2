import { UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { GuestName } from "@/components/ui/guest-name";
import { longDate } from "@/components/ui/local-times";
import { STATUS_LABELS } from "@/lib/reservations/reservation-texts";
import { type Place, useFoundReservations } from "./queries";
import styles from "./reservations-screen.module.css";

const PAUSE_MS = 300;

interface Props {
  place: Place;
  text: string;
  /** Those of this day stand above. */
  date: string;
  onOpenDay: (date: string) => void;
}

/** The same words on other days: somebody calls about next week. */
export function FoundElsewhere({ place, text, date, onOpenDay }: Props) {
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { data } = useFoundReservations(place, asked);
  const other = (data?.reservations ?? []).filter((one) => one.date !== date);
  if (other.length === 0) return null;
  return (
    <section className={styles.elsewhere} aria-labelledby="other-days">
      <h2 id="other-days">On other days</h2>
      <ul className={styles.found}>
        {other.map((one) => (
          <li key={one.id}>
            <UnstyledButton className={styles.hit} onClick={() => onOpenDay(one.date)}>
              <b>
                {longDate(one.date)}, {one.time}
              </b>
              <GuestName name={one.name} query={text} />
              <span className="note tabular">
                {one.party} people · {STATUS_LABELS[one.status]} · {one.code}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {data?.more && <p className="note">There are more: type more of the name or the number.</p>}
    </section>
  );
}
