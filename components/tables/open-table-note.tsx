import { Button } from "@mantine/core";
import { Armchair } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { businessDayOf } from "@/lib/business-day";
import { foldText } from "@/lib/fold-text";
import { type Place, useOpenTables } from "./queries";
import classes from "./table-info-dialog.module.css";

interface Props {
  place: Place;
  number: string;
  onOpen: (name: string) => void;
}

/** "Table 15 is open: 4 guests, Maya": said as soon as the number is typed, before a second table of it is begun. */
export function OpenTableNote({ place, number, onOpen }: Props) {
  const settings = useAppSettings();
  const now = useServerClock();
  const tables = useOpenTables(place).data?.details;
  const [newAllTheSame, setNewAllTheSame] = useState<string | null>(null);
  const wanted = foldText(number);
  const today = businessDayOf(now, settings);
  const open = wanted && tables?.find((table) => table.business_day === today && foldText(table.table_number) === wanted);
  const isSaid = open && open.name !== newAllTheSame;
  return (
    <div role="status">
      {isSaid && (
        <div className={classes.open}>
          <p className={classes.openText}>
            <Armchair size={20} strokeWidth={1.75} aria-hidden />
            <span>
              Table <bdi>{open.table_number}</bdi> is open: {counted(open.guests, "guest")}, <bdi>{open.hostess}</bdi>
            </span>
          </p>
          <div className="wrap">
            <Button onClick={() => onOpen(open.name)}>Open it</Button>
            <Button variant="default" onClick={() => setNewAllTheSame(open.name)}>
              New table all the same
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
