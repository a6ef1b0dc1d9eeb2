import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { isApiError } from "@/lib/api/api-error";
import { type ToldGuest, type UndoLoss, undoLoss } from "@/lib/undo-loss";
import styles from "./use-undo.module.css";

interface Asking {
  title: string;
  confirmLabel: string;
}

/** Of an undo that the server holds back until somebody has seen what it takes away. */
function lossIn(error: unknown): UndoLoss | null {
  if (!isApiError(error) || error.code !== "undo_loses") return null;
  return undoLoss.safeParse(error.fields).data ?? null;
}

/**
 * Sends an undo; of one that comes late it shows first, by name, what it takes away, and again where that changed meanwhile.
 * @returns its answer, or null where somebody would rather not
 */
export function useUndo() {
  const dialogs = useDialogs();
  return async <Answer,>(asking: Asking, send: (accept_loss: string | undefined) => Promise<Answer>): Promise<Answer | null> => {
    let accepted: string | undefined;
    for (let times = 0; ; times++) {
      try {
        return await send(accepted);
      } catch (error) {
        const loss = lossIn(error);
        if (!loss) throw error;
        const body = <Loss loss={loss} isOther={times > 0} />;
        if (!(await dialogs.confirm({ ...asking, body, tone: "danger" }))) return null;
        accepted = loss.loss;
      }
    }
  };
}

const NAMES_TOLD = 12;

function Loss({ loss, isOther }: { loss: UndoLoss; isOther: boolean }) {
  return (
    <span className={styles.loss}>
      <span>
        {isOther ? "Something changed meanwhile." : "This is more than a day old."} Its undo changes {counted(loss.lost, "guest")} now, and
        leaves {loss.kept.toLocaleString("en")} as they are.
      </span>
      <Guests title="Will change" guests={loss.lost_guests} count={loss.lost} nobody="Nobody will change." />
      <Guests title="Stay as they are" guests={loss.kept_guests} count={loss.kept} />
    </span>
  );
}

interface GuestsProps {
  title: string;
  guests: readonly ToldGuest[];
  count: number;
  nobody?: string;
}

function Guests({ title, guests, count, nobody }: GuestsProps) {
  if (count === 0) return nobody ? <span>{nobody}</span> : null;
  const told = guests.slice(0, NAMES_TOLD);
  return (
    <span className={styles.part}>
      <strong>
        {title}: {count.toLocaleString("en")}
      </strong>
      <ToldGuests guests={told} />
      {count > told.length && <span>and {(count - told.length).toLocaleString("en")} more</span>}
    </span>
  );
}

/** Guests by name, each with what becomes of them. */
export function ToldGuests({ guests }: { guests: readonly ToldGuest[] }) {
  return guests.map(({ name, phones, reason }) => (
    <span key={`${name} ${phones}`} className={styles.guest}>
      <bdi>{name || phones}</bdi>: <bdi>{reason}</bdi>
    </span>
  ));
}
