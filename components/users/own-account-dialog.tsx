import { Button } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SendOnce } from "@/components/app-base/idempotency-key";
import { useSession } from "@/components/app-base/session";
import { changeFailure, isUnanswered } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import { PasswordField } from "./password-field";
import styles from "./people.module.css";
import { useChangePassword } from "./queries";
import { SignInList } from "./sign-in-list";

/** One's own password and sign-ins. */
export function OwnAccountDialog({ sendOnce, onClose }: { sendOnce: SendOnce; onClose: () => void }) {
  const { user } = useSession();
  return (
    <DialogFrame
      size="sheet"
      title={PEOPLE_TEXTS.ownAccount}
      subtitle={user && <bdi>{user.name}</bdi>}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.form}>
        <OwnPassword sendOnce={sendOnce} />
        <section aria-label="Sign-ins" className={styles.part}>
          <h3 className={styles.heading}>Signed in on</h3>
          <SignInList of={null} />
        </section>
      </div>
    </DialogFrame>
  );
}

function OwnPassword({ sendOnce }: { sendOnce: SendOnce }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [isInDoubt, setInDoubt] = useState(false);
  const change = useChangePassword(sendOnce);
  const wrong = (field: string) => issueOf(change.error, field);
  const wrongCurrent = wrong("current_password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (current === "" || next === "" || change.isPending) return;
    change.mutate(
      { current_password: current, password: next },
      {
        onSuccess: ({ message, ended_sessions }) => {
          setCurrent("");
          setNext("");
          setInDoubt(false);
          toast.success(ended_sessions > 0 ? `${message}. ${counted(ended_sessions, "other sign-in")} ended.` : message);
        },
        onError: (error) => isUnanswered(error) && setInDoubt(true),
      },
    );
  };
  const elsewhere =
    change.error && !wrongCurrent && !wrong("password") ? changeFailure(change.error, "", UNANSWERED_TEXTS.passwordAgain) : null;
  return (
    <form aria-label="Change password" className={styles.part} onSubmit={submit}>
      <h3 className={styles.heading}>Change password</h3>
      <PasswordField
        current
        label="Current password"
        value={current}
        onChange={setCurrent}
        error={wrongCurrent && isInDoubt ? UNANSWERED_TEXTS.mayBeNew : wrongCurrent}
      />
      <PasswordField canGenerate label="New password" value={next} onChange={setNext} error={wrong("password")} />
      {elsewhere && (
        <p className={styles.problem} role="alert">
          {elsewhere}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        disabled={current === "" || next === ""}
        loading={change.isPending}
        leftSection={<KeyRound size={18} strokeWidth={1.75} aria-hidden />}
      >
        Change password
      </Button>
      <p className="note">Your other sign-ins end; this one stays.</p>
    </form>
  );
}

/** What the server found wrong with a field. */
function issueOf(error: unknown, field: string): string | null {
  const issues =
    isApiError(error) && Array.isArray(error.fields.issues) ? (error.fields.issues as { path?: unknown; message?: unknown }[]) : [];
  const found = issues.find(({ path }) => path === field);
  return found ? String(found.message) : null;
}
