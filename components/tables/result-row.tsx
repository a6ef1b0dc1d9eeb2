import { Button } from "@mantine/core";
import { Check, Plus } from "lucide-react";
import { memo, useState } from "react";
import { TierBadge } from "@/components/loyalty/tier-badge";
import { AllergyMark } from "@/components/ui/allergy-mark";
import { GuestRow } from "@/components/ui/guest-row";
import { NameChoice } from "@/components/ui/name-choice";
import { SimilarName } from "@/components/ui/similar-name";
import type { DraftGuest } from "@/lib/drafts";
import type { Contact } from "@/lib/guest-search/contract";
import type { ShownTier } from "@/lib/loyalty/tiers/contract";
import { nameSearchedFor } from "@/lib/names";
import { shownNumbers } from "@/lib/phones";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { nameOf } from "./guest-lists";
import { SimilarNote, TonightNote } from "./guest-notes";
import classes from "./result-row.module.css";

interface Props {
  contact: Contact;
  tier: ShownTier | null;
  today: string;
  query: string;
  isAdded: boolean;
  /** A guest of the table whose number may be the same. */
  similar: DraftGuest | undefined;
  /** The table that is being filled, where it was saved before: its own guests are not marked with it. */
  ownTable: string | null;
  active: boolean;
  onAdd: (contact: Contact) => void;
}

/** Rendered only when its own props change: adding one guest of thirty must not render the others. */
export const ResultRow = memo(function ResultRow(props: Props) {
  const { contact, tier, today, query, isAdded, similar, ownTable, active, onAdd } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const called = chosen ?? nameSearchedFor(contact, query);
  const elsewhere = contact.tonight && contact.tonight.table_name !== ownTable ? contact.tonight : undefined;
  return (
    <li className={classes.row} data-active={active || undefined}>
      <GuestRow
        // A server of an earlier version sends the typed form alone.
        guest={{ ...contact, numbers: contact.numbers ?? shownNumbers(contact.phones) }}
        today={today}
        query={query}
        notes={
          <>
            <AllergyMark allergies={contact.allergies} />
            <TierBadge tier={tier} />
            <SimilarName guest={contact} />
            {elsewhere && <TonightNote table={elsewhere.table_number} />}
            {similar && <SimilarNote guest={similar} />}
            {!isAdded && <NameChoice guest={contact} label="Name at the table of" value={called} onChange={setChosen} />}
          </>
        }
        action={
          <AddButton name={nameOf({ ...contact, name: called })} isAdded={isAdded} onAdd={() => onAdd({ ...contact, name: called })} />
        }
      />
    </li>
  );
});

function AddButton({ name, isAdded, onAdd }: { name: string; isAdded: boolean; onAdd: () => void }) {
  const Icon = isAdded ? Check : Plus;
  return (
    <Button
      variant={isAdded ? "default" : "light"}
      disabled={isAdded}
      leftSection={<Icon size={18} aria-hidden />}
      aria-label={isAdded ? `Added: ${name}` : `Add ${name}`}
      className={classes.button}
      onClick={onAdd}
    >
      {isAdded ? TABLE_TEXTS.added : "Add"}
    </Button>
  );
}
