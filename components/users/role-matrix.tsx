import { Button, Checkbox } from "@mantine/core";
import { RotateCcw } from "lucide-react";
import { Fragment } from "react";
import { EmptyNotice } from "@/components/ui/notice";
import { PERMISSION_KEYS, PERMISSIONS, type Permission, UNCHECKED } from "@/lib/permissions";
import { VISIBILITY_TEXTS } from "@/lib/users/visibility-texts";
import type { Visibility } from "./use-visibility";
import styles from "./visibility-dialog.module.css";

interface Props {
  visibility: Visibility;
  roles: readonly string[];
  groups: readonly { title: string; keys: Permission[] }[];
}

/** Permissions down, roles across; head and first column stay in sight. */
export function RoleMatrix({ visibility, roles, groups }: Props) {
  if (groups.length === 0) return <EmptyNotice title="No permission of that name." />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Permissions of each role">
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                <RoleHead role={role} visibility={visibility} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ title, keys }) => (
            <Fragment key={title}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {title}
                </th>
              </tr>
              {keys.map((key) => (
                <tr key={key}>
                  <th scope="row">
                    {PERMISSIONS[key]} <code>{key}</code>
                    <KeyNote people={visibility.peopleWith(key)} isUnchecked={UNCHECKED.includes(key)} />
                  </th>
                  {roles.map((role) => (
                    <Cell key={role} role={role} name={key} visibility={visibility} />
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How many people a key hits, and whether holding it makes a difference yet. */
function KeyNote({ people, isUnchecked }: { people: number | null; isUnchecked: boolean }) {
  const hits = people === null ? null : people === 0 ? "Nobody holds it" : people === 1 ? "1 person" : `${people} people`;
  const words = [hits, isUnchecked && VISIBILITY_TEXTS.unchecked].filter(Boolean).join(" · ");
  return words && <small className={styles.note}>{words}</small>;
}

function RoleHead({ role, visibility }: { role: string; visibility: Visibility }) {
  return (
    <span className={styles.head}>
      <span className={styles.role}>
        <bdi>{role}</bdi>
        <small>
          {visibility.hasEverything(role)
            ? VISIBILITY_TEXTS.everything
            : `${PERMISSION_KEYS.filter((key) => visibility.holds(role, key)).length} of ${PERMISSION_KEYS.length}`}
        </small>
      </span>
      <Button
        variant="subtle"
        size="xs"
        aria-label={`Reset ${role}`}
        leftSection={<RotateCcw size={14} aria-hidden />}
        disabled={visibility.isSaving}
        onClick={() => void visibility.reset(role)}
      >
        Reset
      </Button>
    </span>
  );
}

function Cell({ role, name, visibility }: { role: string; name: Permission; visibility: Visibility }) {
  if (visibility.hasEverything(role)) return <td className={styles.all}>included</td>;
  return (
    <td className={styles.cell} data-changed={visibility.isChanged(role, name) || undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is Mantine's, inside. */}
      <label>
        <Checkbox
          aria-label={`${role}: ${PERMISSIONS[name]}`}
          checked={visibility.holds(role, name)}
          disabled={visibility.isSaving}
          onChange={(event) => visibility.wish(role, name, event.currentTarget.checked)}
        />
      </label>
    </td>
  );
}
