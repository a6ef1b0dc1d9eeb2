import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { Expiry, ExpiryPreview } from "@/lib/loyalty/expiry/contract";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import { FormDialog } from "./form-dialog";
import styles from "./loyalty.module.css";
import { useChangeExpiry, useExpiry, useExpiryPreview } from "./queries";

/** After how long points are lost, in a sentence, and the way to setting it. */
export function ExpiryBox() {
  const { data, error, refetch } = useExpiry();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.box} aria-label={TEXTS.expiry}>
      <h2 className={styles.title}>{TEXTS.expiry}</h2>
      {data ? <Says expiry={data.expiry} /> : error ? null : <Skeleton height={24} radius="md" aria-label="Loading" />}
      {error && <ErrorNotice title={TEXTS.notLoaded} error={error} onRetry={() => void refetch()} />}
      <div className={styles.actions}>
        <Button variant="default" disabled={!data} onClick={() => setOpen(true)}>
          {data?.expiry ? "Change or end it" : "Let points be lost"}
        </Button>
      </div>
      {isOpen && data && <ExpiryDialog expiry={data.expiry} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Says({ expiry }: { expiry: Expiry | null }) {
  const { timeZone } = useAppSettings();
  if (!expiry) return <p className="note">{TEXTS.kept}</p>;
  const { months, begins_on, by, at } = expiry;
  return (
    <p className="note">
      Lost after {months} months without a visit, from {longDate(begins_on)} on. Set by <bdi>{by}</bdi>, {dayAndTime(at, timeZone)}.
    </p>
  );
}

const FOR_EVER = "";
const MONTHS = [6, 9, 12, 18, 24, 36];

/** Says who would lose what and when, before it is set. */
function ExpiryDialog({ expiry, onClose }: { expiry: Expiry | null; onClose: () => void }) {
  const now = expiry?.months ?? null;
  const [months, setMonths] = useState<number | null>(now);
  const preview = useExpiryPreview(months);
  const change = useChangeExpiry();
  const isReady = months !== now && (months === null || preview.data !== undefined);
  const all = [...new Set([...MONTHS, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
  const set = () =>
    change.mutate(
      { months },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={TEXTS.expiry}
      submit={months === null ? "Keep all points" : `Lose them after ${months} months`}
      isReady={isReady}
      isSaving={change.isPending}
      problem={change.error && changeFailure(change.error, TEXTS.notSaved, TEXTS.shows)}
      onSubmit={set}
      onClose={onClose}
    >
      <p>Each visit keeps all points of a guest. What was spent is never taken again.</p>
      <NativeSelect
        label="Without a visit for"
        data-autofocus
        value={months === null ? FOR_EVER : String(months)}
        data={[
          { value: FOR_EVER, label: "However long: keep them" },
          ...all.map((one) => ({ value: String(one), label: `${one} months` })),
        ]}
        onChange={(event) => setMonths(event.currentTarget.value === FOR_EVER ? null : Number(event.currentTarget.value))}
      />
      {months !== null && <Preview preview={preview} />}
    </FormDialog>
  );
}

function Preview({ preview: { data, error, refetch } }: { preview: ReturnType<typeof useExpiryPreview> }) {
  if (error) return <ErrorNotice title="They could not be counted." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} radius="md" aria-label="Counting who would lose points" role="status" />;
  return (
    <>
      <div role="status">
        <p>
          <b>{firstInWords(data)}</b> {laterInWords(data)}
        </p>
        <p className="note">Until {longDate(data.begins_on)} nobody loses anything, and it can be taken back.</p>
      </div>
      {data.guests.length > 0 && <Losing guests={data.guests} />}
    </>
  );
}

const lossOf = ({ guests, points }: ExpiryPreview["first"]) => `${counted(guests, "guest")} would lose ${counted(points, "point")}`;

const firstInWords = ({ first, begins_on }: ExpiryPreview) =>
  first.guests === 0 ? `Nobody would lose points on ${longDate(begins_on)}.` : `On ${longDate(begins_on)} ${lossOf(first)}.`;

const laterInWords = ({ later }: ExpiryPreview) =>
  later.guests === 0
    ? `Nobody more until ${longDate(later.until)}.`
    : `Until ${longDate(later.until)} ${lossOf(later)}, unless they come before.`;

function Losing({ guests }: Pick<ExpiryPreview, "guests">) {
  return (
    <ul className={styles.list} aria-label="Who would lose points first">
      {guests.map(({ id, name, points, on, last_visit }) => (
        <li key={`${id} ${on}`} className={styles.row}>
          <span className={styles.what}>
            <bdi>{name}</bdi>
            <span className={styles.facts}>
              {last_visit ? `last here ${longDate(last_visit)}` : "no visit"} · on {longDate(on)}
            </span>
          </span>
          <span className={styles.amount}>{points.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
}
