import { UnstyledButton } from "@mantine/core";
import { CircleAlert, LoaderCircle, Ticket, TicketX } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { FactChip } from "@/components/ui/fact-chip";
import type { VouchersOf } from "@/components/vouchers/queries";
import type { Contact } from "@/lib/guest-search/contract";
import { GUEST_SEARCH_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { useGuestActions } from "./guest-actions";
import styles from "./guest-card.module.css";

/** Whether a guest has vouchers; pressed, it shows them, or says why there are none to show. */
export function VoucherBadge({ contact, vouchers }: { contact: Contact; vouchers: VouchersOf }) {
  const { view } = useGuestActions();
  const say = useSayVouchers();
  const label = badgeOf(vouchers);
  const press = () => {
    if (vouchers.isFetching && !vouchers.data) return;
    if (vouchers.data && vouchers.data.files.length > 0) view(contact, 0);
    else void say(vouchers);
  };
  return (
    <UnstyledButton className={styles.badge} data-voucher-badge onClick={press} aria-label={`${label.text}, ${contact.name || "no name"}`}>
      <FactChip tone={label.tone} icon={label.icon}>
        {label.text}
      </FactChip>
    </UnstyledButton>
  );
}

function badgeOf({ data, isError, isFetching }: VouchersOf) {
  if (isFetching && (isError || !data)) return { text: GUEST_SEARCH_TEXTS.checking, tone: "neutral", icon: LoaderCircle } as const;
  if (isError) return { text: GUEST_SEARCH_TEXTS.checkFailed, tone: "danger", icon: CircleAlert } as const;
  const found = data?.files.length ?? 0;
  if (found > 0) return { text: counted(found, "voucher"), tone: "success", icon: Ticket } as const;
  if (data) return { text: GUEST_SEARCH_TEXTS.noVoucher, tone: "neutral", icon: TicketX } as const;
  return { text: GUEST_SEARCH_TEXTS.checking, tone: "neutral", icon: LoaderCircle } as const;
}

/** Says why there is no voucher to see. */
export function useSayVouchers() {
  const dialogs = useDialogs();
  return ({ error, isError }: Pick<VouchersOf, "error" | "isError">) =>
    isError
      ? dialogs.alert(
          GUEST_SEARCH_TEXTS.vouchersFailed,
          `${error?.message ?? ""} The vouchers are as they were. Press ${GUEST_SEARCH_TEXTS.refresh}.`,
        )
      : dialogs.alert(GUEST_SEARCH_TEXTS.noVouchers, "Vouchers are made in Birthday Search, for the guests of a date.");
}
