import { Button } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId, useState } from "react";
import { GuestRow } from "@/components/ui/guest-row";
import { lazyComponent } from "@/components/ui/lazy-component";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import type { Reason } from "@/lib/duplicates/reasons";
import styles from "./duplicates.module.css";
import type { PairDialog as Dialog } from "./pair-dialog";
import { calledBy, Why } from "./pair-row";
import { useMightBe } from "./queries";
import { Receipts } from "./receipts";

const PairDialog = lazyComponent<ComponentProps<typeof Dialog>>(() => import("./pair-dialog").then((module) => module.PairDialog), {
  onClose: (props) => props.onClose,
});

/** On a guest's page: who else they may be. Nothing where nobody is, or it could not be read: the list says the same. */
export function MightBe({ id }: { id: string }) {
  const might = useMightBe(id);
  const [open, setOpen] = useState<{ other: string; score: number; reasons: readonly Reason[] } | null>(null);
  const guests = might.data?.guests ?? [];
  return (
    <>
      {guests.length > 0 && (
        <section className={styles.might} aria-label={DUPLICATES_TEXTS.mightBe}>
          <h2 className={styles.mightTitle}>{DUPLICATES_TEXTS.mightBe}</h2>
          <ul className={styles.pairs}>
            {guests.map(({ guest, score, reasons }) => (
              <li key={guest.id} className={styles.other}>
                <GuestRow
                  guest={{ ...guest, phones: (guest.numbers ?? []).map(({ shown }) => shown).join(", ") }}
                  action={
                    <Button
                      variant="default"
                      size="sm"
                      aria-label={`${DUPLICATES_TEXTS.compare} with ${calledBy(guest)}`}
                      aria-haspopup="dialog"
                      onClick={() => setOpen({ other: guest.id, score, reasons })}
                    >
                      {DUPLICATES_TEXTS.compare}
                    </Button>
                  }
                />
                <Why score={score} reasons={reasons} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {open && <PairDialog one={id} {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** On demand, how a guest was put together. */
export function PutTogether({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className={styles.together}>
      <Button
        variant="subtle"
        color="neutral"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        rightSection={<ChevronDown size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {DUPLICATES_TEXTS.receipts}
      </Button>
      {isOpen && (
        <div id={listId}>
          <Receipts id={id} />
        </div>
      )}
    </div>
  );
}
