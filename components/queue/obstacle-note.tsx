import { Button } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { type ComponentProps, useContext, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { useOpener } from "@/components/ui/return-focus";
import { localDate } from "@/lib/local-time";
import type { TaskKind } from "@/lib/queue/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import { MENDS_TEMPLATES, whoCan } from "@/lib/queue/who-may-send";
import { useSendingLimits } from "./limits";
import styles from "./obstacle-note.module.css";
import { QueueServerContext, useWorkers } from "./queries";
import { ReasonText } from "./reason-text";
import { ResumeSender } from "./resume-number";
import { obstacleFor } from "./senders-for";
import type { TokensDialog as Tokens } from "./tokens-dialog";

const TokensDialog = lazyComponent<ComponentProps<typeof Tokens>>(() => import("./tokens-dialog").then((module) => module.TokensDialog), {
  onClose: (props) => props.onClose,
  frame: () => "wide",
});

/** Messages wait for something that somebody has to do: what it is, and the way to it, or who can; nothing where nothing stands against them. */
export function ObstacleNote({ obstacle }: { obstacle: Obstacle | null | undefined }) {
  if (!obstacle) return null;
  return (
    <div className={styles.note}>
      <p role="status">
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
        <ObstacleWords obstacle={obstacle} />
      </p>
      <Way obstacle={obstacle} />
    </div>
  );
}

/** `Stopped since 10:14: start cs-pc-1.` */
export function ObstacleWords({ obstacle: { since, worker, reason } }: { obstacle: Obstacle }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  if (since === null || worker === null)
    return (
      <span>
        <ReasonText text={reason} />
      </span>
    );
  const isToday = localDate(new Date(since), timeZone) === localDate(now, timeZone);
  return (
    <span>
      Stopped since {isToday ? timeOfDay(since, timeZone) : dayAndTime(since, timeZone)}: start <bdi>{worker.name}</bdi>.
    </span>
  );
}

type Mended = Pick<Obstacle, "what" | "worker" | "resumes" | "who" | "kind">;

/** The way to a template for a kind of messages, or who can. */
export function TemplateWay({ kind, who }: { kind: TaskKind; who: string[] }) {
  return <Way obstacle={{ what: "no_template", worker: null, resumes: false, who, kind }} />;
}

function Way({ obstacle: { what, worker, resumes, who, kind } }: { obstacle: Mended }) {
  const mayMend = useSession().can(MENDS_TEMPLATES);
  // The dialogs are the chosen server's, and another server's messages are looked after there.
  const isElsewhere = useContext(QueueServerContext) !== null;
  if (isElsewhere && mayMend) return who.length > 0 && <p>That server's own pages have the way to it: choose it at the top.</p>;
  if (!mayMend) return who.length > 0 && <p>{whoCan(who)}</p>;
  if (what === "no_worker") return <TokensButton />;
  if (what === "no_template" || what === "template_stopped") return <LimitsButton kind={kind ?? "service"} />;
  return resumes && worker && <ResumeSender id={worker.id} name={worker.name} />;
}

/** Before anything is queued: that no worker can send at all, or not such messages until a template is seen to; nothing otherwise. */
export function SendersNote({ kind }: { kind: TaskKind }) {
  const { data } = useWorkers(true);
  return <ObstacleNote obstacle={data && obstacleFor(data, kind)} />;
}

function LimitsButton({ kind }: { kind: TaskKind }) {
  const limits = useSendingLimits();
  return (
    <Button size="sm" variant="default" onClick={() => limits.open(kind)}>
      WhatsApp Limits
    </Button>
  );
}

function TokensButton() {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useOpener();
  const open = () => {
    opener.remember();
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    opener.giveBack();
  };
  return (
    <>
      <Button size="sm" variant="default" onClick={open}>
        Make a token
      </Button>
      {isOpen && <TokensDialog onClose={close} />}
    </>
  );
}

/** A branch is stopped, a campaign is paused. */
const HALTED = {
  paused: "Paused: nothing goes until somebody resumes it.",
  stopped: "Stopped: nothing goes until somebody resumes sending.",
};

/**
 * What is said of all of them once stands beside none of them again; that somebody may have said no is of one guest alone.
 * @param halted nothing of them goes before somebody resumes it: what a number waits for is not what they wait for
 */
export function withoutWaiting<Result extends { status: string; error: string | null; undecided?: boolean | undefined }>(
  results: readonly Result[],
  obstacle: Obstacle | null | undefined,
  halted: "paused" | "stopped" | null = null,
): readonly Result[] {
  if (!obstacle && !halted) return results;
  const error = halted && HALTED[halted];
  return results.map((result) => (result.status === "PENDING" && !result.undecided ? { ...result, error } : result));
}
