import { Button, Radio, Skeleton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { EmptyNotice, ErrorNotice, failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { formatBirthday } from "@/lib/birthday-dates";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import type { Reason } from "@/lib/duplicates/reasons";
import { GUEST_FIELDS, shownField } from "@/lib/guest-fields";
import type { Contact } from "@/lib/guest-search/contract";
import { CHOSEN_FIELDS, type ChosenField, type ChosenValues } from "@/lib/guests/who-is-who/chosen-fields";
import { alsoNames } from "@/lib/names";
import styles from "./duplicates.module.css";
import { Why } from "./pair-row";
import { useEnd, useGuestOfPair, useNotSame, useUnite } from "./queries";
import { Receipts } from "./receipts";

interface Props {
  one: string;
  other: string;
  score: number;
  reasons: readonly Reason[];
  onClose: () => void;
}

/** Two guests side by side: which value stands, then one guest of them, or that they are two. */
export function PairDialog({ one, other, score, reasons, onClose }: Props) {
  const [first, second] = [useGuestOfPair(one), useGuestOfPair(other)];
  const [united, setUnited] = useState<{ id: string; message: string } | null>(null);
  const error = first.error ?? second.error;
  if (united) return <United {...united} onClose={onClose} />;
  return (
    <Frame subtitle={<Why score={score} reasons={reasons} />} onClose={onClose}>
      {error && isApiError(error) && error.status === 404 && <EmptyNotice title={DUPLICATES_TEXTS.gone} />}
      {error && !(isApiError(error) && error.status === 404) && (
        <ErrorNotice
          title={DUPLICATES_TEXTS.failed}
          error={error}
          onRetry={() => void Promise.all([first.refetch(), second.refetch()])}
          isSearch
        />
      )}
      {!error && !(first.data && second.data) && <Skeleton height={320} radius="md" aria-label="Loading" />}
      {!error && first.data && second.data && (
        <SideBySide two={[first.data, second.data]} onUnited={setUnited} onClose={onClose} key={`${one} ${other}`} />
      )}
    </Frame>
  );
}

function Frame({ subtitle, onClose, children }: { subtitle?: ReactNode; onClose: () => void; children: ReactNode }) {
  return (
    <DialogFrame
      size="wide"
      title={DUPLICATES_TEXTS.compare}
      subtitle={subtitle}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>{children}</div>
    </DialogFrame>
  );
}

type Opened = NonNullable<ReturnType<typeof useGuestOfPair>["data"]>;

interface SidesProps {
  two: readonly [Opened, Opened];
  onUnited: (united: { id: string; message: string }) => void;
  onClose: () => void;
}

function SideBySide({ two, onUnited, onClose }: SidesProps) {
  const [one, other] = two.map(({ contact }) => contact) as [Contact, Contact];
  const differing = CHOSEN_FIELDS.filter((field) => one[field] !== "" && other[field] !== "" && one[field] !== other[field]);
  const [chosen, setChosen] = useState<ChosenValues>(() => Object.fromEntries(differing.map((field) => [field, one[field]])));
  const [unite, notSame, end] = [useUnite(), useNotSame(), useEnd()];
  const isBusy = unite.isPending || notSame.isPending;
  const take = async () => {
    try {
      const { contact, message } = await unite.mutateAsync({ one: one.id, other: other.id, values: chosen });
      onUnited({ id: contact.id, message });
    } catch (error) {
      toast.error(failureText(error, DUPLICATES_TEXTS.uniteFailed));
    }
  };
  const leave = async () => {
    try {
      const { message, undo_id } = await notSame.mutateAsync({ one: one.id, other: other.id });
      onClose();
      toast.undo(message, () => void end.mutateAsync(undo_id).then(({ message: ended }) => toast.success(ended), (error) => toast.error(failureText(error, DUPLICATES_TEXTS.notFailed)))); // biome-ignore format: one line
    } catch (error) {
      toast.error(failureText(error, DUPLICATES_TEXTS.notFailed));
    }
  };
  return (
    <>
      <p className={styles.note}>{DUPLICATES_TEXTS.choose}</p>
      <div className={styles.sides}>
        {CHOSEN_FIELDS.filter((field) => one[field] !== "" || other[field] !== "").map((field) => (
          <Choice
            key={field}
            field={field}
            values={[one[field], other[field]]}
            chosen={differing.includes(field) ? (chosen[field] ?? "") : null}
            onChoose={(value) => setChosen((before) => ({ ...before, [field]: value }))}
          />
        ))}
        <Both
          label={GUEST_FIELDS.phones.label}
          values={[one, other].map(({ numbers = [] }) => numbers.map(({ shown }) => shown).join("\n"))}
        />
        <Both label="Other names" values={[one, other].map(({ also = "" }) => alsoNames(also).join("\n"))} />
        {(["likes", "tags"] as const).map((field) => (
          <Both key={field} label={GUEST_FIELDS[field].label} values={[one[field], other[field]]} />
        ))}
        <Both label="Visits" values={two.map(({ visits }) => (visits ? String(visits.items.length + visits.more) : ""))} />
        <Both label="Points" values={two.map(({ points }) => (points ? String(points.total) : ""))} />
        <Both label="Vouchers" values={two.map(({ vouchers }) => (vouchers ? String(vouchers.items.length + vouchers.more) : ""))} />
      </div>
      <div className={styles.actions}>
        <Button variant="default" loading={notSame.isPending} disabled={isBusy} onClick={() => void leave()}>
          {DUPLICATES_TEXTS.not}
        </Button>
        <Button loading={unite.isPending} disabled={isBusy} onClick={() => void take()}>
          {DUPLICATES_TEXTS.unite}
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps {
  field: ChosenField;
  values: [string, string];
  /** The value that stands; null where there is nothing to choose. */
  chosen: string | null;
  onChoose: (value: string) => void;
}

/** A field of both: where they differ, one of two is chosen, by mouse, finger or arrow keys. */
function Choice({ field, values, chosen, onChoose }: ChoiceProps) {
  const { label } = GUEST_FIELDS[field];
  const shown = (value: string) => (field === "birthday" ? formatBirthday(value) : shownField(field, value));
  if (chosen === null) return <Both label={label} values={values.map((value) => value && shown(value))} />;
  return (
    <Radio.Group className={styles.field} label={label} value={chosen} onChange={onChoose}>
      <div className={styles.values}>
        {values.map((value) => (
          <Radio key={value} className={styles.choice} value={value} label={<bdi>{shown(value)}</bdi>} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** What is kept of both. */
function Both({ label, values }: { label: string; values: readonly string[] }) {
  if (values.every((value) => value === "")) return null;
  return (
    <dl className={styles.field}>
      <dt>{label}</dt>
      <dd className={styles.values}>
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second guest
          <bdi key={index} className={styles.value}>
            {value || "–"}
          </bdi>
        ))}
      </dd>
    </dl>
  );
}

/** The receipt of what was just done, with its undo. */
function United({ id, message, onClose }: { id: string; message: string; onClose: () => void }) {
  return (
    <DialogFrame
      size="wide"
      title={DUPLICATES_TEXTS.united}
      subtitle={message}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.body}>
        <Receipts id={id} newest onUndone={onClose} />
      </div>
    </DialogFrame>
  );
}
