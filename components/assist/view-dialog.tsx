import { Button, TextInput } from "@mantine/core";
import { Eye } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { isApiError } from "@/lib/api/api-error";
import { ASSIST_TEXTS, ENDED_TEXTS } from "@/lib/assist/assist-texts";
import styles from "./assist.module.css";
import { Cross } from "./failure";
import { ViewRunning } from "./view-running";
import { ViewerSession, type ViewerView } from "./viewer-session";

/** Join by a code, wait until the host allows it, and see. Closing it ends it. */
export function ViewDialog({ onClose }: { onClose: () => void }) {
  const [session, setSession] = useState<ViewerSession | null>(null);
  useEffect(() => () => session?.end(), [session]);
  if (session) return <Joined session={session} onAgain={() => setSession(null)} onClose={onClose} />;
  return <Join onJoined={setSession} onClose={onClose} />;
}

function Join({ onJoined, onClose }: { onJoined: (session: ViewerSession) => void; onClose: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isJoining, setJoining] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (code === "" || isJoining) return;
    setJoining(true);
    setProblem(null);
    try {
      onJoined(await ViewerSession.join(code));
    } catch (error) {
      setProblem(isApiError(error) && error.message ? error.message : ASSIST_TEXTS.invalidCode);
      setJoining(false);
      window.setTimeout(() => field.current?.select()); // when it may be typed in again
    }
  };
  return (
    <DialogFrame
      size="sheet"
      title={ASSIST_TEXTS.view}
      subtitle={ASSIST_TEXTS.viewAbout}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <form className={styles.body} onSubmit={join}>
        <TextInput
          label="Code"
          description="Six digits that the host tells you"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, "").slice(0, 6))}
          inputMode="numeric"
          autoComplete="off"
          placeholder="000000"
          classNames={{ input: styles.codeField }}
          ref={field}
          data-autofocus
        />
        <Cross>{problem}</Cross>
        <Button
          type="submit"
          size="lg"
          fullWidth
          disabled={code === ""}
          loading={isJoining}
          leftSection={<Eye size={18} strokeWidth={1.75} aria-hidden />}
        >
          Join
        </Button>
      </form>
    </DialogFrame>
  );
}

interface JoinedProps {
  session: ViewerSession;
  onAgain: () => void;
  onClose: () => void;
}

function Joined({ session, onAgain, onClose }: JoinedProps) {
  const view = useSyncExternalStore(session.watch, session.read);
  const over = overWords(view);
  if (view.stream && !over) return <ViewRunning session={session} view={view} stream={view.stream} onClose={onClose} />;
  return (
    <DialogFrame
      size="sheet"
      title={ASSIST_TEXTS.view}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          {over ? "Close" : "Cancel"}
        </Button>
      }
      footer={
        over && (
          <div className={styles.footer}>
            <Button size="lg" onClick={onAgain}>
              Enter another code
            </Button>
          </div>
        )
      }
    >
      <div className={styles.body}>
        <div className={styles.state} data-state={view.state}>
          <p className={styles.stateWords} role="status">
            {over ?? (view.state === "pending_approval" ? "Waiting for the host to allow it…" : "Connecting…")}
          </p>
          {!over && <p className={styles.hint}>The host has a minute to answer. Nothing is seen before.</p>}
        </div>
      </div>
    </DialogFrame>
  );
}

const NOT_LET_IN = { host: ASSIST_TEXTS.denied, timeout: ASSIST_TEXTS.unanswered, away: ASSIST_TEXTS.missed };

function overWords({ state, why, reason }: ViewerView): string | null {
  if (state === "denied") return NOT_LET_IN[why ?? "host"];
  return state === "ended" ? ENDED_TEXTS.viewer[reason ?? "network"] : null;
}
