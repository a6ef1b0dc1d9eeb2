import { Button } from "@mantine/core";
import { CloudOff, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useDialogs } from "@/components/ui/dialogs";
import { timeOfDay } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { drop, goesByItself, type KeptChange, keep } from "./kept-changes";
import styles from "./kept-list.module.css";
import { keepRefused, send } from "./send-change";
import { useAnswered, useKeptChanges, useRefreshReservations } from "./use-changes";

interface Props {
  /** How the form of what was refused is opened; undefined where there is none. */
  changeIt?: (change: KeptChange) => (() => void) | undefined;
}

/** What this device has and the server does not: what waits goes by itself, and of what was refused somebody decides. */
export function KeptList({ changeIt }: Props) {
  const changes = useKeptChanges();
  if (changes.length === 0) return null;
  return (
    <section className={styles.box} aria-labelledby="kept-reservations">
      <h2 id="kept-reservations" className={styles.title}>
        <CloudOff size={18} strokeWidth={1.75} aria-hidden /> On this device only
      </h2>
      <ul className={styles.list}>
        {changes.map((change) => (
          <li key={change.id}>
            <Kept change={change} changeIt={change.refused === null ? undefined : changeIt?.(change)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kept({ change, changeIt }: { change: KeptChange; changeIt: (() => void) | undefined }) {
  const { timeZone } = useAppSettings();
  const dialogs = useDialogs();
  const refresh = useRefreshReservations();
  const answered = useAnswered();
  const [isBusy, setBusy] = useState(false);
  const { id, words, refused, created_at } = change;
  const isOld = refused === null && !goesByItself(change);
  const again = async () => {
    setBusy(true);
    // Refused or forgotten by the server, the next sending is another one.
    const next = { ...change, refused: null, ...(isOld && { sent_at: null }) };
    keep(next);
    const sent = await send(next, answered);
    setBusy(false);
    if (sent.outcome === "refused") keepRefused(next, sent.error);
    else if (sent.outcome === "done") toast.success(sent.saved.message);
    await refresh();
  };
  const forget = async () => {
    const yes = await dialogs.confirm({
      title: "Throw this change away?",
      body: words,
      confirmLabel: "Throw it away",
      cancelLabel: "Keep",
      tone: "danger",
    });
    if (yes) drop(id);
  };
  return (
    <div className={styles.change}>
      <span className={styles.words} dir="auto">
        {words} <span className="note tabular">{timeOfDay(created_at, timeZone)}</span>
      </span>
      <span className={styles.why} data-refused={refused !== null || undefined}>
        {(refused && `Not saved. ${refused}`) ??
          (isOld
            ? "Sent more than a day ago without an answer: look whether it is there before it is sent again."
            : "It is sent by itself as soon as the server answers.")}
      </span>
      <span className="wrap">
        {changeIt && (
          <Button leftSection={<Pencil size={16} aria-hidden />} onClick={changeIt}>
            Change it
          </Button>
        )}
        {(refused !== null || isOld) && (
          <Button variant="default" loading={isBusy} leftSection={<RotateCcw size={16} aria-hidden />} onClick={() => void again()}>
            Try again
          </Button>
        )}
        <Button variant="subtle" color="danger" leftSection={<Trash2 size={16} aria-hidden />} onClick={() => void forget()}>
          Throw away
        </Button>
      </span>
    </div>
  );
}
