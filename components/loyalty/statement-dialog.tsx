import { Button, Skeleton } from "@mantine/core";
import { Download, MessageCircle, Share } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { NativeDialog } from "@/components/ui/native-dialog";
import { ErrorNotice } from "@/components/ui/notice";
import { saveFile, shareFile } from "@/components/ui/save-file";
import { MAY_SEND_STATEMENT } from "@/lib/statement/rights";
import styles from "./loyalty.module.css";
import { useSendStatement, useStatement } from "./queries";
import { StatementSent } from "./statement-sent";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A guest's points as a picture with their card: looked at, kept, or handed to another app where the device can. */
export function StatementDialog({ guest, onClose }: { guest: { id: string; name: string }; onClose: () => void }) {
  const { data: file, error, refetch } = useStatement(guest.id);
  const address = useAddress(file);
  const maySend = useSession().can(MAY_SEND_STATEMENT);
  const send = useSendStatement();
  const isShared = file !== undefined && navigator.canShare?.({ files: [file] }) === true;
  const share = async () => {
    if (file && !(await shareFile(file))) saveFile(file);
  };
  return (
    <NativeDialog
      opened
      role="dialog"
      title={`Statement of ${guest.name || "this guest"}`}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Close
          </Button>
          {isShared && (
            <Button size="lg" variant="default" leftSection={<Share {...ICON} />} onClick={() => void share()}>
              Share
            </Button>
          )}
          {maySend && (
            <Button
              size="lg"
              variant="default"
              leftSection={<MessageCircle {...ICON} />}
              disabled={!file || (send.data?.enqueued ?? 0) > 0}
              loading={send.isPending}
              onClick={() => send.mutate(guest.id)}
            >
              Send by WhatsApp
            </Button>
          )}
          <Button size="lg" data-autofocus disabled={!file} leftSection={<Download {...ICON} />} onClick={() => file && saveFile(file)}>
            Download
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {error ? (
          <ErrorNotice title="The statement was not drawn." error={error} onRetry={() => void refetch()} />
        ) : address ? (
          // biome-ignore lint/performance/noImgElement: it is an object of this page
          <img
            className={styles.statement}
            src={address}
            alt={`Points of ${guest.name || "this guest"}, the last movements, and their card`}
          />
        ) : (
          <Skeleton className={styles.statement} aria-label="Drawing the statement" role="status" />
        )}
        {send.data && <StatementSent sent={send.data} />}
        {send.error && <p role="alert">{changeFailure(send.error, "Nothing was queued.", "The guest’s messages show what counts.")}</p>}
        <p className="note">Whoever shows the card says yes to a reward of this guest: give it to nobody else.</p>
      </div>
    </NativeDialog>
  );
}

/** Where the page finds a file, for as long as it is shown. */
function useAddress(file: File | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
