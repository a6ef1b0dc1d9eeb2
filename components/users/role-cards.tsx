import { sendsInWords } from "@/lib/queue/who-may-send";
import styles from "./people.module.css";
import { useRoles } from "./queries";

/** The roles that New User offers (docs/design/spec-shell.md 5), each with what it means. What a role sends depends on what it holds now. */
const OFFERED = [
  { role: "admin", words: "Everything, also users and what each role may do." },
  { role: "staff", words: "The evening, as Configure Visibility has it." },
];

/** One of two roles, as two cards; the browser's own radio buttons underneath bring the arrow keys. */
export function RoleCards({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const held = useRoles().data?.roles;
  const sends = (role: string) => role !== "admin" && held?.[role] && sendsInWords(held[role]);
  return (
    <fieldset className={styles.limit}>
      <legend className={styles.legend}>Role</legend>
      <div className={styles.cards}>
        {OFFERED.map(({ role, words }) => (
          <label key={role} className={styles.card}>
            <input type="radio" name="new-user-role" aria-label={role} checked={value === role} onChange={() => onChange(role)} />
            <strong>{role}</strong>
            <span>
              {words} {sends(role)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
