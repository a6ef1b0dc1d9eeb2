import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { BACKUP_TEXTS } from "@/lib/backups/backup-texts";
import type { BackupShown, StoreBackups } from "@/lib/backups/contract";
import { bytesInWords } from "@/lib/control/bytes-in-words";
import styles from "./backups-dialog.module.css";
import { useBackups, useCopyBackup, useVerifyBackup } from "./queries";

/** Every store with what there is to go back to; each backup can be read whole, or laid beside the others as a copy. */
export function BackupsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useBackups();
  return (
    <DialogFrame
      size="wide"
      title={BACKUP_TEXTS.title}
      subtitle={BACKUP_TEXTS.help}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        {error && <ErrorNotice title={BACKUP_TEXTS.failed} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} radius="md" />}
        {data?.length === 0 && <EmptyNotice title={BACKUP_TEXTS.none} />}
        {data?.map((store) => (
          <Store key={store.store} store={store} />
        ))}
        <p className="note">{BACKUP_TEXTS.restoring}</p>
      </div>
    </DialogFrame>
  );
}

/** So many are shown until somebody asks for the rest. */
const FIRST = 3;

function Store({ store: { store, name, bytes, backups } }: { store: StoreBackups }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? backups : backups.slice(0, FIRST);
  return (
    <section className={styles.store} aria-label={name}>
      <h3 className={styles.title}>
        {name}, {bytes === 0 ? "not there" : bytesInWords(bytes)}
      </h3>
      {backups.length === 0 && <p className="note">{BACKUP_TEXTS.noneYet}</p>}
      {shown.length > 0 && (
        <ul className={styles.backups}>
          {shown.map((backup) => (
            <Backup key={backup.name} store={store} backup={backup} />
          ))}
        </ul>
      )}
      {backups.length > shown.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          Show {backups.length - shown.length} older
        </Button>
      )}
    </section>
  );
}

function Backup({ store, backup: { name, made_at, reason, bytes } }: { store: string; backup: BackupShown }) {
  const { timeZone } = useAppSettings();
  const verify = useVerifyBackup();
  const copy = useCopyBackup();
  const named = { store, backup: name };
  const isBusy = verify.isPending || copy.isPending;
  const last = copy.submittedAt > verify.submittedAt ? copy : verify;
  const when = dayAndTime(made_at, timeZone);
  return (
    <li className={styles.backup}>
      <div className={styles.words}>
        <p>
          <time dateTime={made_at}>{when}</time>, {bytesInWords(bytes)}
        </p>
        <p className="note">{reason}</p>
      </div>
      <Button variant="default" size="sm" loading={verify.isPending} disabled={isBusy} onClick={() => verify.mutate(named)}>
        Verify
      </Button>
      <Button variant="default" size="sm" loading={copy.isPending} disabled={isBusy} onClick={() => copy.mutate(named)}>
        Restore to a copy
      </Button>
      {last.data && (
        <p role="status" className={styles.result}>
          {last.data.message} It holds {last.data.holds}.{last.data.is_older && ` ${BACKUP_TEXTS.older}`}
        </p>
      )}
      {last.error && (
        <p role="alert" className={styles.result} data-failed>
          {changeFailure(last.error, BACKUP_TEXTS.notDone, BACKUP_TEXTS.lookAgain)}
        </p>
      )}
    </li>
  );
}
