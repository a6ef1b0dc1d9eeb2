import { UnstyledButton } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { Armchair, ChevronDown } from "lucide-react";
import { useToday } from "@/components/app-base/server-clock";
import { OptOutMark } from "@/components/opt-outs/opt-out-mark";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestRow } from "@/components/ui/guest-row";
import { SimilarName } from "@/components/ui/similar-name";
import { useVouchersOf } from "@/components/vouchers/queries";
import type { Contact } from "@/lib/guest-search/contract";
import type { SaidNo } from "@/lib/opt-outs/contract";
import { EditGuest } from "./edit-guest";
import { useGuestActions } from "./guest-actions";
import styles from "./guest-card.module.css";
import { GuestDetails } from "./guest-details";
import { VoucherBadge } from "./voucher-badge";

interface Props {
  contact: Contact;
  /** That they want no messages. */
  saidNo: SaidNo | null;
  /** When they wrote what sounds like a no (ISO 8601). */
  unsure: string | null;
  query: string;
  isOpen: boolean;
  onToggle: () => void;
  /** The details stand elsewhere, in this element. */
  paneId?: string;
}

/** A guest who was found: name and voucher badge; opened, all details. */
export function GuestCard({ contact, saidNo, unsure, query, isOpen, onToggle, paneId }: Props) {
  const today = useToday();
  // Only for guests who come in sight: a search of two letters finds twenty.
  const { ref, entry } = useIntersection();
  const vouchers = useVouchersOf(contact, entry?.isIntersecting ?? false);
  const detailsId = `guest-${contact.id}`;
  return (
    <li ref={ref} className={styles.card} data-guest={contact.id} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <UnstyledButton
          className={styles.toggle}
          data-guest-toggle
          aria-expanded={isOpen}
          aria-controls={isOpen ? (paneId ?? detailsId) : undefined}
          onClick={onToggle}
        >
          <GuestRow
            guest={contact}
            today={today}
            query={query}
            notes={
              <>
                <AllergyMark allergies={contact.allergies} />
                <SimilarName guest={contact} />
                <Tonight contact={contact} />
                <OptOutMark said={saidNo} unsure={unsure} />
              </>
            }
          />
        </UnstyledButton>
        <VoucherBadge contact={contact} vouchers={vouchers} />
        <ChevronDown className={styles.chevron} size={20} strokeWidth={1.75} aria-hidden />
      </div>
      {isOpen && !paneId && (
        <div id={detailsId} className={styles.body}>
          <GuestBody contact={contact} />
        </div>
      )}
    </li>
  );
}

function Tonight({ contact: { tonight } }: { contact: Contact }) {
  if (!tonight) return null;
  return (
    <FactChip small tone="info" icon={Armchair}>
      at table {tonight.table_number}
    </FactChip>
  );
}

/** The details of a guest, or the form while they are edited. */
export function GuestBody({ contact }: { contact: Contact }) {
  const { editing } = useGuestActions();
  const vouchers = useVouchersOf(contact);
  if (editing.editing?.contact.id === contact.id) return <EditGuest editing={editing.editing} state={editing} />;
  return <GuestDetails contact={contact} vouchers={vouchers} />;
}
