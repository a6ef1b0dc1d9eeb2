import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { ClipboardList, Monitor } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LiveDot } from "@/components/ui/live-dot";
import { timeOfDay } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import type { LiveStats } from "@/lib/stats/contract";
import type { HandOverDialog as HandOver } from "./hand-over-dialog";
import { LiveCard } from "./live-card";
import styles from "./live-section.module.css";
import { type OpenFigure, useLiveStats } from "./queries";
import type { RowsDialog as Rows } from "./rows-dialog";
import { ToHandleList } from "./to-handle-list";
import { ageInWords, useAge } from "./use-age";
import type { WallScreen as Wall } from "./wall-screen";

const RowsDialog = lazyComponent<ComponentProps<typeof Rows>>(() => import("./rows-dialog").then((module) => module.RowsDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});
const HandOverDialog = lazyComponent<ComponentProps<typeof HandOver>>(
  () => import("./hand-over-dialog").then((module) => module.HandOverDialog),
  { onClose: (props) => props.onClose, frame: () => "medium" },
);
const WallScreen = lazyComponent<ComponentProps<typeof Wall>>(() => import("./wall-screen").then((module) => module.WallScreen));

interface Props {
  isOpen: boolean;
  onQueue: () => void;
  onFeed: () => void;
}

/** Branch Live Stats: the evening in figures, each of which opens its rows, and what to handle now. */
export function LiveSection({ isOpen, onQueue, onFeed }: Props) {
  const live = useLiveStats(isOpen);
  const [figure, setFigure] = useState<OpenFigure | null>(null);
  const [shown, setShown] = useState<"wall" | "hand-over" | null>(null);
  if (live.isPending) return <Loading />;
  if (!live.data)
    return <ErrorNotice title="The evening’s figures could not be loaded." error={live.error} onRetry={() => live.refetch()} />;
  const { data, dataUpdatedAt, isError } = live;
  const close = () => setShown(null);
  return (
    <div className={styles.section}>
      <Tools
        data={data}
        at={dataUpdatedAt}
        failing={isError}
        isPushed={live.isPushed}
        onWall={() => setShown("wall")}
        onHandOver={() => setShown("hand-over")}
      />
      <ToHandleList items={data.to_handle} onQueue={onQueue} onFeed={onFeed} />
      <Cards data={data} at={dataUpdatedAt} onFigure={setFigure} />
      {figure && <RowsDialog {...figure} onClose={() => setFigure(null)} />}
      {shown === "wall" && <WallScreen onClose={close} />}
      {shown === "hand-over" && <HandOverDialog live={data} onClose={close} />}
    </div>
  );
}

interface ToolsProps {
  data: LiveStats;
  at: number;
  failing: boolean;
  isPushed: boolean;
  onWall: () => void;
  onHandOver: () => void;
}

function Tools({ data, at, failing, isPushed, onWall, onHandOver }: ToolsProps) {
  const { timeZone } = useAppSettings();
  const { age, isStale } = useAge(at);
  return (
    <div className={styles.tools}>
      <span className={styles.asOf}>
        <LiveDot every={isPushed ? null : "5 s"} failing={failing || isStale} />
        <span className="note tabular">
          as of {timeOfDay(data.at, timeZone)}
          {isStale && `, ${ageInWords(age)} ago`}
          <span role="status">{isStale && ": these numbers are old"}</span>
        </span>
      </span>
      <span className={styles.buttons}>
        <Button variant="default" leftSection={<ClipboardList size={18} strokeWidth={1.75} aria-hidden />} onClick={onHandOver}>
          Hand over the shift
        </Button>
        <Button variant="default" leftSection={<Monitor size={18} strokeWidth={1.75} aria-hidden />} onClick={onWall}>
          Wall screen
        </Button>
      </span>
    </div>
  );
}

interface CardsProps {
  data: LiveStats;
  at: number;
  onFigure: (figure: OpenFigure) => void;
}

/** The group first, where there are several; then each branch, and why one has no figures. */
function Cards({ data, at, onFigure }: CardsProps) {
  const { isStale } = useAge(at);
  const { branches, group, business_day } = data;
  if (branches.length === 0) return <EmptyNotice title="There is no branch whose figures you may see." />;
  const unknown = branches.filter(({ figures }) => figures === null);
  return (
    <div className={styles.cards} data-stale={isStale || undefined}>
      {branches.length > 1 && group && (
        <LiveCard branch={null} figures={group} missing={unknown.map(({ branch }) => branch)} day={business_day} onFigure={onFigure} />
      )}
      {branches.map((one) => (
        <LiveCard key={one.branch} branch={one} figures={one.figures} missing={[]} day={business_day} onFigure={onFigure} />
      ))}
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.cards} role="status">
      <VisuallyHidden>Loading the evening’s figures</VisuallyHidden>
      {["a", "b", "c"].map((key) => (
        <Skeleton key={key} height={300} radius="md" />
      ))}
    </div>
  );
}
