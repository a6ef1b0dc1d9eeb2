import { Button } from "@mantine/core";
import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { Can } from "@/components/app-base/can";
import { useManageStaff } from "@/components/staff/manage-staff";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { isDestinationFixed } from "@/lib/draft-destination";
import type { Draft } from "@/lib/drafts";
import { branchName, isClosedBranch, openRestaurants } from "@/lib/known-branches";
import { STAFF_TEXTS } from "@/lib/staff/staff-texts";
import { branchIsFixed } from "@/lib/tables/table-texts";
import classes from "./table-info-dialog.module.css";

/** Those in which guests are seated, and the one that the table has already. */
const restaurantsFor = (branch: string) => [...openRestaurants(), ...(isClosedBranch(branch) ? [branch] : [])];

function whyNowhere(branch: string): string {
  if (isClosedBranch(branch)) return `${branchName(branch)} is closed`;
  return branch ? "No server address for this branch" : "No branch chosen yet";
}

interface Props {
  draft: Draft;
  /** Where it is saved; empty when nobody keeps the branch. */
  base: string;
  /** The same as people call it. */
  server: ReactNode;
  useLocal: boolean;
  hasServer: (branch: string) => boolean;
  onBranch: (branch: string) => void;
  onUseLocal: (useLocal: boolean) => void;
  error: string | null;
}

/** Which branch a table belongs to, and on which server it is saved. Once it was sent there, it says why both stay. */
export function BranchChoice({ draft, base, server, useLocal, hasServer, onBranch, onUseLocal, error }: Props) {
  const { branch } = draft.info;
  const staff = useManageStaff();
  const fixed = isDestinationFixed(draft);
  return (
    <>
      <ChoiceChips
        label="Branch"
        required
        choices={restaurantsFor(branch).map((one) => ({
          value: one,
          label: branchName(one),
          disabled: one !== branch && (fixed || !hasServer(one)),
        }))}
        value={branch}
        onChange={onBranch}
        error={error}
      />
      <div className={classes.local}>
        <label className={classes.toggle}>
          <input type="checkbox" checked={useLocal} disabled={fixed} onChange={(event) => onUseLocal(event.currentTarget.checked)} />
          <span className={classes.track} aria-hidden />
          Use local API
        </label>
        <p className={classes.address}>{base ? <>Saves to {server}</> : whyNowhere(branch)}</p>
        <Can permission="create_table">
          <Button
            variant="subtle"
            size="xs"
            leftSection={<Users size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => staff.open(branch)}
          >
            {STAFF_TEXTS.title}
          </Button>
        </Can>
        {fixed && (
          <p className={classes.address} role="note">
            {branchIsFixed(branchName(branch) || "no branch", draft.sent === null)}
          </p>
        )}
      </div>
    </>
  );
}
