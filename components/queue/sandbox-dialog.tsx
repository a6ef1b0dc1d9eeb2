import { Button, Skeleton } from "@mantine/core";
import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, plainCause } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import type { UnsentMessage } from "@/lib/queue/sandbox/contract";
import { useSandbox, useSandboxFile } from "./queries";
import { ReadDialog } from "./read-dialog";
import styles from "./sandbox-dialog.module.css";

interface Props {
  onClose: () => void;
}

/** What workers with the sandbox would have sent: each message as its guest would see it. */
export function SandboxDialog({ onClose }: Props) {
  const asked = useSandbox();
  const { data } = asked;
  return (
    <ReadDialog
      title="Sandbox"
      subtitle="What would have gone out; nobody got any of it"
      failed="The messages could not be loaded."
      asked={asked}
      onClose={onClose}
    >
      {data?.items.length === 0 && (
        <EmptyNotice title="Nothing yet.">Messages that a worker with the sandbox takes are shown here.</EmptyNotice>
      )}
      <ul className={styles.list}>
        {data?.items.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
}

function Message({ message: { id, name, phone, text, file, file_name, worker, at } }: { message: UnsentMessage }) {
  const { timeZone } = useAppSettings();
  return (
    <article className={styles.message}>
      <header className={styles.head}>
        <strong>
          <bdi>{name || "Guest"}</bdi>
        </strong>
        <span dir="ltr">{phone}</span>
        <span>
          {dayAndTime(at, timeZone)} · <bdi>{worker}</bdi>
        </span>
      </header>
      <div className={styles.bubble}>
        {file === "image" && <Picture id={id} name={name} />}
        {file === "document" && <Pdf id={id} fileName={file_name} />}
        <p className={styles.text} dir="auto">
          {text}
        </p>
      </div>
    </article>
  );
}

function Picture({ id, name }: { id: string; name: string }) {
  const { data, error } = useSandboxFile(id, true);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(new Blob([data], { type: "image/png" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <p>The picture could not be loaded. {plainCause(error)}</p>;
  if (!address) return <Skeleton height={160} radius="md" />;
  return (
    // biome-ignore lint/performance/noImgElement: it is on this page already.
    <img className={styles.picture} src={address} alt={`Voucher of ${name || "a guest"}`} />
  );
}

function Pdf({ id, fileName }: { id: string; fileName: string }) {
  const { refetch, isFetching } = useSandboxFile(id, false);
  const save = async () => {
    const { data, error } = await refetch();
    if (data) saveFile(new File([data], fileName, { type: "application/pdf" }));
    else toast.error(`The menu could not be loaded. ${plainCause(error)}`);
  };
  return (
    <Button variant="default" loading={isFetching} leftSection={<FileText size={18} strokeWidth={1.75} aria-hidden />} onClick={save}>
      {fileName}
    </Button>
  );
}
