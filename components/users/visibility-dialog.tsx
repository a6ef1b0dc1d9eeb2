import { Button, SegmentedControl, Skeleton, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Filter } from "lucide-react";
import { useState } from "react";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useLeaveQuestion } from "@/components/ui/leave-question";
import { ErrorNotice } from "@/components/ui/notice";
import { PERMISSION_GROUPS, PERMISSIONS } from "@/lib/permissions";
import { VISIBILITY_TEXTS } from "@/lib/users/visibility-texts";
import { Footer } from "./new-user-dialog";
import { RoleMatrix } from "./role-matrix";
import { useVisibility, type Visibility } from "./use-visibility";
import styles from "./visibility-dialog.module.css";

/** Which role may do what: one box for each permission of each role. */
export function VisibilityDialog({ onClose }: { onClose: () => void }) {
  const visibility = useVisibility();
  const mayLeave = useLeaveQuestion();
  const leave = async () => {
    if (await mayLeave(visibility.changes)) onClose();
  };
  return (
    <DialogFrame
      size="full"
      title={VISIBILITY_TEXTS.title}
      subtitle={VISIBILITY_TEXTS.note}
      onClose={() => void leave()}
      locked={visibility.isSaving}
      onKey={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void visibility.save();
      }}
      action={
        <Button variant="subtle" color="neutral" onClick={() => void leave()}>
          Close
        </Button>
      }
      footer={<SaveBar visibility={visibility} />}
    >
      <Body visibility={visibility} />
    </DialogFrame>
  );
}

function SaveBar({ visibility }: { visibility: Visibility }) {
  const { changes, problem, isSaving } = visibility;
  return (
    <Footer problem={problem}>
      <span className={styles.changes} role="status">
        {changes > 0 ? counted(changes, "change") : "No changes"}
      </span>
      <Button size="lg" variant="default" disabled={changes === 0 || isSaving} onClick={visibility.discard}>
        Discard
      </Button>
      <Button size="lg" disabled={changes === 0} loading={isSaving} onClick={() => void visibility.save()}>
        Save
      </Button>
    </Footer>
  );
}

function Body({ visibility }: { visibility: Visibility }) {
  const { roles, names } = visibility;
  const isPhone = useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false });
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  if (roles.error && !roles.data)
    return (
      <div className={styles.notice}>
        <ErrorNotice title={VISIBILITY_TEXTS.failed} error={roles.error} onRetry={() => void roles.refetch()} />
      </div>
    );
  if (!roles.data) return <Skeleton className={styles.notice} height={320} radius="md" />;
  const shownRole =
    chosen !== null && names.includes(chosen) ? chosen : (names.find((role) => !visibility.hasEverything(role)) ?? names[0]);
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          className={styles.filter}
          aria-label="Filter the permissions"
          placeholder="Filter the permissions"
          leftSection={<Filter size={18} strokeWidth={1.75} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isPhone && names.length <= 4 && (
          <SegmentedControl fullWidth aria-label="Role" value={shownRole} onChange={setChosen} data={names} />
        )}
        {isPhone && names.length > 4 && (
          <select className={styles.select} aria-label="Role" value={shownRole} onChange={(event) => setChosen(event.currentTarget.value)}>
            {names.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        )}
      </div>
      <RoleMatrix
        visibility={visibility}
        roles={isPhone ? names.filter((role) => role === shownRole) : names}
        groups={groupsWith(typed.trim().toLowerCase())}
      />
    </>
  );
}

/** The groups with the permissions of which the words or the key have the text. */
function groupsWith(text: string) {
  const has = (words: string) => words.toLowerCase().includes(text);
  return PERMISSION_GROUPS.map(({ title, keys }) => ({ title, keys: keys.filter((key) => has(key) || has(PERMISSIONS[key])) })).filter(
    ({ keys }) => keys.length > 0,
  );
}
