import { Button } from "@mantine/core";
import { Copy, Download, ExternalLink } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { copyText } from "@/components/ui/copy-text";
import { dayAndTime } from "@/components/ui/local-times";
import { failureText } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { RULE_LANGUAGE_NAMES, COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import { RULE_LANGUAGES, wholeRules } from "@/lib/competitions/rules-text";
import styles from "./competitions.module.css";
import { useProofFile } from "./queries";

/** What was fixed when the list was locked, and where everybody checks it. */
export function ProofBox({ opened: { competition, proof_url } }: { opened: OpenedCompetition }) {
  const { timeZone } = useAppSettings();
  const { id, lock, drawn, draws_at } = competition;
  if (!lock) return null;
  return (
    <section className={styles.box} aria-labelledby="competition-proof">
      <h2 id="competition-proof" className={styles.title}>
        The locked list and its proof
      </h2>
      <p className={styles.facts}>
        Locked by <bdi>{lock.by}</bdi>, {dayAndTime(lock.at, timeZone)}. SHA-256 of the list:
      </p>
      <p className={styles.hash} dir="ltr">
        {lock.sha256}
      </p>
      <p className={styles.text}>
        {lock.way === "drand" ? `Round ${lock.round} of quicknet draws` : "The secret of this server draws, weaker than public randomness"}
        {draws_at && `, from ${dayAndTime(draws_at, timeZone)} on`}.
      </p>
      {lock.commitment && (
        <p className={styles.hash} dir="ltr">
          SHA-256 of the secret: {lock.commitment}
        </p>
      )}
      {drawn && (
        <>
          <p className={styles.facts}>
            Drawn by <bdi>{drawn.by}</bdi>, {dayAndTime(drawn.at, timeZone)}. Randomness:
          </p>
          <p className={styles.hash} dir="ltr">
            {drawn.randomness}
          </p>
        </>
      )}
      <ProofActions id={id} sha256={lock.sha256} address={proof_url} />
      {!proof_url && <p className={styles.facts}>{TEXTS.publicUrl}</p>}
    </section>
  );
}

function ProofActions({ id, sha256, address }: { id: string; sha256: string; address: string | null }) {
  const file = useProofFile();
  const copy = async () => {
    if (await copyText(sha256)) toast.success("The SHA-256 is copied.");
    else toast.error("This device did not let it be copied. Select and copy it by hand.");
  };
  const save = () =>
    file.mutate(id, { onSuccess: saveFile, onError: (error) => toast.error(failureText(error, "The proof could not be loaded.")) });
  return (
    <div className={styles.actions}>
      <Button variant="default" leftSection={<Copy size={18} strokeWidth={1.75} aria-hidden />} onClick={() => void copy()}>
        Copy the SHA-256
      </Button>
      <Button variant="default" loading={file.isPending} leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />} onClick={save}>
        Download the proof
      </Button>
      {address && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<ExternalLink size={18} strokeWidth={1.75} aria-hidden />}
        >
          Open the public page
        </Button>
      )}
    </div>
  );
}

/** The rules as everybody reads them, in each language. */
export function RulesBox({ opened: { competition } }: { opened: OpenedCompetition }) {
  return (
    <section className={styles.box} aria-labelledby="competition-rules">
      <h2 id="competition-rules" className={styles.title}>
        Rules
      </h2>
      {RULE_LANGUAGES.map((language) => (
        <details key={language} className={styles.fold}>
          <summary>{RULE_LANGUAGE_NAMES[language]}</summary>
          <p className={styles.text} lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
            {wholeRules(competition.rules, language)}
          </p>
        </details>
      ))}
    </section>
  );
}

/** Every step of it, and who took it. */
export function HistoryBox({ history }: Pick<OpenedCompetition, "history">) {
  const { timeZone } = useAppSettings();
  return (
    <section className={styles.box} aria-labelledby="competition-history">
      <h2 id="competition-history" className={styles.title}>
        What happened
      </h2>
      <ul className={styles.list}>
        {history.map(({ id, at, who, what }) => (
          <li key={id} className={styles.row}>
            <span>
              <bdi>{what}</bdi>
            </span>
            <span className={styles.facts}>
              <bdi>{who}</bdi>, {dayAndTime(at, timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
