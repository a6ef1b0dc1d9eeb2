import { Button, Skeleton, useComputedColorScheme } from "@mantine/core";
import { Copy, ExternalLink, FolderOpen } from "lucide-react";
import { useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useDialogs } from "@/components/ui/dialogs";
import { ErrorNotice, plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { OPTIONS_TEXTS } from "@/lib/options-texts";
import styles from "./backend-folder-dialog.module.css";
import { folderAddress, useFolderPage, useOpenFolder } from "./queries";

/** The server's folder, to look at; on the server's own PC it opens in the file manager too. */
export function BackendFolderDialog({ onClose }: { onClose: () => void }) {
  const theme = useComputedColorScheme("light");
  const { address, isOwn } = folderAddress(theme);
  const { openHere, isOpening } = useOpenHere();
  return (
    <DialogFrame
      size="full"
      title={OPTIONS_TEXTS.backendFolder}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.actions}>
        <Button
          className={styles.here}
          variant="default"
          leftSection={<FolderOpen size={18} strokeWidth={1.75} aria-hidden />}
          loading={isOpening}
          onClick={() => void openHere()}
        >
          {OPTIONS_TEXTS.openHere}
        </Button>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="light"
          leftSection={<ExternalLink size={18} strokeWidth={1.75} aria-hidden />}
        >
          {OPTIONS_TEXTS.openInTab}
        </Button>
      </div>
      <div className={styles.body}>
        {isOwn ? (
          <FolderFrame key={theme} address={address} onClose={onClose} />
        ) : (
          <p className={styles.elsewhere}>{OPTIONS_TEXTS.folderElsewhere}</p>
        )}
      </div>
    </DialogFrame>
  );
}

function FolderFrame({ address, onClose }: { address: string; onClose: () => void }) {
  const page = useFolderPage();
  const [isLoaded, setIsLoaded] = useState(false);
  if (page.error) return <ErrorNotice title={OPTIONS_TEXTS.folderFailed} error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <>
      {!isLoaded && (
        <div className={styles.skeleton} role="status" aria-label="Loading the folder">
          {[72, 56, 64, 48, 60, 52].map((width) => (
            <Skeleton key={width} height={20} width={`${width}%`} radius="sm" />
          ))}
        </div>
      )}
      {page.data && (
        <iframe
          className={styles.frame}
          title={OPTIONS_TEXTS.backendFolder}
          src={address}
          // No script runs in it; it asks with this page's own sign-in, and its files are downloaded.
          sandbox="allow-same-origin allow-downloads"
          data-loaded={isLoaded || undefined}
          onLoad={({ currentTarget }) => {
            setIsLoaded(true);
            giveKeysTo(currentTarget, onClose);
          }}
        />
      )}
    </>
  );
}

/** Of the keys that are pressed in a frame its dialog hears nothing: Escape closes it all the same, and Tab stays in it. */
function giveKeysTo(frame: HTMLIFrameElement, onEscape: () => void): void {
  const inside = frame.contentDocument;
  inside?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") onEscape();
    if (event.key !== "Tab" || event.shiftKey || inside.activeElement !== [...inside.links].at(-1)) return;
    event.preventDefault();
    frame.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
  });
}

/** Says why it did not open, with the way to the folder for somebody who sits at that PC. */
function useOpenHere() {
  const dialogs = useDialogs();
  const open = useOpenFolder();
  const openHere = async () => {
    try {
      await open.mutateAsync();
      toast.success("Opened on this PC");
    } catch (error) {
      await dialogs.alert(OPTIONS_TEXTS.openFailed, <WhyNot error={error} />);
    }
  };
  return { openHere, isOpening: open.isPending };
}

function WhyNot({ error }: { error: unknown }) {
  const folder = isApiError(error) && typeof error.fields.folder === "string" ? error.fields.folder : null;
  return (
    <>
      <p className={styles.reason}>{plainCause(error)}</p>
      {folder && (
        <p className={styles.path}>
          <code>{folder}</code>
          <Button
            variant="default"
            size="xs"
            leftSection={<Copy size={14} aria-hidden />}
            onClick={() =>
              void copyText(folder).then((done) => (done ? toast.success("Copied") : toast.error("Could not copy to clipboard")))
            }
          >
            Copy
          </Button>
        </p>
      )}
    </>
  );
}
