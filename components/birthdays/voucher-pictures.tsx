import { Button, UnstyledButton } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { VoucherViewer } from "@/components/vouchers/voucher-viewer";
import { addressBelow } from "@/lib/api/client";
import type { VoucherFile } from "@/lib/vouchers/contract";
import styles from "./voucher-card.module.css";

const AT_ONCE = 9;
const STATES: Record<VoucherFile["state"], string> = { valid: "", used: "Used", expired: "Expired" };

const Viewer = lazyComponent<ComponentProps<typeof VoucherViewer>>(
  () => import("@/components/vouchers/voucher-viewer").then((module) => module.VoucherViewer),
  { onClose: (props) => props.onClose },
);

interface Props {
  /** In the order in which they were made. */
  files: readonly VoucherFile[];
  /** Their addresses are asked for anew. */
  onAgain: () => void;
}

/** The pictures of vouchers in small, the newest first; each opens in the viewer. */
export function VoucherPictures({ files, onAgain }: Props) {
  const [limit, setLimit] = useState(AT_ONCE);
  const [viewing, setViewing] = useState<number | null>(null);
  if (files.length === 0) return null;
  const newest = files.slice().reverse();
  const more = files.length - limit;
  return (
    <>
      <ul className={styles.pictures} aria-label="Pictures of the vouchers">
        {newest.slice(0, limit).map((file, index) => (
          <li key={file.id}>
            <Picture file={file} onOpen={() => setViewing(index)} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" onClick={() => setLimit(limit + 5 * AT_ONCE)}>
          Show {Math.min(more, 5 * AT_ONCE)} more
        </Button>
      )}
      {viewing !== null && (
        <Viewer label="Vouchers of this date" files={newest} start={viewing} onAgain={onAgain} onClose={() => setViewing(null)} />
      )}
    </>
  );
}

function Picture({ file: { guest, thumbnail_url, state }, onOpen }: { file: VoucherFile; onOpen: () => void }) {
  return (
    <UnstyledButton className={styles.picture} onClick={onOpen} aria-label={`Voucher of ${guest}${STATES[state] && `, ${STATES[state]}`}`}>
      {/* biome-ignore lint/performance/noImgElement: the server has made it small, and its address is signed. */}
      <img src={addressBelow(thumbnail_url)} alt="" width={80} height={100} loading="lazy" decoding="async" />
      <span className={styles.who} dir="auto">
        {guest}
      </span>
      {STATES[state] && <span className={styles.state}>{STATES[state]}</span>}
    </UnstyledButton>
  );
}
