import { Button, TextInput } from "@mantine/core";
import { Building2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { longDate } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { TEXT_LIMITS } from "@/lib/person";
import { DATE_SEARCH_TEXTS, GUEST_TEXTS } from "@/lib/texts";
import { useSetCompany, useUndoCompany } from "./queries";
import styles from "./set-company.module.css";

/** One company for everybody of the date: a wedding, a conference. What stood there before is kept, and comes back by Undo. */
export function SetCompany({ date, guests }: { date: string; guests: number }) {
  const dialogs = useDialogs();
  const set = useSetCompany();
  const undo = useUndoCompany();
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
      const { message, undo_id } = await set.mutateAsync({ date, company: wanted });
      setCompany("");
      if (undo_id) toast.undo(message || GUEST_TEXTS.updated, () => void takeBack(undo_id));
      else toast.info(message || GUEST_TEXTS.updated);
    } catch (error) {
      setProblem(error instanceof Error && error.message ? error.message : GUEST_TEXTS.failedToUpdate);
    }
  };
  const takeBack = (id: string) =>
    undo.mutateAsync(id).then(
      ({ message }) => toast.success(message),
      (error: Error) => toast.error(error.message),
    );

  return (
    <form className={styles.panel} onSubmit={submit} aria-labelledby="set-company" noValidate>
      <h2 id="set-company" className={styles.title}>
        <Building2 size={20} strokeWidth={1.75} aria-hidden />
        {DATE_SEARCH_TEXTS.setCompany}
      </h2>
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
      <Button type="submit" variant="default" loading={set.isPending}>
        Set company
      </Button>
    </form>
  );
}
