import { Button } from "@mantine/core";
import { RefreshCw } from "lucide-react";
import { VOUCHER_TEXTS } from "@/lib/vouchers/voucher-texts";
import type { PreviewKind } from "./preview-kind";
import type { useVoucherFile } from "./queries";
import styles from "./voucher-viewer.module.css";

interface Props {
  kind: PreviewKind;
  file: ReturnType<typeof useVoucherFile>;
  /** The text for screen readers. */
  what: string;
  /** Asks for fresh addresses: the old ones may have run out. */
  onAgain: () => void;
}

/** The voucher itself, or why it is not to be seen. */
export function VoucherPreview({ kind, file, what, onAgain }: Props) {
  // A browser of a phone may have no way to show a page inside another one.
  if (kind === null || (kind === "pdf" && !navigator.pdfViewerEnabled)) return <p className={styles.said}>{VOUCHER_TEXTS.noPreview}</p>;
  if (file.isError) {
    return (
      <div className={styles.said} role="alert">
        <p>{VOUCHER_TEXTS.notOpened}</p>
        <p className={styles.help}>Its address may have run out, or the network is away. The voucher itself is as it was.</p>
        <Button variant="default" leftSection={<RefreshCw size={16} aria-hidden />} onClick={onAgain}>
          Try again
        </Button>
      </div>
    );
  }
  if (!file.at) {
    return (
      <p className={styles.said} role="status">
        {VOUCHER_TEXTS.loading}
      </p>
    );
  }
  if (kind === "pdf") return <iframe className={styles.page} src={file.at} title={what} />;
  // biome-ignore lint/performance/noImgElement: it is on this page already.
  return <img className={styles.picture} src={file.at} alt={what} draggable={false} />;
}
