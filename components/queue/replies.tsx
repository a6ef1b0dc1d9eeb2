import { Button } from "@mantine/core";
import { MessageSquareReply } from "lucide-react";
import { type ComponentProps, useContext, useState } from "react";
import { useHealth } from "@/components/app-base/server-health";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useOpener } from "@/components/ui/return-focus";
import { QueueServerContext } from "./queries";
import styles from "./replies.module.css";
import type { RepliesDialog as Dialog } from "./replies-dialog";

const RepliesDialog = lazyComponent<ComponentProps<typeof Dialog>>(
  () => import("./replies-dialog").then((module) => module.RepliesDialog),
  {
    onClose: ({ onClose }) => onClose,
  },
);

/** On Home: guests wrote, and nobody has dealt with it, or decided whether it was a no. Who only looks takes it from nobody. */
export function UnreadReplies() {
  const { replies: waiting = 0, undecided = 0 } = useHealth().data?.health.sending ?? {};
  const { isOpen, open, close } = useDialog();
  if (waiting === 0 && undecided === 0 && !isOpen) return null;
  return (
    <section className={styles.line} aria-label="Replies of guests">
      <p className={styles.text}>
        <MessageSquareReply size={20} strokeWidth={1.75} aria-hidden />
        <span>
          {undecided > 0 && <b>{undecidedInWords(undecided)} </b>}
          {(waiting > 0 || undecided === 0) && <b>{inWords(waiting)}</b>}
        </span>
      </p>
      <Button variant="default" onClick={open}>
        {buttonOf(waiting, undecided)}
      </Button>
      {isOpen && <RepliesDialog onClose={close} />}
    </section>
  );
}

function inWords(waiting: number): string {
  if (waiting === 0) return "All messages of guests are dealt with.";
  return waiting === 1
    ? "A guest wrote, and nobody has dealt with it."
    : `${waiting.toLocaleString("en")} messages of guests wait: nobody has dealt with them.`;
}

function undecidedInWords(undecided: number): string {
  const whose = undecided === 1 ? "A guest" : `${undecided.toLocaleString("en")} guests`;
  return `${whose} may have said no: nothing goes to them until somebody decides.`;
}

function buttonOf(waiting: number, undecided: number): string {
  if (undecided > 0) return "Read and decide";
  return waiting === 1 ? "Read it" : "Read them";
}

/** Beside what is held: the way to its decision, for those who may read what guests wrote. */
export function DecideButton() {
  const { undecided = 0 } = useHealth().data?.health.sending ?? {};
  const { isOpen, open, close } = useDialog();
  // The dialog is the chosen server's.
  const isElsewhere = useContext(QueueServerContext) !== null;
  if ((undecided === 0 && !isOpen) || isElsewhere) return null;
  return (
    <>
      <Button size="sm" variant="default" className={styles.decide} onClick={open}>
        Read and decide
      </Button>
      {isOpen && <RepliesDialog onClose={close} />}
    </>
  );
}

/** All replies of the last week, also those that were dealt with. */
export function RepliesButton() {
  const { isOpen, open, close } = useDialog();
  return (
    <>
      <Button
        className={styles.all}
        variant="default"
        size="sm"
        leftSection={<MessageSquareReply size={18} strokeWidth={1.75} aria-hidden />}
        onClick={open}
      >
        Replies
      </Button>
      {isOpen && <RepliesDialog onClose={close} />}
    </>
  );
}

function useDialog() {
  const [isOpen, setOpen] = useState(false);
  const opener = useOpener();
  const open = () => {
    opener.remember();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.giveBack();
  };
  return { isOpen, open, close };
}
