import { Button, Skeleton } from "@mantine/core";
import { ArrowLeft, Pencil } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { STEP_NAMES, COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { CompetitionList, OpenedCompetition } from "@/lib/competitions/contract";
import { isBeforeLock } from "@/lib/competitions/states";
import { placesInWords, StateMark } from "./competition-card";
import styles from "./competitions.module.css";
import { leftInWords } from "./countdown";
import { DrawDialog } from "./draw-dialog";
import { EntriesBox } from "./entries-box";
import { ChangeDialog } from "./form-dialog";
import { LockDialog } from "./lock-dialog";
import { HistoryBox, ProofBox, RulesBox } from "./proof-box";
import { useCompetition } from "./queries";
import { StepDialog } from "./step-dialog";
import { WinnersBox } from "./winners-box";

type Dialog = "change" | OpenedCompetition["next"][number];

interface Props {
  id: string;
  list: CompetitionList | undefined;
  onBack: () => void;
}

/** One competition from its draft to its prize: what may be done now, and everything that everybody can check later. */
export function CompetitionView({ id, list, onBack }: Props) {
  const { data, error, refetch } = useCompetition(id);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHead title={data ? data.competition.title : TEXTS.page} />
      <div className={styles.page}>
        <div className={styles.actions}>
          <Button variant="default" leftSection={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden />} onClick={onBack}>
            All competitions
          </Button>
        </div>
        {error && !data && <ErrorNotice title="This competition could not be loaded." error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={240} radius="md" aria-label="Loading" />}
        {data && (
          <>
            <Head opened={data} onDialog={setDialog} />
            {data.places.length > 0 && <WinnersBox opened={data} />}
            <EntriesBox opened={data} canFetch={list?.fetches.comments ?? false} />
            {data.competition.lock && <ProofBox opened={data} />}
            <RulesBox opened={data} />
            <HistoryBox history={data.history} />
          </>
        )}
      </div>
      {data && dialog === "change" && <ChangeDialog opened={data} onClose={close} />}
      {data && dialog === "LOCKED" && <LockDialog opened={data} onClose={close} />}
      {data && dialog === "DRAWN" && <DrawDialog opened={data} canFetch={list?.fetches.rounds ?? false} onClose={close} />}
      {data &&
        (dialog === "OPEN" || dialog === "CLOSED" || dialog === "CANCELLED" || dialog === "VERIFIED" || dialog === "PRIZE_GIVEN") && (
          <StepDialog opened={data} to={dialog} onClose={close} />
        )}
    </>
  );
}

function Head({ opened, onDialog }: { opened: OpenedCompetition; onDialog: (dialog: Dialog) => void }) {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { competition, next, why_not, may } = opened;
  const { state, branches, prize, opens_at, closes_at, reason, post_url, created_by, two_people } = competition;
  const steps = next.filter((to): to is Exclude<typeof to, "DRAFT"> => to !== "DRAFT");
  return (
    <section className={styles.box} aria-label="State and next steps">
      <div className={styles.cardHead}>
        <StateMark state={state} />
        <span className={styles.countdown} role="status">
          {leftInWords(competition, now)}
        </span>
      </div>
      <p className={styles.text}>
        <bdi>{prize}</bdi> · {placesInWords(branches)} · {dayAndTime(opens_at, timeZone)} – {dayAndTime(closes_at, timeZone)}
      </p>
      <p className={styles.facts}>
        Made by <bdi>{created_by}</bdi>
        {two_people && ", drawn by another person"}
        {post_url && (
          <>
            {" · "}
            <a href={post_url} target="_blank" rel="noreferrer">
              the post on Instagram
            </a>
          </>
        )}
      </p>
      {reason && (
        <p role="note">
          Cancelled: <bdi>{reason}</bdi>
        </p>
      )}
      <div className={styles.actions}>
        {steps.map((to) => (
          <Button
            key={to}
            size="lg"
            variant={to === "CANCELLED" ? "default" : "filled"}
            color={to === "CANCELLED" ? "neutral" : undefined}
            onClick={() => onDialog(to)}
          >
            {STEP_NAMES[to]}
          </Button>
        ))}
        {may.edit && isBeforeLock(state) && (
          <Button
            size="lg"
            variant="default"
            leftSection={<Pencil size={18} strokeWidth={1.75} aria-hidden />}
            onClick={() => onDialog("change")}
          >
            Change it
          </Button>
        )}
      </div>
      {why_not.map(({ to, why }) => (
        <p key={to} className={styles.facts}>
          {why}
        </p>
      ))}
    </section>
  );
}
