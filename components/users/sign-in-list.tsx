import { Button, Skeleton } from "@mantine/core";
import { Monitor, Smartphone } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { FactChip } from "@/components/ui/fact-chip";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import type { SignedInSession } from "@/lib/users/contract";
import styles from "./people.module.css";
import { useEndSignIn, useSignIns } from "./queries";

/** Where somebody is signed in, each with the way to end it. @param of null for oneself */
export function SignInList({ of }: { of: string | null }) {
  const { data, error, refetch } = useSignIns(of);
  const end = useEndSignIn();
  if (error && !data) return <ErrorNotice title={PEOPLE_TEXTS.sessionsFailed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} radius="md" />;
  if (data.sessions.length === 0) return <p className="note">Signed in nowhere.</p>;
  const press = (session: SignedInSession) =>
    end.mutate(session.id, {
      onSuccess: () => toast.success(`Signed out: ${nameOf(session)}`),
      onError: (problem) => toast.error(changeFailure(problem, `${PEOPLE_TEXTS.changeFailed}.`, UNANSWERED_TEXTS.listShows)),
    });
  return (
    <ul className="plain-list">
      {data.sessions.map((session) => (
        <SignIn key={session.id} session={session} isEnding={end.isPending && end.variables === session.id} onEnd={() => press(session)} />
      ))}
    </ul>
  );
}

const nameOf = ({ device }: SignedInSession) => device || "Another program";

function SignIn({ session, isEnding, onEnd }: { session: SignedInSession; isEnding: boolean; onEnd: () => void }) {
  const { timeZone } = useAppSettings();
  const Icon = /Android|iPhone|iPad/.test(session.device) ? Smartphone : Monitor;
  return (
    <li className={styles.signIn}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={styles.signInWords}>
        <span>
          {nameOf(session)}{" "}
          {session.current && (
            <FactChip small tone="primary">
              This device
            </FactChip>
          )}
        </span>
        <small>since {dayAndTime(session.started_at, timeZone)}</small>
      </span>
      {!session.current && (
        <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={`End the sign-in on ${nameOf(session)}`}>
          End
        </Button>
      )}
    </li>
  );
}
