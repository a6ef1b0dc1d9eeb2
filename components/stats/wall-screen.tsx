import { Button } from "@mantine/core";
import { useFocusTrap, useMergedRef } from "@mantine/hooks";
import { Maximize, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { BranchMark } from "@/components/ui/branch-mark";
import { useLayer } from "@/components/ui/layers";
import { timeOfDay } from "@/components/ui/local-times";
import { useScrollLock } from "@/components/ui/scroll-lock";
import { longDate } from "@/lib/shown-dates";
import type { LiveFigures, LiveStats } from "@/lib/stats/contract";
import { LIVE_MEASURES, type LiveMeasure } from "@/lib/stats/live-measures";
import { shownFigure } from "./figures-in-words";
import { useLiveStats } from "./queries";
import { toHandleInWords } from "./to-handle-list";
import { ageInWords, useAge } from "./use-age";
import styles from "./wall-screen.module.css";

/** What is read from across a room; the rest stands in the section. */
const ON_THE_WALL: readonly LiveMeasure[] = ["tables", "guests", "covers", "new_guests", "returning", "with_birthday"];

/** So many things to handle have room. */
const HANDLED = 4;

/** The evening on a screen at the wall: no guest is named, and nothing on it can be pressed but the way out. */
export function WallScreen({ onClose }: { onClose: () => void }) {
  const live = useLiveStats(true);
  const box = useRef<HTMLElement | null>(null);
  const ref = useMergedRef(useFocusTrap(), box);
  useLayer(true, onClose, true);
  useScrollLock(true);
  useScreenKeptOn();
  const fill = () => void box.current?.requestFullscreen?.().catch(() => undefined); // a browser may refuse; it stays as large as the window
  return createPortal(
    <section ref={ref} role="dialog" aria-modal aria-label="Wall screen" tabIndex={-1} className={styles.wall}>
      <div className={styles.head}>
        <h2 className={styles.title}>{live.data ? longDate(live.data.business_day) : "Tonight"}</h2>
        <span className={styles.buttons}>
          <Button variant="default" leftSection={<Maximize size={18} strokeWidth={1.75} aria-hidden />} onClick={fill}>
            Full screen
          </Button>
          <Button variant="default" leftSection={<X size={18} strokeWidth={1.75} aria-hidden />} onClick={onClose}>
            Close
          </Button>
        </span>
      </div>
      {live.data ? <Board data={live.data} at={live.dataUpdatedAt} /> : <p>The evening’s figures are not known yet.</p>}
    </section>,
    document.body,
  );
}

function Board({ data, at }: { data: LiveStats; at: number }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { age, isStale } = useAge(at);
  const { group, branches, to_handle } = data;
  return (
    <div className={styles.board} data-stale={isStale || undefined}>
      <p className={styles.asOf}>
        as of {timeOfDay(data.at, timeZone)}
        {isStale && `, ${ageInWords(age)} ago`}
        <span role="status">{isStale && ": these numbers are old"}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label="Figures of each branch">
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {ON_THE_WALL.map((measure) => (
                <th key={measure} scope="col">
                  {LIVE_MEASURES[measure].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {branches.length > 1 && group && <Line name="Group" figures={group} />}
            {branches.map(({ branch, figures, why }) => (
              <Line key={branch} name={<BranchMark branch={branch} />} figures={figures} why={why} />
            ))}
          </tbody>
        </table>
      </section>
      <ul className={styles.handles}>
        {to_handle.slice(0, HANDLED).map((item) => (
          <li key={JSON.stringify(item)}>{toHandleInWords(item, now, timeZone, false)}</li>
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  name: React.ReactNode;
  figures: LiveFigures | null;
  why?: "elsewhere" | "unreadable" | null;
}

function Line({ name, figures, why }: LineProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {figures ? (
        ON_THE_WALL.map((measure) => <td key={measure}>{shownFigure(measure, figures).value}</td>)
      ) : (
        <td colSpan={ON_THE_WALL.length} className={styles.unknown}>
          {why === "elsewhere" ? "Kept on another server." : "Cannot be read now."}
        </td>
      )}
    </tr>
  );
}

/** Where the browser can, the screen does not go dark while it shows the evening. */
function useScreenKeptOn(): void {
  useEffect(() => {
    let isGone = false;
    let lock: { release: () => Promise<void> } | null = null;
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock?.request("screen").then(
        (given) => {
          if (isGone) void given.release();
          else lock = given;
        },
        () => undefined, // without it the device's own setting counts
      );
    };
    ask();
    document.addEventListener("visibilitychange", ask); // it ends whenever another tab is looked at
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}
