import { Button, TextInput } from "@mantine/core";
import { Building2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useServerClock } from "@/components/app-base/server-clock";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useDialogs } from "@/components/ui/dialogs";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { DATE_SEARCH_TEXTS } from "@/lib/date-search/date-search-texts";
import { TEXT_LIMITS } from "@/lib/guest-fields";
import { GUEST_TEXTS } from "@/lib/guests/guest-texts";
import { useLastChange } from "./last-change";
import { useSetCompany } from "./queries";
import styles from "./set-company.module.css";

interface Props {
  date: string;
  guests: number;
}

/** Beside the rows of a wide screen. */
export function SetCompanyPanel(props: Props) {
  return (
    <section className={styles.panel} aria-label={DATE_SEARCH_TEXTS.setCompany}>
      <h2 className={styles.title}>
        <Building2 size={20} strokeWidth={1.75} aria-hidden />
        {DATE_SEARCH_TEXTS.setCompany}
      </h2>
      <SetCompany {...props} />
    </section>
  );
}

/** The same on a phone or a tablet, where the rows need the width. */
export function SetCompanySheet({ onClose, ...props }: Props & { onClose: () => void }) {
  return (
    <DialogFrame
      size="sheet"
      title={DATE_SEARCH_TEXTS.setCompany}
      onClose={onClose}
      action={
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className={styles.sheet}>
        <SetCompany {...props} onDone={onClose} />
      </div>
    </DialogFrame>
  );
}

/** One company for everybody of the date: a wedding, a conference. What stood there before is kept, and comes back by Undo. */
function SetCompany({ date, guests, onDone }: Props & { onDone?: () => void }) {
  const dialogs = useDialogs();
  const set = useSetCompany();
  const now = useServerClock();
  const [, setLast] = useLastChange("company");
  const [company, setCompany] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = company.trim();
    if (!wanted || !date) return setProblem(GUEST_TEXTS.companyAndDate);
    setProblem(null);
    const body = `${counted(guests, "guest")} of ${longDate(date)}, at their tables and in the guest book. A backup is made first, and the companies that stood there come back by Undo.`;
    if (!(await dialogs.confirm({ title: `Set the company to ${wanted}?`, body, confirmLabel: "Set company" }))) return;
    try {
      const { message, updated, backups, undo_id } = await set.mutateAsync({ date, company: wanted });
      setCompany("");
      toast.success(message || GUEST_TEXTS.updated);
      const figures = `${wanted}: ${counted(updated, "line")} changed`;
      if (undo_id) setLast({ date, figures, backup: backups.join(", "), undo_id, at: now.toISOString() });
      onDone?.();
    } catch (error) {
      setProblem(failureText(error, GUEST_TEXTS.failedToUpdate));
    }
  };

  return (
    <form className="stack" onSubmit={submit} aria-label={DATE_SEARCH_TEXTS.setCompany} noValidate>
      <TextInput
        label="Company"
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={TEXT_LIMITS.company}
        disabled={set.isPending}
        value={company}
        error={problem}
        onChange={(event) => setCompany(event.currentTarget.value)}
      />
      <Button type="submit" variant={onDone ? "filled" : "default"} loading={set.isPending}>
        Set company
      </Button>
    </form>
  );
}
