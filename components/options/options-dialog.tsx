import { Button, Loader } from "@mantine/core";
import { CircleAlert, CircleCheck, FileArchive, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useServerState } from "@/components/app-base/server-health";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { plainCause } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { packLogs } from "@/lib/logs/contract";
import { OPTIONS_TEXTS } from "@/lib/options-texts";
import styles from "./options-dialog.module.css";
import { useDownloadLogs, usePackLogs } from "./queries";

type Packed = AnswerOf<typeof packLogs>;

type Status =
  | { state: "idle" | "packing" }
  | { state: "downloading" | "done"; packed: Packed }
  | { state: "not packed"; error: unknown }
  | { state: "not downloaded"; packed: Packed; error: unknown };

/** One button that packs the server's daily logs, and where that stands. */
export function OptionsDialog({ onClose }: { onClose: () => void }) {
  const { status, pack, download } = usePacking();
  const isBusy = status.state === "packing" || status.state === "downloading";
  return (
    <DialogFrame
      size="sheet"
      title={OPTIONS_TEXTS.options}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>For whoever looks for a fault: what the server did on each day. No guest's name or number is in it.</p>
        <Button
          size="lg"
          fullWidth
          leftSection={<FileArchive size={20} strokeWidth={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void pack()}
        >
          {OPTIONS_TEXTS.packLogs}
        </Button>
        <div role="status" className={styles.status}>
          <StatusLine status={status} />
        </div>
        {status.state === "not packed" && <Problem sentence={OPTIONS_TEXTS.packFailed} error={status.error} onAgain={() => void pack()} />}
        {status.state === "not downloaded" && (
          <Problem sentence={OPTIONS_TEXTS.downloadFailed} error={status.error} onAgain={() => void download(status.packed)} />
        )}
        {"packed" in status && <LeftOut packed={status.packed} />}
      </div>
    </DialogFrame>
  );
}

/** Packs, then fetches: a pack whose download broke is there, and only its download is tried again. */
function usePacking() {
  const [status, setStatus] = useState<Status>({ state: "idle" });
  const packing = usePackLogs();
  const downloading = useDownloadLogs();
  const download = async (packed: Packed) => {
    setStatus({ state: "downloading", packed });
    try {
      saveFile(await downloading.mutateAsync(packed.filename));
      setStatus({ state: "done", packed });
    } catch (error) {
      setStatus({ state: "not downloaded", packed, error });
    }
  };
  const pack = async () => {
    setStatus({ state: "packing" });
    let packed: Packed;
    try {
      packed = await packing.mutateAsync();
    } catch (error) {
      setStatus({ state: "not packed", error });
      return;
    }
    await download(packed);
  };
  return { status, pack, download };
}

function StatusLine({ status }: { status: Status }) {
  const isOff = useServerState() === "off";
  if (status.state === "packing" || status.state === "downloading") {
    return (
      <p className={styles.line}>
        <Loader size={18} aria-hidden />
        {status.state === "packing" ? "Packing…" : "Ready, downloading…"}
        {isOff && ` ${OPTIONS_TEXTS.hangs}`}
      </p>
    );
  }
  if (status.state !== "done") return null;
  const { filename, files, bytes } = status.packed;
  return (
    <p className={styles.line} data-tone="success">
      <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
      <span>
        Downloaded: {counted(files, "log")}, {kilobytes(bytes)}
        <span className={styles.file}>{filename}</span>
      </span>
    </p>
  );
}

const kilobytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Problem({ sentence, error, onAgain }: { sentence: string; error: unknown; onAgain: () => void }) {
  return (
    <div role="alert" className={styles.problem}>
      <p className={styles.line}>
        <CircleAlert size={20} strokeWidth={1.75} aria-hidden />
        <span>
          <strong>{sentence}</strong>
          <span className={styles.file}>{plainCause(error)}</span>
        </span>
      </p>
      <Button variant="default" leftSection={<RefreshCw size={16} aria-hidden />} onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

/** Names what was left out of the package. */
function LeftOut({ packed: { left_out } }: { packed: Packed }) {
  if (left_out.length === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>{counted(left_out.length, "note")} about what is not in it</summary>
      <ul>
        {left_out.map(({ file, why }) => (
          <li key={file}>
            <span>{file}</span> {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
