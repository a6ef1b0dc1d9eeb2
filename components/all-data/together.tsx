import { Button } from "@mantine/core";
import { PencilLine, Trash2, Undo2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { lazyComponent } from "@/components/ui/lazy-component";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import styles from "./all-data-screen.module.css";
import type { BinDialog as Bin } from "./bin-dialog";
import type { ChangeDialog as Change } from "./change-dialog";
import { useUndoChange } from "./queries";

const ChangeDialog = lazyComponent<ComponentProps<typeof Change>>(() => import("./change-dialog").then((module) => module.ChangeDialog), {
  onClose: (props) => props.onClose,
});
const BinDialog = lazyComponent<ComponentProps<typeof Bin>>(() => import("./bin-dialog").then((module) => module.BinDialog), {
  onClose: (props) => props.onClose,
});

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  filters: Record<string, string>;
  chosen: ReadonlySet<string>;
  onForget: () => void;
  onDone: (done: LastDone | null) => void;
}

/** What was done last, as long as the page stands. */
export interface LastDone {
  message: string;
  undo_id: string;
}

/** What is done with many guests at once: those who are chosen, or all whom the filters find. */
export function Together({ filters, chosen, onForget, onDone }: Props) {
  const may = useSession().can("change_all_data");
  const [isChanging, setChanging] = useState(false);
  const [hasBin, setBin] = useState(false);
  if (!may) return null;
  return (
    <>
      <div className={styles.facts}>
        <Button variant="default" leftSection={<PencilLine {...ICON} />} aria-haspopup="dialog" onClick={() => setChanging(true)}>
          {chosen.size > 0 ? `Change ${counted(chosen.size, "chosen guest")}…` : "Change all of these…"}
        </Button>
        {chosen.size > 0 && (
          <Button variant="subtle" onClick={onForget}>
            Choose nobody
          </Button>
        )}
        <Button variant="subtle" leftSection={<Trash2 {...ICON} />} aria-haspopup="dialog" onClick={() => setBin(true)}>
          Bin
        </Button>
      </div>
      {isChanging && (
        <ChangeDialog
          filters={filters}
          ids={chosen.size > 0 ? [...chosen] : null}
          onDone={(message, undo_id) => {
            onDone(undo_id === null ? null : { message, undo_id });
            if (undo_id === null) toast.success(message);
            onForget();
          }}
          onClose={() => setChanging(false)}
        />
      )}
      {hasBin && <BinDialog onClose={() => setBin(false)} />}
    </>
  );
}

/** What was done last, with the one step back. */
export function Done({ message, undo_id, onOver }: LastDone & { onOver: () => void }) {
  const undo = useUndoChange();
  const takeBack = async () => {
    try {
      toast.success((await undo.mutateAsync(undo_id)).message);
      onOver();
    } catch (error) {
      toast.error(failureText(error, ALL_DATA_TEXTS.notUndone));
    }
  };
  return (
    <p role="status" className={styles.done}>
      <span>{message}</span>
      <Button
        size="sm"
        variant="default"
        leftSection={<Undo2 size={16} aria-hidden />}
        loading={undo.isPending}
        onClick={() => void takeBack()}
      >
        Undo
      </Button>
    </p>
  );
}
