import { Button } from "@mantine/core";
import { Ban, CircleCheck, KeyRound } from "lucide-react";
import { type FormEvent, useLayoutEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { dayAndTime } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { keysStay, PERMISSION_KEYS } from "@/lib/permissions";
import { sendsInWords } from "@/lib/queue/who-may-send";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import type { ListedUser } from "@/lib/users/contract";
import { BranchLimit } from "./branch-limit";
import { holdsInWords, OwnKeys } from "./own-keys";
import { PasswordField } from "./password-field";
import styles from "./people.module.css";
import { useChangeUser, useResetPassword, useRoles } from "./queries";
import { SignInDetails } from "./sign-in-details";
import { SignInList } from "./sign-in-list";

const sayFailure = (error: unknown) => toast.error(changeFailure(error, `${PEOPLE_TEXTS.changeFailed}.`, UNANSWERED_TEXTS.listShows));

interface Props {
  user: ListedUser;
  /** Hears how much was changed and not saved. */
  onUnsaved: (changes: number) => void;
}

/** One user: role and branches, a new password, where they are signed in, and whether they are let in. */
export function UserDetails({ user, onUnsaved }: Props) {
  const [rights, setRights] = useState(0);
  const [passwords, setPasswords] = useState(0);
  // Before the next key can be pressed: whoever sees that it is saved is asked nothing.
  useLayoutEffect(() => onUnsaved(rights + passwords), [onUnsaved, rights, passwords]);
  useLayoutEffect(() => () => onUnsaved(0), [onUnsaved]);
  const { timeZone } = useAppSettings();
  const isSelf = useSession().user?.id === user.id;
  return (
    <div className={styles.form}>
      <div className={styles.top}>
        <h3 className={styles.name}>
          <bdi>{user.username}</bdi>
        </h3>
        <p className="note">
          Made {dayAndTime(user.created_at, timeZone)}
          {user.last_sign_in && ` · signed in last ${dayAndTime(user.last_sign_in, timeZone)}`}
        </p>
      </div>
      {user.may_change ? (
        <>
          {!isSelf && <RightsForm user={user} onUnsaved={setRights} />}
          {!isSelf && <NewPassword user={user} onUnsaved={setPasswords} />}
          <section aria-label="Sign-ins" className={styles.part}>
            <h3 className={styles.heading}>Signed in on</h3>
            <SignInList of={user.id} />
          </section>
          {!isSelf && <LetIn user={user} />}
          {isSelf && <p className="note">You hold {holdsInWords(user)}. Somebody else who holds as much can change that.</p>}
          {isSelf && <p className="note">Your own password is changed under {PEOPLE_TEXTS.ownAccount}.</p>}
        </>
      ) : (
        <p className="note">Holds {holdsInWords(user)}. Only somebody who holds as much can change this user.</p>
      )}
    </div>
  );
}

const sameKeys = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join();

const sameLimit = (one: ListedUser["branches"], other: ListedUser["branches"]) =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted());

/** What was chosen here; undefined is as it stands, so that it follows what somebody else makes of it. */
function useChosenRights(user: ListedUser) {
  const roleNow = user.roles.length === 1 ? (user.roles[0] ?? "") : "";
  const [role, setRole] = useState<string>();
  const [branches, setBranches] = useState<ListedUser["branches"]>();
  const [ownKeys, setOwnKeys] = useState<string[]>();
  if (ownKeys !== undefined && sameKeys(ownKeys, user.own_keys)) setOwnKeys(undefined);
  if (role === roleNow) setRole(undefined);
  if (branches !== undefined && sameLimit(branches, user.branches)) setBranches(undefined);
  const discard = () => {
    setRole(undefined);
    setBranches(undefined);
    setOwnKeys(undefined);
  };
  return {
    role: role ?? roleNow,
    branches: branches === undefined ? user.branches : branches,
    isOtherRole: role !== undefined,
    isOtherLimit: branches !== undefined,
    ownKeys: ownKeys ?? user.own_keys,
    isOtherKeys: ownKeys !== undefined,
    setOwnKeys,
    setRole,
    setBranches,
    discard,
  };
}

function RightsForm({ user, onUnsaved }: Props) {
  const roles = useRoles();
  const change = useChangeUser(user.id);
  const { role, branches, ownKeys, isOtherRole, isOtherLimit, isOtherKeys, setRole, setBranches, setOwnKeys, discard } =
    useChosenRights(user);
  const unsaved = Number(isOtherRole) + Number(isOtherLimit) + Number(isOtherKeys);
  useLayoutEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved]);
  const held = roles.data?.roles ?? {};
  const names = Object.keys(held);
  const byRoles = (isOtherRole ? [role] : user.roles).flatMap((name) => held[name] ?? []);
  const save = () =>
    change.mutate(
      {
        ...(isOtherRole && { roles: [role] }),
        ...(isOtherLimit && { branches: branches as ListedUser["branches"] & never }),
        ...(isOtherKeys && { own_keys: PERMISSION_KEYS.filter((key) => ownKeys.includes(key)) }),
      },
      { onSuccess: ({ message }) => toast.success(message), onError: sayFailure },
    );
  return (
    <section aria-label="Role, keys and branches" className={styles.part}>
      <ChoiceChips
        label="Role"
        note={user.roles.length > 1 ? `now ${user.roles.join(", ")}` : undefined}
        choices={(names.length > 0 ? names : user.roles).map((name) => ({ value: name, label: name }))}
        value={role}
        onChange={setRole}
      />
      {isOtherRole && ownKeys.length > 0 && (
        <p className="note" role="status">
          {keysStay(ownKeys)}
        </p>
      )}
      {roles.data && <p className="note">{sendsInWords([...byRoles, ...ownKeys])}</p>}
      <BranchLimit value={branches} onChange={setBranches} />
      {roles.data && <OwnKeys value={ownKeys} byRoles={byRoles} onChange={setOwnKeys} />}
      {unsaved > 0 && (
        <div className={styles.buttons}>
          <Button variant="default" size="lg" onClick={discard}>
            Discard
          </Button>
          <Button size="lg" loading={change.isPending} disabled={branches?.length === 0} onClick={save}>
            Save changes
          </Button>
        </div>
      )}
    </section>
  );
}

function NewPassword({ user, onUnsaved }: Props) {
  const reset = useResetPassword(user.id);
  const dialogs = useDialogs();
  const [password, setPassword] = useState("");
  const [given, setGiven] = useState<string | null>(null);
  const isTyped = password !== "";
  useLayoutEffect(() => onUnsaved(Number(isTyped)), [onUnsaved, isTyped]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped || reset.isPending) return;
    const confirmed = await dialogs.confirm({
      title: `Give ${user.username} this password?`,
      body:
        user.sessions > 0 ? `They are signed out on ${counted(user.sessions, "device")} at once.` : "The old one does not work any more.",
      confirmLabel: "Set new password",
      cancelLabel: "Keep the old one",
    });
    if (!confirmed) return;
    reset.mutate(password, {
      onSuccess: () => {
        setGiven(password);
        setPassword("");
      },
    });
  };
  return (
    <form aria-label="A new password" className={styles.part} onSubmit={(event) => void submit(event)}>
      <PasswordField
        canGenerate
        label="New password"
        value={password}
        onChange={setPassword}
        error={reset.error && changeFailure(reset.error, "", UNANSWERED_TEXTS.resetAgain)}
      />
      {isTyped && (
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="default"
            size="lg"
            loading={reset.isPending}
            leftSection={<KeyRound size={18} strokeWidth={1.75} aria-hidden />}
          >
            Set new password
          </Button>
        </div>
      )}
      {given !== null && <SignInDetails username={user.username} password={given} />}
    </form>
  );
}

function LetIn({ user }: { user: ListedUser }) {
  const change = useChangeUser(user.id);
  const dialogs = useDialogs();
  const put = async (disabled: boolean) => {
    const confirmed =
      !disabled ||
      (await dialogs.confirm({
        title: `Disable ${user.username}?`,
        body: "They are signed out everywhere at once and cannot sign in until somebody enables them. Nothing that they did is lost.",
        confirmLabel: `Disable ${user.username}`,
        cancelLabel: "Keep",
        tone: "danger",
      }));
    if (confirmed) change.mutate({ disabled }, { onSuccess: ({ message }) => toast.success(message), onError: sayFailure });
  };
  return (
    <div className={styles.buttons}>
      {user.disabled ? (
        <Button
          size="lg"
          variant="light"
          loading={change.isPending}
          leftSection={<CircleCheck size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => void put(false)}
        >
          Enable {user.username}
        </Button>
      ) : (
        <Button
          size="lg"
          variant="outline"
          color="danger"
          loading={change.isPending}
          leftSection={<Ban size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => void put(true)}
        >
          Disable {user.username}
        </Button>
      )}
    </div>
  );
}
