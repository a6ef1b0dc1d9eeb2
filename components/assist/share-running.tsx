import { Button, VisuallyHidden } from "@mantine/core";
import { Check, Copy, Info, ScreenShareOff, Wifi, WifiOff } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { copyText } from "@/components/ui/copy-text";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { HeldButton } from "@/components/ui/held-button";
import { useIgnoreDoublePress } from "@/components/ui/ignore-double-press";
import { timeOfDay } from "@/components/ui/local-times";
import { ASSIST_TEXTS, ENDED_TEXTS } from "@/lib/assist/assist-texts";
import type { AssistPerson } from "@/lib/assist/signals";
import { branchName } from "@/lib/known-branches";
import styles from "./assist.module.css";
import type { HostSession, HostView } from "./host-session";
import { LowBandwidth } from "./low-bandwidth";
import { Picture } from "./picture";
import { PointerMark } from "./pointer-mark";
import { ViewQr } from "./view-qr";

interface Props {
  host: HostSession;
  view: HostView;
  onAgain: () => void;
  onClose: () => void;
}

/** The code as long as nobody has used it, the own picture, how it goes, and the end of it. */
export function ShareRunning({ host, view, onAgain, onClose }: Props) {
  const isOver = view.state === "ended";
  return (
    <DialogFrame
      size="sheet"
      title={ASSIST_TEXTS.share}
      subtitle={isOver ? undefined : ASSIST_TEXTS.shareAbout}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          {isOver ? "Close" : "Hide"}
        </Button>
      }
      footer={
        <div className={styles.footer}>{isOver ? <Again onAgain={onAgain} /> : <End host={host} isAsked={view.asking !== null} />}</div>
      }
    >
      <div className={styles.body}>
        <StateLine view={view} />
        {!isOver && <Shared host={host} view={view} />}
      </div>
    </DialogFrame>
  );
}

/** @param isAsked the question stands above it, whose second press is not meant for what is behind */
function End({ host, isAsked }: { host: HostSession; isAsked: boolean }) {
  return (
    <HeldButton
      size="lg"
      color="danger"
      since={isAsked}
      leftSection={<ScreenShareOff size={18} strokeWidth={1.75} aria-hidden />}
      onClick={() => host.end()}
    >
      End
    </HeldButton>
  );
}

function Again({ onAgain }: { onAgain: () => void }) {
  return (
    <Button size="lg" onClick={onAgain}>
      Share again
    </Button>
  );
}

function Shared({ host, view }: { host: HostSession; view: HostView }) {
  const isHeld = useIgnoreDoublePress(view.asking !== null);
  return (
    <>
      {view.note && (
        <p className={styles.note}>
          <Info size={18} strokeWidth={1.75} aria-hidden /> {view.note}
        </p>
      )}
      {view.state === "waiting" && <Code code={view.code} expiresAt={view.expiresAt} />}
      <div className={styles.preview}>
        <Picture stream={view.stream} aria-label="What you share" className={styles.previewPicture} />
        <PointerMark pointer={view.pointer} />
      </div>
      <LowBandwidth isLow={view.preset === "low"} setLow={(isLow) => host.quality(isLow ? "low" : "normal")} isHeld={isHeld} />
    </>
  );
}

/** `Karim (Central)`. */
export function nameOf({ name, branch }: AssistPerson): string {
  return `${name} (${branchName(branch)})`;
}

export function wordsOf({ state, viewer, reason, measured }: HostView): string {
  const who = viewer ? nameOf(viewer) : "The viewer";
  if (state === "waiting") return "Waiting for somebody to join with the code.";
  if (state === "pending_approval") return "Somebody asks to join.";
  if (state === "connecting") return `Connecting to ${who}…`;
  if (state === "reconnecting") return `${who} is away for a moment. Reconnecting…`;
  if (state === "ended") return ENDED_TEXTS.host[reason ?? "network"];
  return `Connected: ${who} sees what you share.${measured?.path === "relay" ? " By way of a relay." : ""}`;
}

function StateLine({ view }: { view: HostView }) {
  const { measured, isOnline, state } = view;
  const Icon = isOnline ? Wifi : WifiOff;
  return (
    <div className={styles.state} data-state={state}>
      <p className={styles.stateWords} role="status">
        {wordsOf(view)}
      </p>
      {state === "live" && measured && (
        <p className={styles.figures}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          <span className="tabular">
            {measured.width} px · {measured.fps} pictures/s{measured.kbits > 0 && ` · ${measured.kbits} kbit/s`}
          </span>
        </p>
      )}
      {!isOnline && state !== "ended" && <p className={styles.figures}>The server does not answer; the picture goes on.</p>}
    </div>
  );
}

function Code({ code, expiresAt }: { code: string; expiresAt: string }) {
  const { timeZone } = useAppSettings();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(code));
    window.setTimeout(() => setCopied(false), 1_200);
  };
  const digits = [...code].join(" ");
  return (
    <div className={styles.codeBox}>
      <p className={styles.hint}>Tell this code to whoever is to see it:</p>
      <div className={styles.codeLine}>
        <span className={styles.code} role="img" aria-label={`Code ${digits}`} data-code={code}>
          <span>{code.slice(0, 3)}</span> <span>{code.slice(3)}</span>
        </span>
        <Button variant="default" leftSection={isCopied ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />} onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      <p className={styles.hint}>
        It works once, until <span className="tabular">{timeOfDay(expiresAt, timeZone)}</span>. You are asked before anybody sees anything.
      </p>
      <ViewQr />
      {/* Digit by digit: a screen reader would read a number of six figures. */}
      <VisuallyHidden role="status">{`The code is ${digits}.`}</VisuallyHidden>
    </div>
  );
}
