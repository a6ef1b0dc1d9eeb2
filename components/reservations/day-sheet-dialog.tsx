import { Button, SegmentedControl } from "@mantine/core";
import { Check, Copy, Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useAppSettings } from "@/components/app-base/app-settings";
import { copyText } from "@/components/ui/copy-text";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { longDate, timeOfDay } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import { OCCASION_WORDS } from "@/lib/reservations/screen-words";
import type { Reservation } from "@/lib/reservations/shapes";
import styles from "./day-sheet-dialog.module.css";
import { type Sheet, sheetOf } from "./day-sheet-text";
import type { ShownDay } from "./kept/with-kept";
import { type Place, useDaySheet } from "./queries";

/** How long "Copied" stays (docs/design/spec-guests.md 9). */
const COPIED_MS = 1_200;

/** A day on paper, by time or by table; and as text for the staff's group, which has neither phones nor allergies. */
export function DaySheetDialog({ place, day, onClose }: { place: Place; day: ShownDay; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const [by, setBy] = useState<"time" | "table">("time");
  const [copied, setCopied] = useState(false);
  const { data } = useDaySheet(place, day.date, by);
  const sheet: Sheet = data ?? sheetOf(day, place.branch, by);
  const copy = async () => {
    if (!(await copyText(sheet.text))) return toast.error("Could not copy to clipboard");
    setCopied(true);
    window.setTimeout(() => setCopied(false), COPIED_MS);
  };
  const paper = (
    <Paper sheet={sheet} title={`${branchName(place.branch)}, ${longDate(day.date)}`} at={timeOfDay(data?.made_at ?? day.at, timeZone)} />
  );
  return (
    <DialogFrame
      size="wide"
      title="Day sheet"
      subtitle="It names guests: give it to those who may know them."
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
      footer={
        <span className={styles.buttons}>
          <Button variant="default" leftSection={<Printer size={18} strokeWidth={1.75} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? "Copied" : "Copy as text"}
          </Button>
        </span>
      }
    >
      <div className={styles.body}>
        <SegmentedControl
          className={styles.by}
          aria-label="Order"
          value={by}
          onChange={(value) => setBy(value === "table" ? "table" : "time")}
          data={[
            { value: "time", label: "By time" },
            { value: "table", label: "By table" },
          ]}
        />
        {paper}
      </div>
      {createPortal(<div className={styles.print}>{paper}</div>, document.body)}
    </DialogFrame>
  );
}

function Paper({ sheet, title, at }: { sheet: Sheet; title: string; at: string }) {
  return (
    <div className={styles.paper}>
      <p className={styles.title}>
        <b>{title}</b>
        <span className="note tabular">
          {counted(sheet.bookings, "booking")} · {counted(sheet.covers, "guest")} · as of {at}
        </span>
      </p>
      {sheet.groups.length === 0 && <p className="note">Nobody has booked.</p>}
      {sheet.groups.map(({ title: head, covers, reservations }) => (
        <table key={head} className={styles.group}>
          <caption>
            {head} <span className="note">{counted(covers, "guest")}</span>
          </caption>
          {/* The widths stand here: the head, which is only heard, gives none. */}
          <colgroup>
            <col className={styles.time} />
            <col className={styles.people} />
            <col className={styles.name} />
            <col className={styles.table} />
            <col />
          </colgroup>
          <thead className={styles.heard}>
            <tr>
              {["Time", "People", "Name", "Table", "Notes"].map((one) => (
                <th key={one} scope="col">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reservations.map((one) => (
              <Row key={one.id} reservation={one} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Row({
  reservation: { time, party, name, tables, known, dietary_note, occasion, guest_note, staff_note },
}: {
  reservation: Reservation;
}) {
  const allergies = [known?.allergies, dietary_note].filter(Boolean).join(" · ");
  const facts = [occasion && OCCASION_WORDS[occasion], known?.vip && "VIP", guest_note, staff_note].filter(Boolean);
  return (
    <tr>
      <td className={styles.time}>{time}</td>
      <td className={styles.people}>{party}</td>
      <td className={styles.name}>
        <bdi>{name}</bdi>
      </td>
      <td className={styles.table}>{tables.join(" + ")}</td>
      <td dir="auto">
        {allergies && <b>Allergies: {allergies}. </b>}
        {facts.join(" · ")}
      </td>
    </tr>
  );
}
