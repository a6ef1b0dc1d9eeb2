import { Button, Switch } from "@mantine/core";
import { Expand, Maximize, Minimize, Scan } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { isTyping } from "@/components/ui/single-keys";
import { ASSIST_TEXTS } from "@/lib/assist/assist-texts";
import styles from "./assist.module.css";
import { Picture } from "./picture";
import { nameOf } from "./share-running";
import type { ViewerSession, ViewerView } from "./viewer-session";

interface Props {
  session: ViewerSession;
  view: ViewerView;
  stream: MediaStream;
  onClose: () => void;
}

/** What the host shares, as large as it goes. */
export function ViewRunning({ session, view, stream, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const [isFilled, setFilled] = useState(false);
  const { isFull, toggle } = useFullscreen(stage);
  const words = wordsOf(view);
  return (
    <DialogFrame
      size="full"
      title={ASSIST_TEXTS.view}
      subtitle={view.host ? <bdi>{nameOf(view.host)}</bdi> : undefined}
      onClose={onClose}
      onKey={(event) => {
        if (event.key.toLowerCase() !== "f" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        event.preventDefault();
        void toggle();
      }}
      action={
        <Button color="danger" onClick={() => session.end()}>
          End
        </Button>
      }
      footer={
        <Controls session={session} view={view} isFilled={isFilled} onFill={setFilled} isFull={isFull} onFull={() => void toggle()} />
      }
    >
      <div ref={stage} className={styles.stage}>
        <Picture
          stream={stream}
          aria-label="What the host shares"
          className={styles.shared}
          data-filled={isFilled || undefined}
          onPointerMove={(event) => point(session, event, isFilled)}
          onPointerDown={(event) => point(session, event, isFilled)}
        />
        <p className={styles.stageWords} role="status">
          {words}
        </p>
      </div>
    </DialogFrame>
  );
}

interface ControlsProps {
  session: ViewerSession;
  view: ViewerView;
  isFilled: boolean;
  onFill: (isFilled: boolean) => void;
  isFull: boolean;
  onFull: () => void;
}

function Controls({ session, view, isFilled, onFill, isFull, onFull }: ControlsProps) {
  return (
    <div className={styles.controls}>
      <Switch
        label="Low bandwidth"
        checked={view.preset === "low"}
        onChange={(event) => session.quality(event.currentTarget.checked ? "low" : "normal")}
      />
      <span className="wrap">
        <Button
          variant="default"
          leftSection={isFilled ? <Scan size={18} aria-hidden /> : <Expand size={18} aria-hidden />}
          onClick={() => onFill(!isFilled)}
        >
          {isFilled ? "Fit" : "Fill"}
        </Button>
        <Button
          variant="default"
          leftSection={isFull ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
          onClick={onFull}
        >
          Fullscreen
        </Button>
      </span>
    </div>
  );
}

function wordsOf({ state, isOnline }: ViewerView): string {
  if (state === "reconnecting") return "The connection was lost. Reconnecting…";
  if (state === "connecting") return "Connecting…";
  return isOnline ? "" : "The server does not answer; the picture goes on.";
}

/** Says where somebody points, in parts of the picture: what is black beside it is no part of it. */
function point(session: ViewerSession, event: PointerEvent<HTMLVideoElement>, isFilled: boolean): void {
  const { videoWidth, videoHeight } = event.currentTarget;
  const box = event.currentTarget.getBoundingClientRect();
  if (videoWidth === 0 || box.width === 0) return;
  const [across, down] = [box.width / videoWidth, box.height / videoHeight];
  const scale = isFilled ? Math.max(across, down) : Math.min(across, down);
  const x = 0.5 + (event.clientX - box.left - box.width / 2) / (videoWidth * scale);
  const y = 0.5 + (event.clientY - box.top - box.height / 2) / (videoHeight * scale);
  if (x >= 0 && x <= 1 && y >= 0 && y <= 1) session.point(x, y);
}

/** What Safari on iPhones knows in its place: the video alone, in its own player. */
interface IphoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

function useFullscreen(stage: { current: HTMLElement | null }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  const toggle = async () => {
    if (document.fullscreenElement) return document.exitFullscreen();
    const { current } = stage;
    if (typeof current?.requestFullscreen === "function") return current.requestFullscreen();
    current?.querySelector<IphoneVideo>("video")?.webkitEnterFullscreen?.();
  };
  return { isFull, toggle };
}
