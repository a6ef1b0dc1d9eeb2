import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { counted } from "@/components/ui/counted";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { failureText } from "@/components/ui/notice";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import { TEXT_LIMITS } from "@/lib/guest-fields";
import { LANGUAGES } from "@/lib/languages";
import { type GuestChange, useAllDataCount, useChangeTogether } from "./queries";

interface Props {
  filters: Record<string, string>;
  /** Null for all whom the filters find. */
  ids: string[] | null;
  onDone: (message: string, undoId: string | null) => void;
  onClose: () => void;
}

const KINDS = [
  { value: "company", label: "Set company" },
  { value: "language", label: "Set language" },
  { value: "delete", label: "Delete" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

/** Asks what is done, and says for how many guests before it is. */
export function ChangeDialog({ filters, ids, onDone, onClose }: Props) {
  const [kind, setKind] = useState<Kind>("company");
  const [company, setCompany] = useState("");
  const [language, setLanguage] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const counting = useAllDataCount(ids === null ? filters : null);
  const change = useChangeTogether();
  const count = ids?.length ?? (counting.isWhole ? counting.sum : null);
  const isReady = count !== null && count > 0 && (kind !== "company" || company.trim() !== "");

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady || change.isPending) return;
    setProblem(null);
    try {
      const { message, undo_id } = await change.mutateAsync({
        ...(ids ? { ids } : { filters }),
        ...saidOf(kind, company, language),
        count,
      });
      onDone(message, undo_id);
      onClose();
    } catch (error) {
      setProblem(failureText(error, ALL_DATA_TEXTS.notChanged));
    }
  };

  return (
    <NativeDialog
      opened
      role="dialog"
      title={count === null ? "Change these guests" : `Change ${counted(count, "guest")}`}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            color={kind === "delete" ? "danger" : undefined}
            disabled={!isReady}
            loading={change.isPending}
            onClick={() => void submit()}
          >
            {count === null ? "Counting…" : labelOf(kind, count)}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => void submit(event)} className="stack">
        <ChoiceChips label="What" choices={KINDS} value={kind} onChange={(value) => setKind(value as Kind)} />
        <Value kind={kind} company={company} onCompany={setCompany} language={language} onLanguage={setLanguage} />
        <p>{kind === "delete" ? ALL_DATA_TEXTS.deleting : ALL_DATA_TEXTS.setting}</p>
        {problem && <p role="alert">{problem}</p>}
      </form>
    </NativeDialog>
  );
}

/** The button names its result. */
function labelOf(kind: Kind, count: number): string {
  return kind === "delete" ? `Delete ${counted(count, "guest")}` : `Set for ${counted(count, "guest")}`;
}

function saidOf(kind: Kind, company: string, language: string): GuestChange {
  if (kind === "delete") return { delete: true };
  return { set: kind === "company" ? { company: company.trim() } : { language } };
}

interface ValueProps {
  kind: Kind;
  company: string;
  onCompany: (company: string) => void;
  language: string;
  onLanguage: (language: string) => void;
}

/** What all of them get. */
function Value({ kind, company, onCompany, language, onLanguage }: ValueProps) {
  if (kind === "delete") return null;
  if (kind === "language") {
    return (
      <NativeSelect
        label="Language"
        value={language}
        data={[{ value: "", label: "Not known" }, ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => onLanguage(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      label="Company"
      {...AUTO_DIR}
      autoComplete="off"
      maxLength={TEXT_LIMITS.company}
      value={company}
      onChange={(event) => onCompany(event.currentTarget.value)}
    />
  );
}
