import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { useMenuPage } from "@/components/menu-versions/queries";
import { ErrorNotice } from "@/components/ui/notice";
import { FIELD_WORDS } from "@/lib/menu-prices/calibrator-texts";
import styles from "./calibrator.module.css";
import type { Calibration, NumberOfMenu } from "./queries";
import { type AllSaid, stateNow } from "./said";

/** Parts of the width of its place in which a page is shown. */
export const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

interface Props {
  version: Calibration["version"];
  numbers: readonly NumberOfMenu[];
  said: AllSaid;
  page: number;
  zoom: number;
  chosen: string | null;
  onPage: (page: number) => void;
  onZoom: (zoom: number) => void;
  onChoose: (id: string) => void;
}

/** A page of the menu with a frame around each of its numbers. */
export function Sheet({ version, numbers, said, page, zoom, chosen, onPage, onZoom, onChoose }: Props) {
  const { at, error, refetch } = useMenuPage(version.id, page, null);
  const [least, most] = [ZOOMS[0], ZOOMS.at(-1)];
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <ActionIcon size="lg" variant="default" aria-label="Smaller" disabled={ZOOMS[zoom] === least} onClick={() => onZoom(zoom - 1)}>
          <ZoomOut size={18} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
        <span className="tabular">{Math.round((ZOOMS[zoom] ?? 1) * 100)} %</span>
        <ActionIcon size="lg" variant="default" aria-label="Larger" disabled={ZOOMS[zoom] === most} onClick={() => onZoom(zoom + 1)}>
          <ZoomIn size={18} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
        {version.pages > 1 && (
          <>
            <Button variant="default" aria-label="Previous page" disabled={page === 1} onClick={() => onPage(page - 1)}>
              <ChevronLeft size={18} strokeWidth={1.75} aria-hidden />
            </Button>
            <span className="tabular" aria-live="polite">
              {page} / {version.pages}
            </span>
            <Button variant="default" aria-label="Next page" disabled={page === version.pages} onClick={() => onPage(page + 1)}>
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
            </Button>
          </>
        )}
      </div>
      {error && <ErrorNotice title="This page could not be drawn." error={error} onRetry={() => void refetch()} />}
      {!at && !error && <Skeleton height={420} radius="md" aria-label="Loading" />}
      {at && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard scrolls it
        <section className={styles.sheet} aria-label={`Page ${page}`} tabIndex={0}>
          <div className={styles.paper} style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}>
            {/* biome-ignore lint/performance/noImgElement: it is on this page already. */}
            <img src={at} alt={`Page ${page} of ${version.name}`} />
            {numbers
              .filter((number) => number.page === page)
              .map((number) => (
                <Mark key={number.id} number={number} state={stateNow(number, said)} isChosen={number.id === chosen} onChoose={onChoose} />
              ))}
          </div>
        </section>
      )}
    </div>
  );
}

interface MarkProps {
  number: NumberOfMenu;
  state: NumberOfMenu["state"];
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function Mark({ number: { id, text, box }, state, isChosen, onChoose }: MarkProps) {
  const part = (share: number) => `${share * 100}%`;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-state={state}
      aria-pressed={isChosen}
      aria-label={`${text}: ${FIELD_WORDS[state]}`}
      style={{ left: part(box.x), top: part(box.y), width: part(box.width), height: part(box.height) }}
      onClick={() => onChoose(id)}
    />
  );
}
