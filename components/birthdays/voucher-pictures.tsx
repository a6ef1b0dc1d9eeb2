import { Button } from "@mantine/core";
import { useState } from "react";
import type { VoucherFile } from "@/lib/vouchers/contract";
import { addressOf } from "./queries";
import styles from "./voucher-card.module.css";

const AT_ONCE = 9;
const STATES: Record<VoucherFile["state"], string> = { valid: "", used: "Used", expired: "Expired" };

/** The pictures of vouchers in small, the newest first; each leads to the whole picture. */
export function VoucherPictures({ files }: { files: readonly VoucherFile[] }) {
  const [limit, setLimit] = useState(AT_ONCE);
  if (files.length === 0) return null;
  const more = files.length - limit;
  return (
    <>
      <ul className={styles.pictures} aria-label="Pictures of the vouchers">
        {files
          .slice()
          .reverse()
          .slice(0, limit)
          .map((file) => (
            <li key={file.id}>
              <Picture file={file} />
            </li>
          ))}
      </ul>
      {more > 0 && (
        <Button variant="default" onClick={() => setLimit(limit + 5 * AT_ONCE)}>
          Show {Math.min(more, 5 * AT_ONCE)} more
        </Button>
      )}
    </>
  );
}

function Picture({ file: { guest, view_url, thumbnail_url, state } }: { file: VoucherFile }) {
  return (
    <a
      className={styles.picture}
      href={addressOf(view_url)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Voucher of ${guest}${STATES[state] && `, ${STATES[state]}`}`}
    >
      {/* biome-ignore lint/performance/noImgElement: the server has made it small, and its address is signed. */}
      <img src={addressOf(thumbnail_url)} alt="" width={80} height={100} loading="lazy" decoding="async" />
      <span className={styles.who}>
        <bdi>{guest}</bdi>
      </span>
      {STATES[state] && <span className={styles.state}>{STATES[state]}</span>}
    </a>
  );
}
