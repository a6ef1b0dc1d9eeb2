import { UnstyledButton } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { ChevronLeft, ChevronRight, Download, FileText, Sun, Ticket, X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { leaveByLink, useLayer } from "@/components/ui/layers";
import { addressBelow } from "@/lib/api/client";
import type { VoucherFile } from "@/lib/vouchers/contract";
import { shownSerial } from "@/lib/vouchers/shown-serial";
import { VOUCHER_TEXTS } from "@/lib/vouchers/voucher-texts";
import { previewKind } from "./preview-kind";
import { useVoucherFile } from "./queries";
import { useSwipe } from "./use-swipe";
import { VoucherPreview } from "./voucher-preview";
import { VoucherState } from "./voucher-state";
import styles from "./voucher-viewer.module.css";

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  label: string;
  files: readonly VoucherFile[];
  /** Which one is shown first. */
  start: number;
  /** The addresses are asked for anew. */
  onAgain: () => void;
  onClose: () => void;
}

/** Vouchers over everything else, one at a time. */
export function VoucherViewer({ label, files, start, onAgain, onClose }: Props) {
  const dialog = useShownDialog();
  const [isWhite, setWhite] = useState(false);
  // By its id: vouchers that are made meanwhile come before the others.
  const [shownId, setShownId] = useState(files[start]?.id);
  const index = Math.max(
    0,
    files.findIndex(({ id }) => id === shownId),
  );
  const show = (at: number) => setShownId(files[at]?.id);
  const step = (by: 1 | -1) => show((index + by + files.length) % Math.max(1, files.length));
  useLayer(true, onClose);
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    step(event.key === "ArrowRight" ? 1 : -1);
  });
  const file = files[index];
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.viewer}
      data-white={isWhite || undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <p className={styles.counter} role="status">
          {index + 1} / {files.length}
        </p>
        <span className={styles.facts}>{file && <VoucherState voucher={file} />}</span>
        <UnstyledButton className={styles.button} aria-pressed={isWhite} aria-label="White background" onClick={() => setWhite(!isWhite)}>
          <Sun {...ICON} />
        </UnstyledButton>
        <UnstyledButton className={styles.button} aria-label="Close" onClick={onClose} data-autofocus>
          <X {...ICON} />
        </UnstyledButton>
      </div>
      {file ? (
        <Shown key={file.id} file={file} onStep={step} onClose={onClose} onAgain={onAgain} />
      ) : (
        <p className={styles.said}>{VOUCHER_TEXTS.noPreview}</p>
      )}
      {files.length > 1 && <Strip files={files} index={index} onChoose={show} />}
    </dialog>
  );
}

interface ShownProps {
  file: VoucherFile;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onAgain: () => void;
}

function Shown({ file, onStep, onClose, onAgain }: ShownProps) {
  const [asPdf, setAsPdf] = useState(false);
  const name = asPdf ? file.name.replace(/\.\w+$/, ".pdf") : file.name;
  const loaded = useVoucherFile(asPdf ? file.pdf_url : file.view_url);
  const { shift, handlers } = useSwipe(onStep);
  const toSave = asPdf ? `${file.pdf_url}&download=1` : file.download_url || `${file.view_url}&download=1`;
  const again = () => {
    onAgain();
    void loaded.refetch();
  };
  return (
    <>
      <div className={styles.stage} {...handlers}>
        <div className={styles.shown} style={shift ? { transform: `translateX(${shift}px)` } : undefined}>
          <VoucherPreview
            kind={previewKind(name)}
            file={loaded}
            what={`Voucher ${shownSerial(file.serial)} of ${file.guest}`}
            onAgain={again}
          />
        </div>
      </div>
      <div className={styles.foot}>
        <UnstyledButton className={styles.button} onClick={() => onStep(-1)}>
          <ChevronLeft {...ICON} />
          {VOUCHER_TEXTS.prev}
        </UnstyledButton>
        <UnstyledButton className={styles.button} data-end onClick={() => onStep(1)}>
          {VOUCHER_TEXTS.next}
          <ChevronRight {...ICON} />
        </UnstyledButton>
        <a className={styles.button} href={loaded.at ?? addressBelow(toSave)} download={name}>
          <Download {...ICON} />
          {VOUCHER_TEXTS.download}
        </a>
        <UnstyledButton className={styles.button} aria-pressed={asPdf} onClick={() => setAsPdf(!asPdf)}>
          <FileText {...ICON} />
          PDF
        </UnstyledButton>
        {file.state === "valid" && (
          <Link
            className={styles.button}
            data-main
            href={`/redeem?code=${file.serial}`}
            replace
            onClick={() => {
              leaveByLink();
              onClose();
            }}
          >
            <Ticket {...ICON} />
            Redeem
          </Link>
        )}
      </div>
    </>
  );
}

/** So many of hundreds are drawn in small, on each side of the one that is shown. */
const BESIDE = 10;

/** Where there is room for it: the vouchers around in small. */
function Strip({ files, index, onChoose }: { files: readonly VoucherFile[]; index: number; onChoose: (index: number) => void }) {
  return (
    <div className={styles.strip}>
      {files.map(
        (file, position) =>
          Math.abs(position - index) <= BESIDE && (
            <UnstyledButton
              key={file.id}
              className={styles.small}
              aria-label={`Voucher ${position + 1}, ${shownSerial(file.serial)}`}
              aria-current={position === index ? "true" : undefined}
              onClick={() => onChoose(position)}
            >
              {/* biome-ignore lint/performance/noImgElement: a signed address of the API, small already. */}
              <img src={addressBelow(file.thumbnail_url)} alt="" />
            </UnstyledButton>
          ),
      )}
    </div>
  );
}

/** The browser's own modal dialog, as in `NativeDialog`: it keeps the focus inside, and gives it back. */
function useShownDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
