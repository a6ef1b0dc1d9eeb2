import { Checkbox } from "@mantine/core";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { PEOPLE_TEXTS } from "@/lib/auth/account-texts";
import { can, EVERYTHING, PERMISSION_GROUPS, PERMISSIONS } from "@/lib/permissions";
import type { ListedUser } from "@/lib/users/contract";
import styles from "./people.module.css";

interface Props {
  value: readonly string[];
  /** What the chosen roles hold. */
  byRoles: readonly string[];
  onChange: (keys: string[]) => void;
}

/** `staff`, `staff + 2 keys`. */
export function holdsInWords({ roles, own_keys }: Pick<ListedUser, "roles" | "own_keys">): string {
  return [roles.join(", "), ...(own_keys.length > 0 ? [counted(own_keys.length, "key")] : [])].join(" + ");
}

/** Keys that one person holds beside the roles. What a role gives is shown and not changed here. */
export function OwnKeys({ value, byRoles, onChange }: Props) {
  const { permissions } = useSession();
  if (byRoles.includes(EVERYTHING)) return null;
  return (
    <details className={styles.keys}>
      <summary>
        {PEOPLE_TEXTS.ownKeys}: {value.length > 0 ? counted(value.length, "key") : "none"}
      </summary>
      <p className="note">{PEOPLE_TEXTS.ownKeysNote}</p>
      {PERMISSION_GROUPS.map(({ title, keys }) => (
        <fieldset key={title} className={styles.limit}>
          <legend className={styles.legend}>{title}</legend>
          <div className={styles.ownKeys}>
            {keys.map((key) => {
              const isByRole = byRoles.includes(key);
              return (
                <Checkbox
                  key={key}
                  label={isByRole ? `${PERMISSIONS[key]} (by the role)` : PERMISSIONS[key]}
                  checked={isByRole || value.includes(key)}
                  disabled={isByRole || !can(permissions, key)}
                  onChange={(event) => onChange(event.currentTarget.checked ? [...value, key] : value.filter((one) => one !== key))}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </details>
  );
}
