import { Button } from "@mantine/core";
import { Camera, MonitorUp, ScreenShare, Wand2 } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { ASSIST_TEXTS } from "@/lib/assist/assist-texts";
import styles from "./assist.module.css";
import { NotCaptured, type Source, whyNothing } from "./capture";
import { Cross } from "./failure";
import { HostSession } from "./host-session";
import { LowBandwidth } from "./low-bandwidth";
import { ShareRunning } from "./share-running";

interface Props {
  host: HostSession | null;
  onHost: (host: HostSession | null) => void;
  onClose: () => void;
}

/** Begin to share, and see how it goes. Closing it ends nothing: the line on every page does. */
export function ShareDialog({ host, onHost, onClose }: Props) {
  if (host) return <Shared host={host} onAgain={() => onHost(null)} onClose={onClose} />;
  return <Begin onHost={onHost} onClose={onClose} />;
}

function Shared({ host, onAgain, onClose }: { host: HostSession; onAgain: () => void; onClose: () => void }) {
  const view = useSyncExternalStore(host.watch, host.read);
  const close = () => {
    if (view.state === "ended") onAgain();
    onClose();
  };
  return <ShareRunning host={host} view={view} onAgain={onAgain} onClose={close} />;
}

const SOURCES: { value: Source; label: string; about: string; icon: typeof Camera }[] = [
  { value: "auto", label: "Auto", about: "The screen if this device can share it, else the camera", icon: Wand2 },
  { value: "screen", label: "Screen", about: "A screen, a window or a tab; you choose next", icon: MonitorUp },
  { value: "camera", label: "Camera", about: "What this device's camera sees", icon: Camera },
];

function Begin({ onHost, onClose }: { onHost: (host: HostSession) => void; onClose: () => void }) {
  const [source, setSource] = useState<Source>("auto");
  const [isLow, setLow] = useState(true);
  const [problem, setProblem] = useState<{ words: string; offersCamera: boolean } | null>(null);
  const [isStarting, setStarting] = useState(false);
  const impossible = whyNothing();
  const start = async (chosen: Source) => {
    if (isStarting) return;
    setStarting(true);
    setProblem(null);
    setSource(chosen);
    try {
      onHost(await HostSession.start(chosen, isLow ? "low" : "normal"));
    } catch (error) {
      const words = error instanceof Error ? error.message : ASSIST_TEXTS.startFailed;
      setProblem({ words, offersCamera: error instanceof NotCaptured && error.offersCamera });
    } finally {
      setStarting(false);
    }
  };
  return (
    <DialogFrame
      size="sheet"
      title={ASSIST_TEXTS.share}
      subtitle={ASSIST_TEXTS.shareAbout}
      onClose={onClose}
      onKey={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !impossible) void start(source);
      }}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          {impossible ? "Close" : "Cancel"}
        </Button>
      }
      footer={
        !impossible && (
          <div className={styles.footer}>
            {problem?.offersCamera && (
              <Button size="lg" variant="default" leftSection={<Camera size={18} aria-hidden />} onClick={() => start("camera")}>
                Share the camera
              </Button>
            )}
            <Button
              size="lg"
              loading={isStarting}
              leftSection={<ScreenShare size={18} strokeWidth={1.75} aria-hidden />}
              onClick={() => start(source)}
            >
              Start
            </Button>
          </div>
        )
      }
    >
      <div className={styles.body}>
        {impossible ? <Cross>{impossible}</Cross> : <Choices {...{ source, setSource, isLow, setLow }} />}
        {!impossible && <Cross>{problem?.words}</Cross>}
      </div>
    </DialogFrame>
  );
}

interface ChoicesProps {
  source: Source;
  setSource: (source: Source) => void;
  isLow: boolean;
  setLow: (isLow: boolean) => void;
}

function Choices({ source, setSource, isLow, setLow }: ChoicesProps) {
  return (
    <>
      <div role="radiogroup" aria-label="Source" className={styles.sources}>
        {SOURCES.map(({ value, label, about, icon: Icon }) => (
          <label key={value} className={styles.source} data-checked={value === source || undefined}>
            <input type="radio" name="source" value={value} checked={value === source} onChange={() => setSource(value)} />
            <Icon size={22} strokeWidth={1.75} aria-hidden />
            <span className={styles.sourceWords}>
              <span className={styles.sourceName}>{label}</span>
              <span className={styles.hint}>{about}</span>
            </span>
          </label>
        ))}
      </div>
      <LowBandwidth isLow={isLow} setLow={setLow} />
    </>
  );
}
