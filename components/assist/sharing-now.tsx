import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { HeldButton } from "@/components/ui/held-button";
import { NativeDialog } from "@/components/ui/native-dialog";
import { focusOr } from "@/components/ui/return-focus";
import { toast } from "@/components/ui/toast";
import { ENDED_TEXTS } from "@/lib/assist/assist-texts";
import styles from "./assist.module.css";
import type { HostSession, HostView } from "./host-session";
import { PointerMark } from "./pointer-mark";
import { nameOf, wordsOf } from "./share-running";

interface Props {
  host: HostSession;
  /** The dialog is open and says it all. */
  isShown: boolean;
  onShow: () => void;
  /** Somebody sees it from now on. */
  onConnected: () => void;
}

/** While something is shared every page has a red frame and a line with its end, and asks whoever wants to see it. */
export function SharingNow({ host, isShown, onShow, onConnected }: Props) {
  const view = useSyncExternalStore(host.watch, host.read);
  const isOver = view.state === "ended";
  useRoomAbove(!isOver);
  useTurns(view, { isShown, onConnected });
  if (isOver) return null;
  return (
    <>
      {createPortal(<div className={styles.frame} data-kind={view.kind} />, document.body)}
      {createPortal(<SharingLine host={host} view={view} isShown={isShown} onShow={onShow} />, document.body)}
      {createPortal(<PointerMark pointer={view.pointer} place={(x, y) => placeOnPage(view.surface, x, y)} />, document.body)}
      <MayTheySee host={host} asking={view.asking} />
    </>
  );
}

/**
 * As soon as somebody sees it, the dialog makes way for the page that is shared: the line says the rest. Whatever ends it then is said in
 * a note, because no dialog does.
 */
function useTurns({ state, viewer, reason }: HostView, { isShown, onConnected }: Pick<Props, "isShown" | "onConnected">): void {
  const seenBy = useRef<HostView["viewer"]>(null);
  const turn = useEffectEvent(() => {
    if (state === "live" && viewer && seenBy.current !== viewer) {
      seenBy.current = viewer;
      onConnected();
    }
    if (state === "ended" && !isShown && reason && reason !== "host") toast.notice(ENDED_TEXTS.host[reason], "assist-ended");
  });
  useEffect(() => {
    if (state) turn();
  }, [state]);
}

/** The bars and dialogs make room for the line: it covers nothing. */
function useRoomAbove(isShared: boolean): void {
  useEffect(() => {
    if (!isShared) return;
    document.documentElement.dataset.sharing = "true";
    return () => {
      delete document.documentElement.dataset.sharing;
    };
  }, [isShared]);
}

function SharingLine({ host, view, isShown, onShow }: { host: HostSession; view: HostView } & Pick<Props, "isShown" | "onShow">) {
  const end = () => {
    host.end();
    focusOr(null); // the line goes, and its button with it
  };
  const what = view.kind === "camera" ? "Your camera is being shared" : "Your screen is being shared";
  return (
    <section className={styles.line} aria-label="Sharing">
      <span className={styles.lineDot} data-state={view.state} aria-hidden />
      <p className={styles.lineWords}>
        <strong>{what}</strong> <span className={styles.lineState}>{wordsOf(view)}</span>
      </p>
      {!isShown && (
        <button type="button" className={styles.lineButton} onClick={onShow}>
          {view.state === "waiting" ? "Show code" : "Show"}
        </button>
      )}
      <button type="button" className={styles.lineButton} onClick={end}>
        End
      </button>
    </section>
  );
}

/**
 * Where a part of the shared picture is on this page: nowhere for a camera and for another window. Of a whole screen it is
 * known by where the browser's window stands on it.
 */
function placeOnPage(surface: string, x: number, y: number): { left: number; top: number } | null {
  if (surface === "browser") return { left: x * window.innerWidth, top: y * window.innerHeight };
  if (surface !== "monitor") return null;
  const border = (window.outerWidth - window.innerWidth) / 2;
  const left = x * window.screen.width - window.screenX - border;
  const top = y * window.screen.height - window.screenY - (window.outerHeight - window.innerHeight - border);
  const isHere = left >= 0 && top >= 0 && left <= window.innerWidth && top <= window.innerHeight;
  return isHere ? { left, top } : null;
}

function MayTheySee({ host, asking }: { host: HostSession; asking: HostView["asking"] }) {
  const left = useSecondsUntil(asking?.until ?? null);
  if (!asking) return null;
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={`${nameOf(asking.viewer)} wants to see what you share`}
      onClose={() => host.decide(false)}
      actions={
        <>
          <HeldButton size="lg" variant="default" onClick={() => host.decide(false)} data-autofocus>
            Do not allow
          </HeldButton>
          <HeldButton size="lg" onClick={() => host.decide(true)}>
            Allow
          </HeldButton>
        </>
      }
    >
      They see it until you end it, and cannot control anything.{" "}
      {left !== null && <span className="tabular">No answer within {left} s is a no.</span>}
    </NativeDialog>
  );
}

/** Counted from when the question came: the clocks of two machines differ. */
function useSecondsUntil(until: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!until) return;
    const end = performance.now() + 60_000;
    const tick = () => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000)));
    tick();
    const timer = window.setInterval(tick, 1_000);
    return () => window.clearInterval(timer);
  }, [until]);
  return left;
}
