import { Avatar, Button, Skeleton, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ChevronRight, Search, UserPlus } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { FactChip } from "@/components/ui/fact-chip";
import { useLayer } from "@/components/ui/layers";
import { useLeaveQuestion } from "@/components/ui/leave-question";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import type { ListedUser } from "@/lib/users/contract";
import { branchesInWords } from "./branch-limit";
import { holdsInWords } from "./own-keys";
import { useReadAnew, useUsers } from "./queries";
import { UserDetails } from "./user-details";
import styles from "./users-dialog.module.css";

interface Props {
  onNewUser: () => void;
  onClose: () => void;
}

/** Everybody who can sign in, and what may be done about each. */
export function UsersDialog({ onNewUser, onClose }: Props) {
  const isNarrow = useMediaQuery("(max-width: 767px)", undefined, { getInitialValueInEffect: false });
  const users = useUsers();
  const [chosen, setChosen] = useState<string | null>(null);
  const user = users.data?.users.find(({ id }) => id === chosen) ?? null;
  const readAnew = useReadAnew();
  const { setUnsaved, leaveFor } = useUnsaved();
  const choose = (id: string) => {
    if (id === chosen) return readAnew();
    void leaveFor("Discard", () => {
      setChosen(id);
      readAnew();
    });
  };
  const back = () => void leaveFor("Discard", () => setChosen(null));
  const close = () => void leaveFor("Discard and close", onClose);
  useLayer(isNarrow && user !== null, back, true);
  return (
    <DialogFrame
      size="wide"
      title={isNarrow && user ? <bdi>{user.username}</bdi> : PEOPLE_TEXTS.users}
      onClose={close}
      action={
        <>
          {isNarrow && user && (
            <Button variant="subtle" onClick={back}>
              All users
            </Button>
          )}
          <Button variant="subtle" color="neutral" onClick={close}>
            Close
          </Button>
        </>
      }
      footer={
        !(isNarrow && user) && (
          <div className={styles.footer}>
            <Button
              size="lg"
              leftSection={<UserPlus size={18} strokeWidth={1.75} aria-hidden />}
              onClick={() => void leaveFor("Discard", onNewUser)}
            >
              {PEOPLE_TEXTS.newUser}
            </Button>
          </div>
        )
      }
    >
      <div className={styles.columns} data-open={user ? "" : undefined}>
        <div className={styles.people}>
          {users.error && !users.data ? (
            <ErrorNotice title={PEOPLE_TEXTS.usersFailed} error={users.error} onRetry={() => void users.refetch()} />
          ) : (
            <UserList users={users.data?.users ?? null} chosen={chosen} onChoose={choose} />
          )}
        </div>
        <div className={styles.details}>
          {user ? <UserDetails key={user.id} user={user} onUnsaved={setUnsaved} /> : <EmptyNotice title="Choose somebody of the list." />}
        </div>
      </div>
    </DialogFrame>
  );
}

/** How much of the person who is open was changed and not saved, and the question before it is thrown away. */
function useUnsaved() {
  const [unsaved, setUnsaved] = useState(0);
  const mayLeave = useLeaveQuestion();
  const leaveFor = async (label: string, goOn: () => void) => {
    if (await mayLeave(unsaved, label)) goOn();
  };
  return { setUnsaved, leaveFor };
}

interface ListProps {
  users: readonly ListedUser[] | null;
  chosen: string | null;
  onChoose: (id: string) => void;
}

function UserList({ users, chosen, onChoose }: ListProps) {
  const [typed, setTyped] = useState("");
  const own = useSession().user?.id;
  if (!users) return ["a", "b", "c"].map((row) => <Skeleton key={row} height={64} radius="md" mb="xs" />);
  const shown = users.filter(({ username }) => username.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <>
      {users.length > 8 && (
        <TextInput
          aria-label="Find a user"
          placeholder="Find a user"
          leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul className="plain-list" aria-label={PEOPLE_TEXTS.users}>
        {shown.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className={styles.row}
              aria-current={user.id === chosen ? "true" : undefined}
              onClick={() => onChoose(user.id)}
            >
              <Avatar size={36} color={user.disabled ? "neutral" : "primary"} variant="light" aria-hidden>
                {[...user.username][0]?.toUpperCase()}
              </Avatar>
              <span className={styles.words}>
                <span className={styles.name}>
                  <bdi>{user.username}</bdi>
                  {user.id === own && (
                    <FactChip small tone="primary">
                      You
                    </FactChip>
                  )}
                  {user.disabled && (
                    <FactChip small tone="danger">
                      Disabled
                    </FactChip>
                  )}
                </span>
                <small>
                  {holdsInWords(user)} · {branchesInWords(user.branches)}
                  {user.sessions > 0 && ` · ${counted(user.sessions, "device")}`}
                </small>
              </span>
              <ChevronRight size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <EmptyNotice title="Nobody of that name." />}
    </>
  );
}
