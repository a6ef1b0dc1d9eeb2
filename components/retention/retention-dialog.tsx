import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import { NativeDialog } from "@/components/ui/native-dialog";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import type { Retention } from "@/lib/retention/contract";
import { RETENTION_TEXTS } from "@/lib/retention/retention-texts";
import { useChangeRetention, usePreview } from "./queries";

const FOR_EVER = "";
const MONTHS = [24, 36, 48, 60, 84, 120];

interface Props {
  retention: Retention | null;
  onClose: () => void;
}

/** Says whom it would be before it is set, and since when. */
export function RetentionDialog({ retention, onClose }: Props) {
  const now = retention?.months ?? null;
  const [months, setMonths] = useState<number | null>(now);
  const preview = usePreview(months);
  const change = useChangeRetention();
  const isReady = months !== now && (months === null || preview.data !== undefined);
  const all = [...new Set([...MONTHS, ...(now === null ? [] : [now])])].sort((a, b) => a - b);
  const set = () =>
    change.mutate(months, {
      onSuccess: ({ message }) => {
        toast.success(message);
        onClose();
      },
    });
  return (
    <NativeDialog
      opened
      role="dialog"
      title={RETENTION_TEXTS.title}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" color={months === null ? undefined : "danger"} disabled={!isReady} loading={change.isPending} onClick={set}>
            {months === null ? "Keep everybody" : `Erase after ${months} months`}
          </Button>
        </>
      }
    >
      <p>{RETENTION_TEXTS.help}</p>
      <NativeSelect
        label="Without a visit for"
        data-autofocus
        value={months === null ? FOR_EVER : String(months)}
        data={[
          { value: FOR_EVER, label: "However long: keep everybody" },
          ...all.map((one) => ({ value: String(one), label: `${one} months` })),
        ]}
        onChange={(event) => setMonths(event.currentTarget.value === FOR_EVER ? null : Number(event.currentTarget.value))}
      />
      {months !== null && <Preview preview={preview} />}
      {change.error && <p role="alert">{changeFailure(change.error, RETENTION_TEXTS.notSet, "This page shows what counts.")}</p>}
    </NativeDialog>
  );
}

function Preview({ preview: { data, error, refetch } }: { preview: ReturnType<typeof usePreview> }) {
  if (error) return <ErrorNotice title="They could not be counted." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} radius="md" aria-label="Counting whom it would be" role="status" />;
  const there = data.books.filter(({ guests }) => guests > 0);
  return (
    <div role="status">
      <p>
        <b>
          {there.length === 0
            ? `Nobody today: everybody was there since ${longDate(data.not_seen_since)}, or was added since.`
            : `Today it would be ${there.map(({ branch, guests }) => `${counted(guests, "guest")} of ${branchName(branch)}`).join(", ")}.`}
        </b>{" "}
        {there.length > 0 && `Not seen since ${longDate(data.not_seen_since)}.`}
      </p>
      {there.length > 0 && <p>{RETENTION_TEXTS.counted}</p>}
      <p>{RETENTION_TEXTS.delay}</p>
    </div>
  );
}
