import { Button, Radio, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MonthDayField } from "@/components/ui/month-day-field";
import { ErrorNotice, failureText } from "@/components/ui/notice";
import { numbersOf, PhonesField } from "@/components/ui/phones-field";
import { toast } from "@/components/ui/toast";
import { birthdayRefused } from "@/components/ui/typed-birthday";
import type { DatedContact } from "@/lib/date-search/contract";
import { TEXT_LIMITS } from "@/lib/guest-fields";
import { GUEST_TEXTS } from "@/lib/guests/guest-texts";
import styles from "./adjust-contact.module.css";
import { type CorrectedFields, type Target, useCorrectGuest } from "./queries";

const TARGETS: { value: Target; label: string; says: string }[] = [
  { value: "contacts", label: "Guest book", says: "Where the guest is found from now on." },
  { value: "table", label: "Tables of this evening", says: "The guest at the table, before and after it is merged." },
];

interface Props {
  contact: DatedContact;
  onClose: () => void;
}

/** Corrects one guest of the results, in the store that is chosen. */
export function AdjustContact({ contact, onClose }: Props) {
  const form = useAdjust(contact, onClose);
  return (
    <DialogFrame
      size="sheet"
      title="Adjust Contact"
      onClose={onClose}
      locked={form.saving}
      onKey={(event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.save()}
      footer={
        <div className={styles.buttons}>
          {form.refused && (
            <p role="alert" className={styles.refused}>
              {form.refused}
            </p>
          )}
          <Button size="lg" variant="default" onClick={onClose} disabled={form.saving}>
            Cancel
          </Button>
          <Button size="lg" onClick={form.save} loading={form.saving} disabled={!form.isChanged}>
            Save
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <Fields form={form} />
        <Radio.Group label="Where" value={form.target} onChange={(value) => form.setTarget(value as Target)}>
          <div className={styles.targets}>
            {TARGETS.map(({ value, label, says }) => (
              <Radio.Card key={value} value={value} className={styles.target}>
                <Radio.Indicator />
                <span>
                  <b>{label}</b>
                  <span className={styles.says}>{says}</span>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        {form.error && <ErrorNotice title={form.error} onRetry={form.save} />}
      </div>
    </DialogFrame>
  );
}

function Fields({ form }: { form: ReturnType<typeof useAdjust> }) {
  const { value, change, saving } = form;
  return (
    <>
      <TextInput
        data-autofocus
        label="Name"
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={TEXT_LIMITS.name}
        disabled={saving}
        value={value.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PhonesField disabled={saving} value={value.phones} onChange={(phones) => change({ phones })} />
      <MonthDayField
        ref={form.birthday}
        label="Birthday"
        disabled={saving}
        value={value.birthday}
        year={value.birth_year}
        onChange={change}
      />
      <TextInput
        label="Company"
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={TEXT_LIMITS.company}
        disabled={saving}
        value={value.company}
        onChange={(event) => change({ company: event.currentTarget.value })}
      />
    </>
  );
}

interface Form {
  name: string;
  phones: string[];
  birthday: string;
  birth_year: number | null;
  company: string;
}

function useAdjust(contact: DatedContact, onClose: () => void) {
  const correct = useCorrectGuest();
  const [value, setValue] = useState(() => formOf(contact));
  const [target, setTarget] = useState<Target>(contact.store);
  const [problem, setProblem] = useState<string | null>(null);
  const birthday = useRef<HTMLInputElement>(null);
  const [isHeld, setHeld] = useState(false);
  const wrong = birthdayRefused(value);
  const changes = changesOf(contact, value);
  const save = () => {
    setProblem(null);
    setHeld(wrong !== null);
    if (wrong) return birthday.current?.focus();
    if (target === "table" && contact.store !== "table") return setProblem(GUEST_TEXTS.missingIdToUpdate);
    correct.mutate(
      { contact, target, changes },
      {
        onSuccess: () => {
          toast.success(target === "contacts" ? GUEST_TEXTS.updatedInContacts : GUEST_TEXTS.updatedInTable);
          onClose();
        },
      },
    );
  };
  return {
    value,
    change: (changed: Partial<Form>) => setValue((before) => ({ ...before, ...changed })),
    target,
    setTarget,
    save,
    birthday,
    refused: isHeld && wrong,
    saving: correct.isPending,
    isChanged: Object.keys(changes).length > 0,
    error: problem ?? (correct.error && failureText(correct.error, GUEST_TEXTS.updateFailed)),
  };
}

function formOf({ name, phones, birthday, birth_year, company }: DatedContact): Form {
  return { name, phones: numbersOf(phones), birthday, birth_year, company };
}

/**
 * What is not changed is not sent: nobody else's correction of it is written over. That there is no year is said by the day
 * alone, for which the server knows what becomes of the year.
 */
function changesOf(contact: DatedContact, { phones, ...value }: Form): CorrectedFields {
  const now: Required<CorrectedFields> = { ...value, phones: phones.join(", ") };
  const before: Required<CorrectedFields> = { ...contact, phones: numbersOf(contact.phones).join(", ") };
  const changed = (Object.keys(now) as (keyof CorrectedFields)[]).filter((field) => now[field] !== before[field] && now[field] !== null);
  return Object.fromEntries(changed.map((field) => [field, now[field]]));
}
