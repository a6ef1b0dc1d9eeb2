import { Button, TextInput } from "@mantine/core";
import { Store } from "lucide-react";
import { type FormEvent, useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { BRANCHES_TEXTS } from "@/lib/branches/branch-texts";
import type { ListedBranch } from "@/lib/branches/contract";
import { keyFor } from "@/lib/branches/key";
import { mayBeKey } from "@/lib/known-branches";
import styles from "./branches.module.css";
import { useOpenBranch } from "./queries";

/** Opens a restaurant: its name, and the key that stays for ever, which the name suggests until somebody writes another one. */
export function NewBranch({ known }: { known: readonly ListedBranch[] }) {
  const [name, setName] = useState("");
  const [typedKey, setTypedKey] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const open = useOpenBranch();
  const key = typedKey ?? keyFor(name);
  const keyProblem = problemOf(key, known);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (open.isPending) return;
    setTried(true);
    if (name.trim() === "" || keyProblem) return;
    const answer = await open.mutateAsync({ key, name: name.trim() }).catch(() => null);
    if (!answer) return;
    toast.success(answer.message);
    setName("");
    setTypedKey(null);
    setTried(false);
  };
  return (
    <form className={styles.new} onSubmit={submit} noValidate aria-label={BRANCHES_TEXTS.open}>
      <h3 className={styles.heading}>{BRANCHES_TEXTS.open}</h3>
      <div className={styles.form}>
        <TextInput
          className={styles.field}
          label="Name"
          description={BRANCHES_TEXTS.nameHelp}
          maxLength={40}
          autoComplete="off"
          {...AUTO_DIR}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && name.trim() === "" ? BRANCHES_TEXTS.nameMissing : null}
        />
        <TextInput
          className={styles.field}
          label="Key"
          description={BRANCHES_TEXTS.keyHelp}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={key}
          onChange={(event) => setTypedKey(event.currentTarget.value.toLowerCase())}
          error={(tried || key !== "") && name.trim() !== "" ? keyProblem : null}
        />
      </div>
      {open.error && (
        <p className={styles.problem} role="alert">
          {changeFailure(open.error, BRANCHES_TEXTS.notOpened, BRANCHES_TEXTS.listShows)}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        className={styles.submit}
        loading={open.isPending}
        leftSection={<Store size={18} strokeWidth={1.75} aria-hidden />}
      >
        {BRANCHES_TEXTS.open}
      </Button>
    </form>
  );
}

function problemOf(key: string, known: readonly ListedBranch[]): string | null {
  const same = known.find((branch) => branch.key === key);
  if (same) return `${same.name} has this key.`;
  return mayBeKey(key) ? null : BRANCHES_TEXTS.keyRule;
}
