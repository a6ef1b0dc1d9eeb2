import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useServerState } from "@/components/app-base/server-health";
import { lazyComponent } from "@/components/ui/lazy-component";
import { OpensPanel, type PanelProps } from "@/components/ui/opens-panel";
import { FRAME_TEXTS } from "@/lib/frame-texts";
import styles from "./health-badge.module.css";

const HealthPanel = lazyComponent<PanelProps>(() => import("./health-panel").then((module) => module.HealthPanel), {
  onClose: (props) => props.onClose,
});

const STATES = {
  ok: { words: FRAME_TEXTS.apiOk, icon: CircleCheck },
  off: { words: FRAME_TEXTS.apiOff, icon: CircleX },
  pending: { words: "API pending", icon: CircleDashed },
} as const;

/** Whether the server answers and can open its stores; a press tells where it is and how fast. */
export function HealthBadge() {
  const state = useServerState();
  const { words, icon: Icon } = STATES[state];
  return (
    <OpensPanel
      kind="dialog"
      button={(opener) => (
        <button type="button" className={styles.badge} data-state={state} {...opener}>
          <span className={styles.pill}>
            <Icon size={16} aria-hidden />
            <span aria-live="polite">{words}</span>
          </span>
        </button>
      )}
      panel={(place) => <HealthPanel {...place} />}
    />
  );
}
