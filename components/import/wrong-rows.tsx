import { Button, SegmentedControl } from "@mantine/core";
import { Download } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { ErrorNotice } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { CHOICE_WORDS, WRONG_KINDS, WRONG_WORDS } from "@/lib/contact-files/wrong-kinds";
import type { ImportAnswer } from "@/lib/import/contract";
import styles from "./import-screen.module.css";
import { type FileChoice, useWrongRows } from "./queries";

interface Props {
  choice: FileChoice;
  trial: ImportAnswer;
  onWrong: (choices: FileChoice["wrong"]) => void;
  disabled: boolean;
}

/** What is wrong in the file, row by row, before anything is brought in: what is done with it, and the rows to be mended. */
export function WrongRows({ choice, trial, onWrong, disabled }: Props) {
  const download = useWrongRows();
  if (trial.wrong.length === 0) return null;
  const isTable = (trial.columns ?? []).length > 0;
  return (
    <section aria-labelledby="import-wrong">
      <h2 className={styles.title} id="import-wrong">
        What is wrong
      </h2>
      <ul className={styles.wrong}>
        {trial.wrong.map(({ what, rows, choice: chosen }) => (
          <li key={what}>
            <span>
              {WRONG_WORDS[what]} <small>{counted(rows, "row")}</small>
            </span>
            {WRONG_KINDS[what].length > 1 ? (
              <SegmentedControl
                aria-label={WRONG_WORDS[what]}
                data={WRONG_KINDS[what].map((value) => ({ value, label: CHOICE_WORDS[value] }))}
                value={chosen}
                disabled={disabled}
                onChange={(value) => onWrong({ [what]: value })}
              />
            ) : (
              <span className={styles.help}>Stays out</span>
            )}
          </li>
        ))}
      </ul>
      {isTable && (
        <Button
          variant="default"
          loading={download.isPending}
          onClick={() => download.mutate(choice, { onSuccess: saveFile })}
          leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
        >
          Download the wrong rows
        </Button>
      )}
      {isTable && <p className={styles.help}>As CSV, with what is wrong in a first column: mend them, and bring that file in.</p>}
      {download.error && <ErrorNotice title={download.error.message} />}
    </section>
  );
}
