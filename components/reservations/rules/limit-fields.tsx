import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { MOST_PEOPLE } from "@/lib/party-size";
import type { Rules } from "@/lib/reservations/rules/contract";
import { NumberField } from "./number-field";
import styles from "./rules-screen.module.css";
import type { PartProps } from "./use-rules-form";

const PUBLIC: Record<Rules["public_page"], string> = {
  off: "Off",
  ask: "On: somebody confirms each request",
  confirm: "On: a free table is booked at once",
};

/** Where guests find it, so that somebody can try it and pass it on. */
function publicNote(address: string | null, page: Rules["public_page"]): string {
  if (address === null) return "This server has no address for guests yet: whoever runs it sets PUBLIC_PORT and PUBLIC_URL.";
  return page === "off" ? `It would stand at ${address}` : address;
}

/** What holds on every day, and what guests are told. */
export function LimitFields({ rules, onChange, disabled, publicAddress }: PartProps & { publicAddress: string | null }) {
  return (
    <section className={styles.part} aria-labelledby="limits-title">
      <h2 id="limits-title" className={styles.title}>
        Limits and messages
      </h2>
      <div className={styles.card}>
        <div className={styles.fields}>
          <NumberField
            label="A large party begins at"
            description="Somebody who may has to allow it. Empty: none is too large"
            min={2}
            max={MOST_PEOPLE}
            isOptional
            disabled={disabled}
            value={rules.large_party_from}
            onChange={(large_party_from) => onChange({ large_party_from })}
          />
          <NumberField
            label="Guests may cancel until, in hours before"
            min={0}
            max={168}
            disabled={disabled}
            value={rules.guest_cancel_hours}
            onChange={(hours) => hours !== null && onChange({ guest_cancel_hours: hours })}
          />
          <NumberField
            label="Red after, in minutes"
            description="So long after its time a card says that nobody came. It never becomes a no-show by itself."
            min={5}
            max={120}
            disabled={disabled}
            value={rules.overdue_minutes}
            onChange={(minutes) => minutes && onChange({ overdue_minutes: minutes })}
          />
          <NumberField
            label="Reminder, in hours before"
            min={1}
            max={72}
            disabled={disabled}
            value={rules.reminder_hours}
            onChange={(hours) => hours && onChange({ reminder_hours: hours })}
          />
          <ReadyFields {...{ rules, onChange, disabled }} />
          <PublicField {...{ rules, onChange, disabled, publicAddress }} />
          <TelephoneField {...{ rules, onChange, disabled }} />
        </div>
        <Switch
          label="Write to guests by WhatsApp: confirmed, changed, reminder, cancelled"
          disabled={disabled}
          checked={rules.messages}
          onChange={(event) => onChange({ messages: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}

/** How often a party that was called is told. */
function ReadyFields({ rules, onChange, disabled }: PartProps) {
  return (
    <>
      <NumberField
        label="“Table ready” is said, times"
        description="Again while a party that was called does not come"
        min={1}
        max={3}
        disabled={disabled}
        value={rules.ready_times}
        onChange={(times) => times && onChange({ ready_times: times })}
      />
      <NumberField
        label="Again after, in minutes"
        min={1}
        max={180}
        disabled={disabled}
        value={rules.ready_every}
        onChange={(minutes) => minutes && onChange({ ready_every: minutes })}
      />
    </>
  );
}

function PublicField({ rules, onChange, disabled, publicAddress }: PartProps & { publicAddress: string | null }) {
  return (
    <NativeSelect
      label="The guests’ own page"
      description={publicNote(publicAddress, rules.public_page)}
      disabled={disabled}
      value={rules.public_page}
      data={Object.entries(PUBLIC).map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ public_page: event.currentTarget.value as Rules["public_page"] })}
    />
  );
}

function TelephoneField({ rules, onChange, disabled }: PartProps) {
  return (
    <TextInput
      label="The restaurant’s telephone"
      description="Shown on the guests’ own page, where only a person can decide. Empty: none"
      type="tel"
      dir="ltr"
      maxLength={60}
      disabled={disabled}
      value={rules.telephone}
      onChange={(event) => onChange({ telephone: event.currentTarget.value })}
    />
  );
}
