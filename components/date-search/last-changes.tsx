import { ChangeNotice } from "./change-notice";
import { useLastChange } from "./last-change";
import { useUndoCompany, useUndoDedupe } from "./queries";

/** What was last done to the whole of this date, with its way back. */
export function LastChanges({ date }: { date: string }) {
  const [dedupe, setDedupe] = useLastChange("dedupe");
  const [company, setCompany] = useLastChange("company");
  const undoDedupe = useUndoDedupe();
  const undoCompany = useUndoCompany();
  return (
    <>
      {dedupe?.date === date && (
        <ChangeNotice
          label="Duplicates"
          done={dedupe}
          undo={undoDedupe.mutateAsync}
          busy={undoDedupe.isPending}
          onOver={() => setDedupe(null)}
        />
      )}
      {company?.date === date && (
        <ChangeNotice
          label="Company"
          done={company}
          undo={undoCompany.mutateAsync}
          busy={undoCompany.isPending}
          onOver={() => setCompany(null)}
        />
      )}
    </>
  );
}
