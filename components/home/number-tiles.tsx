import { Skeleton } from "@mantine/core";
import { Armchair, Cake, FolderOpen, type LucideIcon, Users } from "lucide-react";
import { useBranch } from "@/components/app-base/app-settings";
import { useWaitingTables } from "@/components/evening/queries";
import { branchOf, numbersOf } from "@/components/feed/feed-numbers";
import { useMaySeeFeed, useTableLog } from "@/components/feed/queries";
import { counted } from "@/components/ui/counted";
import { isRestaurant } from "@/lib/branches";
import styles from "./number-tiles.module.css";

/** Tonight in numbers: this branch's, or every branch's where the central book is open. */
export function NumberTiles({ today }: { today: string }) {
  const branch = useBranch();
  const log = useTableLog();
  const waiting = useWaitingTables();
  const maySeeFeed = useMaySeeFeed();
  if (log.isError && !log.data) return null;

  const all = log.data?.logs;
  const here = isRestaurant(branch) ? all?.filter((entry) => branchOf(entry) === branch) : all;
  const group = all && numbersOf(all, today);
  const numbers = here && numbersOf(here, today);
  const others = isRestaurant(branch) && all?.some((entry) => branchOf(entry) !== branch);
  const share = numbers && numbers.guests > 0 ? Math.round((numbers.withBirthday / numbers.guests) * 100) : null;

  return (
    <dl className={styles.tiles}>
      {maySeeFeed && (
        <>
          <Tile icon={Armchair} label="Tables tonight" value={numbers?.tables} help={others ? `${group?.tables} in all branches` : ""} />
          <Tile icon={Users} label="Guests recorded" value={numbers?.guests} help={share === null ? "" : `${share}% with a birthday`} />
          <Tile icon={Cake} label="Birthdays soon" value={numbers?.celebrating} help="in the next 7 days" />
        </>
      )}
      {waiting.isEnabled && (
        <Tile
          icon={FolderOpen}
          label="Saved tables"
          value={waiting.data?.tables.length}
          help={waiting.data ? `${counted(guestsOf(waiting.data.details), "guest")} for End of Day` : ""}
        />
      )}
    </dl>
  );
}

function guestsOf(tables: { guests: number }[]): number {
  return tables.reduce((sum, table) => sum + table.guests, 0);
}

function Tile({ icon: Icon, label, value, help }: { icon: LucideIcon; label: string; value: number | undefined; help: string }) {
  return (
    <div className={styles.tile}>
      <dt className={styles.label}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {label}
      </dt>
      <dd className={styles.value}>{value === undefined ? <Skeleton height={28} width={48} my={4} /> : value.toLocaleString("en")}</dd>
      <dd className={styles.help}>{help}</dd>
    </div>
  );
}
