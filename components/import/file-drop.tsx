import { Button, FileButton } from "@mantine/core";
import { FileUp } from "lucide-react";
import { type DragEvent, useState } from "react";
import styles from "./import-screen.module.css";

/** The server's limit (contract of /contacts/import). */
const MOST_MB = 512;

const ACCEPTED = ".vcf,.vcard,.csv,.txt,.xlsx,text/vcard,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface Props {
  onFile: (file: File) => void;
  /** A file is there already: the place becomes small. */
  chosen: string | null;
  disabled: boolean;
}

/** The place for a file: dropped on it, or chosen by its button. */
export function FileDrop({ onFile, chosen, disabled }: Props) {
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    setProblem(null);
    if (!file) return;
    if (files && files.length > 1) return setProblem("One file at a time, so that each can be looked at and undone by itself.");
    if (file.size > MOST_MB * 1024 * 1024)
      return setProblem(`This file is larger than ${MOST_MB} MB. Nothing was sent: bring it in as smaller files.`);
    onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  return (
    <section
      className={styles.drop}
      aria-label="File"
      data-over={isOver}
      data-small={chosen !== null}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) take(event.dataTransfer.files);
      }}
    >
      {chosen ? (
        <bdi className={styles.fileName}>{chosen}</bdi>
      ) : (
        <p className={styles.dropHint}>
          <FileUp size={28} strokeWidth={1.5} aria-hidden />
          <span>
            Drop a vCard, CSV or Excel file here
            <small>Contacts of a phone, Google or Outlook, or a list out of a spreadsheet</small>
          </span>
        </p>
      )}
      <FileButton onChange={(file) => file && take(listOf(file))} accept={ACCEPTED} disabled={disabled}>
        {(opener) => (
          <Button {...opener} variant={chosen ? "default" : "filled"} disabled={disabled}>
            {chosen ? "Another file" : "Choose a file"}
          </Button>
        )}
      </FileButton>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function listOf(file: File): FileList {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer.files;
}
