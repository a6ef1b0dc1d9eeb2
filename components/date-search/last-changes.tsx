import { useServerClock } from "@/components/app-base/server-clock";
import { useUndo } from "@/components/undo-loss/use-undo";
import { isLateUndo } from "@/lib/undo-loss";
import { ChangeNotice } from "./change-notice";
import { useLastChange } from "./last-change";
import { useUndoCompany, useUndoDedupe } from "./queries";

const ASKING = { title: "Undo this Set Company?", confirmLabel: "Undo Set Company" };

/** What was last done to the whole of this date, with its way back. */
export function LastChanges({ date }: { date: string }) {
  const [dedupe, setDedupe] = useLastChange("dedupe");
  const [company, setCompany] = useLastChange("company");
  const undoDedupe = useUndoDedupe();
  const undoCompany = useUndoCompany();
  const sendUndo = useUndo();
  const now = useServerClock();
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
          undo={(undo_id) => sendUndo(ASKING, (accept_loss) => undoCompany.mutateAsync({ undo_id, accept_loss }))}
          isLate={company.at !== undefined && isLateUndo(company.at, now.toISOString())}
          busy={undoCompany.isPending}
          onOver={() => setCompany(null)}
        />
      )}
    </>
  );
}
