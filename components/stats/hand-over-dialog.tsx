import { Button, Textarea } from "@mantine/core";
import { Check, Copy, Printer } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHealth } from "@/components/app-base/server-health";
import { useSession } from "@/components/app-base/session";
import { useTableLog } from "@/components/feed/queries";
import { usePending } from "@/components/queue/queries";
import { copyText } from "@/components/ui/copy-text";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { toast } from "@/components/ui/toast";
import { SEES_PHONES } from "@/lib/queue/who-may-send";
import type { LiveStats } from "@/lib/stats/contract";
import styles from "./hand-over-dialog.module.css";
import { handOverText } from "./hand-over-text";

/** How long "Copied" stays (docs/design/spec-guests.md 9). */
const COPIED_MS = 1_200;

/** What the next shift must know, as text to copy and to print: what is to be handled, what is open, who was promised what. */
export function HandOverDialog({ live, onClose }: { live: LiveStats; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const { user, can } = useSession();
  const logs = useTableLog().data?.logs;
  const pending = usePending(true).data?.items;
  const sending = useHealth().data?.health.sending;
  const [notes, setNotes] = useState("");
  const [copied, setCopied] = useState(false);
  const text = handOverText({ live, logs, pending, sending, readsReplies: can(SEES_PHONES), by: user?.name ?? "", notes, timeZone });
  const copy = async () => {
    if (!(await copyText(text))) return toast.error("Could not copy to clipboard");
    setCopied(true);
    window.setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <DialogFrame
      size="medium"
      title="Hand over the shift"
      subtitle="It names guests: give it to those who may know them."
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
      footer={
        <span className={styles.buttons}>
          <Button variant="default" leftSection={<Printer size={18} strokeWidth={1.75} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
          <Button leftSection={copied ? <Check size={18} aria-hidden /> : <Copy size={18} strokeWidth={1.75} aria-hidden />} onClick={copy}>
            {copied ? "Copied" : "Copy"}
          </Button>
        </span>
      }
    >
      <div className={styles.body}>
        <Textarea
          label="Notes for the next shift"
          placeholder="Who was promised what"
          dir="auto"
          autosize
          minRows={2}
          maxLength={2_000}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <pre className={styles.text} dir="auto">
          {text}
        </pre>
      </div>
      {createPortal(
        <pre className={styles.print} dir="auto">
          {text}
        </pre>,
        document.body,
      )}
    </DialogFrame>
  );
}
