import { useVouchersOf, type Whose } from "./queries";
import { VoucherViewer } from "./voucher-viewer";

/** The vouchers of one guest, the newest first, beginning at one of them. */
export function GuestVouchers({ whose, start, onClose }: { whose: Whose; start: number; onClose: () => void }) {
  const vouchers = useVouchersOf(whose);
  return (
    <VoucherViewer
      label={`Vouchers of ${whose.name || "this guest"}`}
      files={vouchers.data?.files ?? []}
      start={start}
      onAgain={() => void vouchers.refetch()}
      onClose={onClose}
    />
  );
}
