import { Button } from "@mantine/core";
import { MessageSquareReply } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useHealth } from "@/components/app-base/queries";
import { later } from "@/components/ui/later";
import { useOpener } from "@/components/ui/opener";
import styles from "./replies.module.css";
import type { RepliesDialog as Dialog } from "./replies-dialog";

const RepliesDialog = later<ComponentProps<typeof Dialog>>(() => import("./replies-dialog").then((module) => module.RepliesDialog), {
  onClose: ({ onClose }) => onClose,
});

/** On Home: guests wrote back, and nobody has read it. */
export function UnreadReplies() {
  const unread = useHealth().data?.health.sending?.replies ?? 0;
  const { isOpen, open, close } = useDialog();
  if (unread === 0 && !isOpen) return null;
  return (
    <section className={styles.line} aria-label="Replies of guests">
      <p className={styles.text}>
        <MessageSquareReply size={20} strokeWidth={1.75} aria-hidden />
        <b>{inWords(unread)}</b>
      </p>
      <Button variant="default" onClick={open}>
        {unread === 1 ? "Read it" : "Read them"}
      </Button>
      {isOpen && <RepliesDialog onClose={close} />}
    </section>
  );
}

function inWords(unread: number): string {
  if (unread === 0) return "All replies are read.";
  return unread === 1 ? "A guest replied to a message." : `${unread.toLocaleString("en")} replies of guests are not read.`;
}

/** All replies of the last week, also those that were read. */
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
