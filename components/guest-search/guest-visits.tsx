import { Button, Skeleton } from "@mantine/core";
import { MapPin, Star } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import styles from "./guest-details.module.css";
import { useGuestCard } from "./queries";

/** In which branches and when a guest was last here, and the points. */
export function GuestVisits({ id }: { id: string }) {
  const { data, isError, refetch } = useGuestCard(id);
  if (isError) {
    return (
      <p className={styles.note} role="alert">
        Visits and points could not be loaded.{" "}
        <Button size="xs" variant="default" onClick={() => refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton height={64} />;
  const [last] = data.visits;
  return (
    <div className={styles.visits}>
      <p className={styles.last}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />
        {last ? (
          <span>
            Last here {longDate(last.last)}, in {branchName(last.branch)}
          </span>
        ) : (
          "Not seen at a table yet"
        )}
      </p>
      <p className={styles.points}>
        <Star size={18} strokeWidth={1.75} aria-hidden />
        <b>{data.points.toLocaleString("en")}</b> {data.points === 1 ? "point" : "points"}
      </p>
      {data.visits.length > 0 && (
        <ul className={styles.branches} aria-label="Visits">
          {data.visits.map(({ branch, evenings, last: day }) => (
            <li key={branch}>
              <span>{branchName(branch)}</span>
              <span>{counted(evenings, "evening")}</span>
              <time dateTime={day}>{longDate(day)}</time>
            </li>
          ))}
        </ul>
      )}
      {data.unavailable.length > 0 && (
        <p className={styles.note}>Not read: {data.unavailable.map(branchName).join(", ")}. The guest may have been there too.</p>
      )}
    </div>
  );
}
