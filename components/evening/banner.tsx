import { Button } from "@mantine/core";
import { MoonStar } from "lucide-react";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import styles from "./evening.module.css";
import { useEvening } from "./evening-provider";
import { useWaitingTables } from "./queries";
import { SNOOZE_MINUTES } from "./snooze";

/** From 23:15 on, until it ran, here or on another device, or somebody snoozed it; and again when a table came late. */
export function EndOfDayBanner() {
  const { reminderDue, isQuietAfterwards, snoozeReminder, endOfDay, busy } = useEvening();
  const waiting = useWaitingTables();
  const isUnknown = useSession().can("open_saved_tables") && waiting.isPending;
  // Not before the answer is there: it may say that the day is closed, and what stood there for a moment would jump away.
  const isDone = waiting.data?.closed_day ? waiting.data.tables.length === 0 : isQuietAfterwards;
  if (!reminderDue || isUnknown || isDone) return null;
  return (
    <section className={styles.banner} aria-label="End of Day">
      <p className={styles.bannerText}>
        <MoonStar size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <b>{waiting.data?.closed_day ? "Late tables are waiting." : "End of Day is ready."}</b>{" "}
          {waiting.data && whatWaits(waiting.data.details)}
        </span>
      </p>
      <div className={styles.bannerActions}>
        <Button variant="subtle" color="accent" onClick={snoozeReminder} className={styles.snooze}>
          Snooze {SNOOZE_MINUTES} min
        </Button>
        <Button color="accent" onClick={() => endOfDay()} loading={busy}>
          {waiting.data?.closed_day ? "Run End of Day again" : "Run End of Day"}
        </Button>
      </div>
    </section>
  );
}

function whatWaits(tables: { guests: number }[]): string {
  if (tables.length === 0) return "No saved tables are waiting.";
  const guests = tables.reduce((sum, table) => sum + table.guests, 0);
  return `${counted(tables.length, "table")}, ${counted(guests, "guest")} go to the guest book.`;
}
