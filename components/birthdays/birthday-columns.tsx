import { Minus } from "lucide-react";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { ReasonText } from "@/components/queue/reason-text";
import { DecideButton } from "@/components/queue/replies";
import { StateBadge } from "@/components/queue/state-badge";
import type { Column } from "@/components/ui/data-table";
import { FactChip } from "@/components/ui/fact-chip";
import { GuestName } from "@/components/ui/guest-name";
import { PhoneActions } from "@/components/ui/guest-phones";
import { GuestRow } from "@/components/ui/guest-row";
import { formatBirthday } from "@/lib/birthday-dates";
import type { BirthdayGuest } from "@/lib/birthdays/contract";
import type { CampaignGuest } from "@/lib/queue/birthday-campaign/contract";
import { reasonOf } from "@/lib/queue/error-codes";

/** `20 Nov 1985`, and without the year where nobody knows it. */
function Birthday({ guest: { birthday, birth_year } }: { guest: BirthdayGuest }) {
  return (
    <time dateTime={birth_year === null ? birthday.slice(5) : birthday} className="tabular">
      {formatBirthday(`-${birthday.slice(4)}`)}
      {birth_year !== null && ` ${birth_year}`}
    </time>
  );
}

function Name({ guest: { id, name } }: { guest: BirthdayGuest }) {
  return (
    <OpensGuest id={id}>
      <GuestName name={name} />
    </OpensGuest>
  );
}

/** A guest of the search, with where their message stands as far as that is known. */
export interface BirthdayRow {
  guest: BirthdayGuest;
  standing: CampaignGuest | undefined;
}

/** Where the message stands; nothing for somebody to whom none has been due yet. */
function Standing({ standing }: { standing: CampaignGuest | undefined }) {
  if (!standing || standing.state === "ready" || standing.state === "no_voucher") return null;
  const { state, reason, why, undecided, sandbox, unanswered } = standing;
  return (
    <span title={reason ? reasonOf(reason).plain : undefined}>
      {state === "left_out" ? (
        <FactChip small tone="warning" icon={Minus}>
          {why}
        </FactChip>
      ) : (
        <StateBadge status={state} undecided={undecided} sandbox={sandbox} unanswered={unanswered} />
      )}
    </span>
  );
}

export const birthdayColumns: Column<BirthdayRow>[] = [
  { key: "name", header: "Name", width: "27%", render: ({ guest }) => <Name guest={guest} /> },
  {
    key: "phone",
    header: "Phone",
    width: "25%",
    render: ({ guest: { phones, numbers } }) => <PhoneActions phones={phones} numbers={numbers} />,
  },
  { key: "birthday", header: "Birthday", width: "14%", render: ({ guest }) => <Birthday guest={guest} /> },
  {
    key: "message",
    header: "WhatsApp",
    width: "34%",
    render: ({ standing }) => (
      <>
        <Standing standing={standing} />
        {standing?.undecided && <DecideButton />}
      </>
    ),
  },
];

/** On phones a row of the table is a guest's row, which has room for the reason. */
export function BirthdayCard({ row: { guest, standing } }: { row: BirthdayRow }) {
  const { name, phones, numbers } = guest;
  const notes = (
    <>
      <Standing standing={standing} />
      {standing?.reason && standing.state !== "no_voucher" && <ReasonText text={standing.reason} />}
      {standing?.undecided && <DecideButton />}
    </>
  );
  return (
    <GuestRow
      guest={{ name, phones, numbers }}
      shownName={<Name guest={guest} />}
      callable
      details={<Birthday guest={guest} />}
      notes={notes}
    />
  );
}
