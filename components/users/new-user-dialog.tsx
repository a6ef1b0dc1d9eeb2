import { Button, TextInput } from "@mantine/core";
import { CircleAlert, CircleCheck, UserPlus } from "lucide-react";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { SendOnce } from "@/components/app-base/idempotency-key";
import { changeFailure } from "@/components/ui/change-failure";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { HeldButton } from "@/components/ui/held-button";
import { statusBehind } from "@/components/ui/notice";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import { BranchLimit } from "./branch-limit";
import { type NewUserDraft, NO_NEW_USER } from "./new-user-draft";
import { PasswordField } from "./password-field";
import styles from "./people.module.css";
import { useCreateUser } from "./queries";
import { RoleCards } from "./role-cards";
import { SignInDetails } from "./sign-in-details";

interface Props {
  /** Sends with the same key until somebody answers. */
  sendOnce: SendOnce;
  draft: NewUserDraft;
  onDraft: (draft: NewUserDraft) => void;
  /** To the list of all users. */
  onUsers: () => void;
  onClose: () => void;
}

interface Made {
  message: string;
  username: string;
  password: string;
}

/** Makes somebody who can sign in. */
export function NewUserDialog({ sendOnce, draft, onDraft, onUsers, onClose }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const [tried, setTried] = useState(false);
  const create = useCreateUser();
  const form = useRef<HTMLFormElement>(null);
  const isMissing = draft.username.trim() === "" || draft.password === "" || draft.role === "" || draft.branches?.length === 0;

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (create.isPending) return;
    setTried(true);
    if (isMissing) return form.current?.querySelector<HTMLInputElement>('input[value=""]')?.focus();
    const answer = await sendOnce(draft, (idempotencyKey) => create.mutateAsync({ draft, idempotencyKey })).catch(() => null);
    if (!answer) return;
    setMade({ message: answer.message || PEOPLE_TEXTS.created, username: answer.user.username, password: draft.password });
    onDraft(NO_NEW_USER);
    setTried(false);
  };
  const another = () => {
    setMade(null);
    create.reset();
  };
  if (made) return <UserMade made={made} onAnother={another} onUsers={onUsers} onClose={onClose} />;
  const failure = create.error && changeFailure(create.error, `${PEOPLE_TEXTS.createFailed}.`, UNANSWERED_TEXTS.createAgain);
  const problem =
    tried && isMissing
      ? PEOPLE_TEXTS.fillAll
      : failure && (
          <>
            {failure} <small>{statusBehind(create.error)}</small>
          </>
        );
  return (
    <DialogFrame
      size="sheet"
      title={PEOPLE_TEXTS.newUser}
      onClose={onClose}
      locked={create.isPending}
      onKey={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
      }}
      footer={
        <Footer problem={problem}>
          <Button size="lg" variant="default" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button
            size="lg"
            type="submit"
            form="new-user"
            loading={create.isPending}
            leftSection={<UserPlus size={18} strokeWidth={1.75} aria-hidden />}
          >
            Create user
          </Button>
        </Footer>
      }
    >
      <form ref={form} id="new-user" className={styles.form} onSubmit={submit} noValidate autoComplete="off">
        <Fields draft={draft} onDraft={onDraft} />
      </form>
    </DialogFrame>
  );
}

function Fields({ draft, onDraft }: Pick<Props, "draft" | "onDraft">) {
  return (
    <>
      <TextInput
        data-autofocus
        label="Username"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={100}
        value={draft.username}
        onChange={(event) => onDraft({ ...draft, username: event.currentTarget.value })}
      />
      <PasswordField label="Password" canGenerate value={draft.password} onChange={(password) => onDraft({ ...draft, password })} />
      <RoleCards value={draft.role} onChange={(role) => onDraft({ ...draft, role })} />
      <BranchLimit value={draft.branches} onChange={(branches) => onDraft({ ...draft, branches })} />
    </>
  );
}

/** What is wrong, above the buttons. */
export function Footer({ problem, children }: { problem: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className={styles.problem} role="alert">
        {problem && (
          <>
            <CircleAlert size={18} strokeWidth={1.75} aria-hidden /> <span>{problem}</span>
          </>
        )}
      </p>
      <div className={styles.buttons}>{children}</div>
    </>
  );
}

function UserMade({ made, onAnother, onUsers, onClose }: { made: Made; onAnother: () => void; onUsers: () => void; onClose: () => void }) {
  return (
    <DialogFrame
      size="sheet"
      title={PEOPLE_TEXTS.newUser}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <HeldButton size="lg" variant="default" onClick={onAnother}>
            Create another
          </HeldButton>
          <HeldButton size="lg" variant="default" onClick={onUsers}>
            All users
          </HeldButton>
          <HeldButton size="lg" onClick={onClose} data-autofocus>
            Done
          </HeldButton>
        </div>
      }
    >
      <div className={styles.form}>
        <p className={styles.made} role="status">
          <CircleCheck size={20} strokeWidth={1.75} aria-hidden /> {made.message}
        </p>
        <SignInDetails username={made.username} password={made.password} />
      </div>
    </DialogFrame>
  );
}
