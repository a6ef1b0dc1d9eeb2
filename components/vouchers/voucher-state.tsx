import { CalendarX, CircleCheck, TicketCheck } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { branchName } from "@/lib/known-branches";
import type { VoucherFile } from "@/lib/vouchers/contract";

/** What a voucher is worth now: until when it counts, or where and when it was used. */
export function VoucherState({ voucher }: { voucher: Pick<VoucherFile, "state" | "used" | "valid_until"> }) {
  const { timeZone } = useAppSettings();
  const { state, used, valid_until } = voucher;
  if (used) {
    return (
      <FactChip tone="warning" icon={TicketCheck}>
        Used in {branchName(used.branch)}, {dayAndTime(used.at, timeZone)}
      </FactChip>
    );
  }
  const isOver = state === "expired";
  return (
    <FactChip tone={isOver ? "danger" : "success"} icon={isOver ? CalendarX : CircleCheck}>
      {isOver ? "Expired, counted until" : "Valid until"} {longDate(valid_until)}
    </FactChip>
  );
}
