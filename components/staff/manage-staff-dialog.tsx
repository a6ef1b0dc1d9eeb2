import { Button } from "@mantine/core";
import { CircleAlert, RotateCcw } from "lucide-react";
import { changeFailure } from "@/components/ui/change-failure";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { branchName, openRestaurants } from "@/lib/known-branches";
import { STAFF_TEXTS } from "@/lib/staff/staff-texts";
import { UNANSWERED_TEXTS } from "@/lib/unanswered-texts";
import styles from "./manage-staff-dialog.module.css";
import { StaffList } from "./staff-list";
import { type ManagedStaff, useManagedStaff } from "./use-managed-staff";

/** Who receives and who serves in a branch: the names that a new table is given. */
export function ManageStaffDialog({ branch, onClose }: { branch: string | null; onClose: () => void }) {
  const managed = useManagedStaff(branch);
  const { lists } = managed.staff;
  return (
    <DialogFrame
      size="medium"
      title={STAFF_TEXTS.title}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
      footer={
        <div className={styles.footer}>
          <Button
            size="lg"
            variant="default"
            leftSection={<RotateCcw size={18} strokeWidth={1.75} aria-hidden />}
            disabled={!managed.isReady}
            onClick={managed.reset}
          >
            Reset to defaults
          </Button>
          <Button size="lg" onClick={onClose}>
            Done
          </Button>
        </div>
      }
    >
      <div className={styles.body}>
        <ChoiceChips
          label="Branch"
          note={managed.staff.isOffline ? "offline list" : undefined}
          choices={openRestaurants().map((one) => ({ value: one, label: branchName(one), disabled: !managed.hasServer(one) }))}
          value={managed.branch}
          onChange={managed.chooseBranch}
        />
        {!managed.isReady && (
          <p className={styles.hint} role="note">
            {STAFF_TEXTS.chooseBranch}
          </p>
        )}
        <Problems managed={managed} />
        <div className={styles.lists}>
          <StaffList title="Hostesses" of="hostess" names={lists.hostesses} managed={managed} />
          <StaffList title="Waiters" of="waiter" names={lists.waiters} managed={managed} />
        </div>
      </div>
    </DialogFrame>
  );
}

/** What the server did not do, each with its own way to try again. */
function Problems({ managed: { problems, change } }: { managed: ManagedStaff }) {
  return (
    <div role="alert" className={styles.problems}>
      {problems.map((problem) => {
        const name = problem.change.kind === "reset" ? null : problem.change.name;
        return (
          <div key={`${problem.sentence} ${name}`} className={styles.problem}>
            <p>
              <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
              <span>
                <strong>
                  {problem.sentence} {name && <bdi>{name}</bdi>}
                </strong>
                <span className={styles.cause}>{changeFailure(problem.error, "", UNANSWERED_TEXTS.listShows)}</span>
              </span>
            </p>
            <Button variant="default" size="xs" onClick={() => void change(problem.change)} aria-label={name ? `Retry ${name}` : undefined}>
              Retry
            </Button>
          </div>
        );
      })}
    </div>
  );
}
