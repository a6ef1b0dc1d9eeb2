import { CircleAlert, CircleCheck } from "lucide-react";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { checkAudit } from "@/lib/audit/contract";
import styles from "./audit-screen.module.css";
import { storeInWords } from "./store-in-words";

/** Whether every entry is as it was written. */
export function CheckResult({ answer: { intact, stores, unavailable } }: { answer: AnswerOf<typeof checkAudit> }) {
  const chained = stores.reduce((sum, store) => sum + store.chained, 0);
  const older = stores.reduce((sum, store) => sum + store.older, 0);
  const Icon = intact ? CircleCheck : CircleAlert;
  return (
    <div className={styles.check} data-tone={intact ? "success" : "danger"}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <p>
          {intact
            ? `Nothing was changed or taken out: ${chained === 1 ? "the 1 entry stands as it was" : `all ${chained.toLocaleString("en")} entries stand as they were`} written.`
            : "Somebody changed the trail behind the server's back. Keep the files as they are, and compare them with a backup:"}
        </p>
        {!intact && (
          <ul>
            {stores.map(
              ({ store, broken_at }) => broken_at !== null && <li key={store}>{`${storeInWords(store)}: from entry ${broken_at} on`}</li>,
            )}
          </ul>
        )}
        {older > 0 && (
          <p className={styles.aside}>
            {older.toLocaleString("en")} older {older === 1 ? "entry" : "entries"} cannot be checked: an earlier version wrote{" "}
            {older === 1 ? "it" : "them"}.
          </p>
        )}
        {unavailable.length > 0 && (
          <p className={styles.aside}>Not looked at, because they could not be read: {unavailable.map(storeInWords).join(", ")}.</p>
        )}
      </div>
    </div>
  );
}
