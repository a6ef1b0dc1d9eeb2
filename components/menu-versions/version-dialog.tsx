import { Button, Skeleton } from "@mantine/core";
import { ChevronLeft, ChevronRight, Download, Tags } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { DateField } from "@/components/ui/date-field";
import { HeldButton } from "@/components/ui/held-button";
import { dayAndTime } from "@/components/ui/local-times";
import { NativeDialog } from "@/components/ui/native-dialog";
import { ErrorNotice, failureText } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import type { MenuVersion } from "@/lib/menu-versions/contract";
import { VERSION_TEXTS as TEXTS } from "@/lib/menu-versions/version-texts";
import { shortHash, versionInWords } from "@/lib/menu-versions/words";
import styles from "./menu-versions.module.css";
import { useMenuFile, useMenuPage, usePublishMenu } from "./queries";

interface Props {
  version: MenuVersion;
  /** The menu that it is a version of, in words. */
  menu: string;
  today: string;
  mayPublish: boolean;
  /** Asks for other prices on it. */
  onPrices: () => void;
  onClose: () => void;
}

/** One version page by page, and where it may be: from which day guests get it. */
export function VersionDialog({ version, menu, today, mayPublish, onPrices, onClose }: Props) {
  const [from, setFrom] = useState(today);
  const publish = usePublishMenu();
  const canPublish = mayPublish && version.state !== "current" && !version.is_missing;
  const submit = () =>
    publish.mutate(
      { id: version.id, counts_from: from },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onClose();
        },
      },
    );
  return (
    <NativeDialog
      opened
      role="dialog"
      title={<bdi>{versionInWords(version)}</bdi>}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
          <Others version={version} onPrices={onPrices} />
          {canPublish && (
            <HeldButton size="lg" disabled={from === "" || from < today} loading={publish.isPending} onClick={submit}>
              {from === today ? "Publish now" : "Publish from that day"}
            </HeldButton>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <Facts version={version} menu={menu} />
        <Changes changes={version.changes} />
        {version.is_missing ? (
          <p role="alert">Its file is not on this server any more. Upload the same file again, and it is back.</p>
        ) : (
          <Pages key={version.id} version={version} />
        )}
        {canPublish && (
          <DateField
            label="Guests get it from"
            value={from}
            unreadableText="This is no date."
            error={from !== "" && from < today ? "This day is over." : undefined}
            onChange={setFrom}
          />
        )}
        {!mayPublish && <p className="note">{TEXTS.onlyPublishers}</p>}
        {publish.error && <p role="alert">{changeFailure(publish.error, TEXTS.notDone, TEXTS.shows)}</p>}
      </div>
    </NativeDialog>
  );
}

/** What can be done with a version beside publishing it. */
function Others({ version, onPrices }: Pick<Props, "version" | "onPrices">) {
  const file = useMenuFile();
  const save = () =>
    file.mutate(version.id, { onSuccess: saveFile, onError: (error) => toast.error(failureText(error, "The PDF could not be loaded.")) });
  if (version.is_missing) return null;
  return (
    <>
      <Button
        size="lg"
        variant="default"
        loading={file.isPending}
        leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
        onClick={save}
      >
        Save the PDF
      </Button>
      <Button size="lg" variant="default" leftSection={<Tags size={18} strokeWidth={1.75} aria-hidden />} onClick={onPrices}>
        Change prices
      </Button>
    </>
  );
}

function Facts({ version, menu }: { version: MenuVersion; menu: string }) {
  const { timeZone } = useAppSettings();
  const facts = [
    menu,
    version.by
      ? `uploaded by ${version.by}, ${dayAndTime(version.made_at, timeZone)}`
      : `kept when it was sent, ${dayAndTime(version.made_at, timeZone)}`,
    `${Math.max(1, Math.round(version.bytes / 1024)).toLocaleString("en")} kB`,
    version.links > 0 && `${version.links} ${version.links === 1 ? "link" : "links"} to web pages`,
  ].filter(Boolean);
  return (
    <p className={styles.facts}>
      {facts.join(" · ")} · SHA-256 <span title={version.sha256}>{shortHash(version.sha256)}</span>
    </p>
  );
}

/** What says something else than the version that it was made of. */
function Changes({ changes }: Pick<MenuVersion, "changes">) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.list} aria-label="Changed prices">
      {changes.map(({ page, before, text, beside, other_font, size, box }) => (
        <li key={`${page} ${box.x} ${box.y}`} className={styles.row}>
          <bdi className={styles.what}>{beside}</bdi>
          <span>
            <s>{before}</s> <b className="tabular">{text}</b>
          </span>
          {(other_font || size < 1) && (
            <span className={styles.facts}>
              {[other_font && TEXTS.otherFont, size < 1 && `${Math.round(size * 100)} % of its size`].filter(Boolean).join(" · ")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Pages({ version: { id, pages, name, made_of, changes } }: { version: MenuVersion }) {
  const [page, setPage] = useState(changes[0]?.page ?? 1);
  const last = pages ?? 1;
  const isProof = made_of !== null && changes.length > 0;
  return (
    <>
      <div className={styles.both}>
        {isProof && <Page id={made_of} page={page} changesOf={id} caption="Before" name={name} />}
        <Page id={id} page={page} changesOf={isProof ? id : null} caption={isProof ? "After" : null} name={name} />
      </div>
      {last > 1 && (
        <div className={styles.pager}>
          <Button variant="default" aria-label="Previous page" disabled={page === 1} onClick={() => setPage(page - 1)}>
            <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
          </Button>
          <span className="tabular" aria-live="polite">
            {page} / {last}
          </span>
          <Button variant="default" aria-label="Next page" disabled={page === last} onClick={() => setPage(page + 1)}>
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </>
  );
}

interface PageProps {
  id: string;
  page: number;
  changesOf: string | null;
  caption: string | null;
  name: string;
}

function Page({ id, page, changesOf, caption, name }: PageProps) {
  const { at, error, refetch } = useMenuPage(id, page, changesOf);
  return (
    <figure>
      {caption && <figcaption>{caption}</figcaption>}
      {error ? (
        <ErrorNotice title="This page could not be drawn." error={error} onRetry={() => void refetch()} />
      ) : at ? (
        // biome-ignore lint/performance/noImgElement: it is on this page already.
        <img className={styles.paper} src={at} alt={`Page ${page} of ${name}${caption ? `, ${caption.toLowerCase()}` : ""}`} />
      ) : (
        <Skeleton height={320} radius="md" aria-label="Loading" />
      )}
    </figure>
  );
}
