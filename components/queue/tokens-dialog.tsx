import { Button, Skeleton, TextInput } from "@mantine/core";
import { Copy, KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { copyText } from "@/components/ui/copy-text";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useDialogs } from "@/components/ui/dialogs";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { SENDS_EVERY_KIND } from "@/lib/queue/who-may-send";
import type { WorkerTokenShown } from "@/lib/queue/worker-tokens/contract";
import { useIssueToken, useRevokeToken, useWorkerTokens } from "./queries";
import styles from "./tokens-dialog.module.css";

const MAKE_ANOTHER = "If one was made, nobody has seen it: make one again, and it takes the place of that one.";
const LIST_SHOWS = "The list shows it as soon as the server answers.";

const NOT_THEIRS =
  "A worker gets the words and numbers of every message. Whoever makes a token for one may send each kind of them: menus, birthdays and letters.";

/** A worker of that name is at work, and the server asks whether it shall be taken over. */
const isAtWork = (error: unknown) => isApiError(error) && error.fields.at_work === true;

interface Props {
  onClose: () => void;
}

/** The tokens by which worker PCs call: made here for one worker, shown once, and taken back. */
export function TokensDialog({ onClose }: Props) {
  const { data, error, isPending, refetch } = useWorkerTokens();
  const issue = useIssueToken();
  return (
    <DialogFrame
      size="wide"
      title="Worker tokens"
      subtitle="A worker PC sends only with a token of its own"
      onClose={onClose}
      locked={issue.isPending}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose} disabled={issue.isPending}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <NewToken issue={issue} known={data?.tokens ?? []} />
        {isPending && <Skeleton height={120} radius="md" />}
        {error && !data && <ErrorNotice title="The tokens could not be loaded." error={error} onRetry={() => refetch()} />}
        {data?.shared && (
          <p className={styles.hint}>
            The server also has one token for all, from before each worker had its own. It counts only for those that still have none:
            whoever looks after the server takes it away once each has one. <small>(WORKER_TOKEN)</small>
          </p>
        )}
        {data && data.tokens.length > 0 && (
          <ul className={styles.list} aria-label="Tokens">
            {data.tokens.map((token) => (
              <li key={token.id} className={styles.row}>
                <Token token={token} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </DialogFrame>
  );
}

interface NewTokenProps {
  issue: ReturnType<typeof useIssueToken>;
  known: readonly WorkerTokenShown[];
}

function NewToken({ issue, known }: NewTokenProps) {
  const [worker, setWorker] = useState("");
  const dialogs = useDialogs();
  const maySend = useSession().can({ all: SENDS_EVERY_KIND });
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const name = worker.trim();
    if (name === "" || issue.isPending) return;
    const replaces = known.some((token) => token.worker === name && token.revoked_at === null);
    const sure =
      !replaces ||
      (await dialogs.confirm({
        title: `Give ${name} a new token?`,
        body: "It stops sending until it is started with the new one.",
        confirmLabel: "New token",
        cancelLabel: "Keep the old one",
      }));
    if (!sure) return;
    const isMade = await issue.mutateAsync({ worker: name, take_over: replaces }).then(
      () => true,
      (error) => isAtWork(error) && takeOver(name),
    );
    if (isMade) setWorker("");
  };
  const takeOver = async (name: string): Promise<boolean> => {
    const sure = await dialogs.confirm({
      title: `Take the place of ${name}?`,
      body: "A worker of this name is at work. It stops sending until it is started with the new token.",
      confirmLabel: "New token",
      cancelLabel: "Let it work",
    });
    return sure && (await issue.mutateAsync({ worker: name, take_over: true }).catch(() => null)) !== null;
  };
  if (!maySend) return <p className={styles.hint}>{NOT_THEIRS}</p>;
  return (
    <>
      <form className={styles.form} onSubmit={make}>
        <TextInput
          className={styles.name}
          label="Name of the worker"
          description="As its PC asked for it at its first start"
          value={worker}
          onChange={(event) => setWorker(event.currentTarget.value)}
          maxLength={60}
          autoComplete="off"
          dir="ltr"
          error={issue.error && changeFailure(issue.error, "No token was made.", MAKE_ANOTHER)}
        />
        <Button type="submit" size="lg" loading={issue.isPending} disabled={worker.trim() === ""}>
          Make a token
        </Button>
      </form>
      {issue.data && <Told worker={issue.data.worker} token={issue.data.token} />}
    </>
  );
}

/** Once: nobody can look it up later. */
function Told({ worker, token }: { worker: string; token: string }) {
  const copy = async () => {
    if (await copyText(token)) toast.success("Copied.");
    else toast.error("It was not copied. Select it, and copy it by hand.");
  };
  return (
    <section className={styles.told} aria-label={`Token of ${worker}`}>
      <p>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden />
        <span>
          The token of <bdi>{worker}</bdi>. Copy it now: it is not shown again.
        </span>
      </p>
      <code className={styles.secret} dir="ltr">
        {token}
      </code>
      <Button variant="default" leftSection={<Copy size={18} strokeWidth={1.75} aria-hidden />} onClick={copy}>
        Copy
      </Button>
    </section>
  );
}

function Token({ token: { id, worker, made_at, made_by, revoked_at, revoked_by } }: { token: WorkerTokenShown }) {
  const { timeZone } = useAppSettings();
  const dialogs = useDialogs();
  const revoke = useRevokeToken();
  const takeBack = async () => {
    const body = "It is refused from now on. What it has not begun to send goes to other workers.";
    const question = { title: `Take back the token of ${worker}?`, body, tone: "danger" } as const;
    if (!(await dialogs.confirm({ ...question, confirmLabel: "Take back", cancelLabel: "Keep it" }))) return;
    const done = await revoke.mutateAsync(id).catch(() => null);
    if (done?.revoked) toast.success(textOf(worker, done.given_back, done.in_doubt));
  };
  return (
    <>
      <div className={styles.words}>
        <strong>
          <bdi>{worker}</bdi>
        </strong>
        <p className={styles.hint}>
          {revoked_at ? (
            <>
              Taken back by <bdi>{revoked_by}</bdi>, {dayAndTime(revoked_at, timeZone)}
            </>
          ) : (
            <>
              Made by <bdi>{made_by}</bdi>, {dayAndTime(made_at, timeZone)}
            </>
          )}
        </p>
        {revoke.error && <p role="alert">{changeFailure(revoke.error, "It was not taken back.", LIST_SHOWS)}</p>}
      </div>
      {revoked_at === null && (
        <Button variant="default" loading={revoke.isPending} onClick={takeBack} aria-label={`Take back the token of ${worker}`}>
          Take back
        </Button>
      )}
    </>
  );
}

function textOf(worker: string, givenBack: number, inDoubt: number): string {
  const parts = [`The token of ${worker} counts no more.`];
  if (givenBack > 0) parts.push(`${counted(givenBack, "message")} ${givenBack === 1 ? "goes" : "go"} to others.`);
  if (inDoubt > 0) parts.push(`${inDoubt} may have gone out already.`);
  return parts.join(" ");
}
