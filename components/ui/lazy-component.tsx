import { Button } from "@mantine/core";
import { type ComponentType, type ReactNode, startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { AfterOpening, DialogOpening, type DialogSize } from "./dialog-opening";
import { useEarlyKeysKept } from "./early-keys";
import { NativeDialog } from "./native-dialog";
import { ErrorNotice } from "./notice";
import { PanelBoundary } from "./panel-boundary";
import { preload } from "./preload";

const NOT_LOADED = "This part of Daftar has not been loaded yet.";
const WHY = "The network was away before it came. What you typed is kept on this device.";
const AGAIN_MS = 2000;

interface Ways<Props> {
  /** Shown until the code is there. */
  waiting?: ReactNode;
  /** Asked for as soon as the code around it is there, and not only when the page stands still. */
  soon?: boolean;
  /** Fetched ahead of everything else that is fetched ahead. */
  first?: boolean;
  /** For a layer: how it is closed when its code is missing or broken. It is then a dialog and no panel. */
  onClose?: (props: Props) => () => void;
  /** For a dialog: its frame is on the screen at once, while its body is still being drawn. */
  frame?: (props: Props) => DialogSize;
}

/**
 * A component whose code comes after the first paint (see `preload`). Missing or broken, it says so in its own place with a
 * way to try again; what stands around it goes on. React's own `lazy` remembers a failure for ever.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ways: Ways<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const watchers = new Set<() => void>();
  const watch = (one: () => void) => {
    watchers.add(one);
    return () => watchers.delete(one);
  };
  const get = preload(async () => {
    loaded = await load();
    for (const one of watchers) one();
    return loaded;
  }, ways.first);
  // A failure is met again, and said, by whoever opens it.
  if (ways.soon && typeof window !== "undefined") get().catch(() => undefined);

  return function LazyComponent(props: Props) {
    // A store of its own: code that comes between a drawing and its effects would else be seen by neither.
    const Loaded = useSyncExternalStore(
      watch,
      () => loaded,
      () => null,
    );
    const [state, setState] = useState({ failed: false, round: 0 });
    const [isFramed, setIsFramed] = useState(!ways.frame);
    // A slow phone takes longer to draw a dialog than a finger waits for an answer: the frame first, then what is in it.
    useEffect(() => startTransition(() => setIsFramed(true)), []);
    const retry = () => setState(({ round }) => ({ failed: false, round: round + 1 }));
    const { round } = state;
    useEffect(() => {
      if (loaded) return;
      let gone = false;
      let timer = 0;
      get().catch(() => {
        if (gone) return;
        setState({ failed: true, round });
        timer = window.setTimeout(() => setState({ failed: true, round: round + 1 }), AGAIN_MS);
      });
      return () => {
        gone = true;
        window.clearTimeout(timer);
      };
    }, [round]);

    useEarlyKeysKept(Boolean(ways.frame) && !(Loaded && isFramed) && !state.failed);
    const close = ways.onClose?.(props);
    const inItsPlace = (title: string, again: () => void, error?: unknown) =>
      close ? <MissingDialog title={title} onRetry={again} onClose={close} /> : <ErrorNotice title={title} error={error} onRetry={again} />;
    if (Loaded && !isFramed && ways.frame && close) return <DialogOpening size={ways.frame(props)} onClose={close} />;
    if (Loaded) {
      return (
        <PanelBoundary fallback={(again, error) => inItsPlace("This part could not be shown.", again, error)}>
          <AfterOpening value={Boolean(ways.frame)}>
            <Loaded {...props} />
          </AfterOpening>
        </PanelBoundary>
      );
    }
    return state.failed ? inItsPlace(NOT_LOADED, retry) : (ways.waiting ?? null);
  };
}

function MissingDialog({ title, onRetry, onClose }: { title: string; onRetry: () => void; onClose: () => void }) {
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Close
          </Button>
          <Button size="lg" onClick={onRetry} data-autofocus>
            Retry
          </Button>
        </>
      }
    >
      {WHY}
    </NativeDialog>
  );
}
