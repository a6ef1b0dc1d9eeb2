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
  const evenings = data.visits.reduce((sum, visit) => sum + visit.evenings, 0);
  return (
    <div className={styles.visits}>
      <p className={styles.last}>
        <MapPin size={18} strokeWidth={1.75} aria-hidden />
        {last ? (
          <span>
            Last here {longDate(last.last)}, in {branchName(last.branch)}
            {evenings > 1 && ` · ${counted(evenings, "evening")}`}
          </span>
        ) : (
          "Not seen at a table yet"
        )}
      </p>
      <p className={styles.points}>
        <Star size={18} strokeWidth={1.75} aria-hidden />
        <b>{data.points.toLocaleString("en")}</b> {data.points === 1 ? "point" : "points"}
      </p>
      {data.unavailable.length > 0 && (
        <p className={styles.note}>Not read: {data.unavailable.map(branchName).join(", ")}. The guest may have been there too.</p>
      )}
    </div>
  );
}
