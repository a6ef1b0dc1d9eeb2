import { ActionIcon, Button, Skeleton, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { StaffRole } from "@/lib/staff/contract";
import { hasName } from "@/lib/staff/names";
import { STAFF_TEXTS } from "@/lib/staff/staff-texts";
import styles from "./manage-staff-dialog.module.css";
import type { ManagedStaff } from "./use-managed-staff";

interface Props {
  title: string;
  of: StaffRole;
  names: readonly string[];
  managed: ManagedStaff;
}

/** One list: the field that adds on top, then the names, each with the way off. */
export function StaffList({ title, of, names, managed }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const remove = (name: string, index: number) => {
    void managed.remove(of, name);
    // The button has gone with its row: whoever takes several off by keyboard goes on at the next one.
    window.setTimeout(() => {
      const buttons = list.current?.querySelectorAll("button");
      (buttons?.[Math.min(index, (buttons?.length ?? 1) - 1)] ?? field.current)?.focus();
    });
  };
  return (
    <section className={styles.list} aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className="note tabular">{names.length}</span>
      </h3>
      <AddName of={of} names={names} managed={managed} field={field} />
      {managed.staff.isLoading ? (
        <div role="status" aria-label="Loading" className={styles.waiting}>
          {["a", "b", "c"].map((row) => (
            <Skeleton key={row} height={32} radius="sm" />
          ))}
        </div>
      ) : (
        <ul ref={list} className="plain-list">
          {names.map((name, index) => (
            <li key={name} className={styles.name}>
              <bdi>{name}</bdi>
              <ActionIcon aria-label={`Remove ${name}`} disabled={!managed.isReady} onClick={() => remove(name, index)}>
                <X size={18} strokeWidth={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
          {names.length === 0 && <li className={styles.nobody}>Nobody on this list</li>}
        </ul>
      )}
    </section>
  );
}

interface AddNameProps extends Omit<Props, "title"> {
  field: React.RefObject<HTMLInputElement | null>;
}

function AddName({ of, names, managed, field }: AddNameProps) {
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim().replace(/\s+/g, " ");
    field.current?.focus();
    if (name === "") return setTyped("");
    setRefused(hasName(names, name));
    if (hasName(names, name)) return shake(field.current);
    setTyped("");
    void managed.change({ kind: "add", role: of, name });
  };
  return (
    <form className={styles.add} onSubmit={add}>
      <TextInput
        ref={field}
        className={styles.field}
        aria-label={`Add a ${of}`}
        placeholder={`Add a ${of}`}
        {...AUTO_DIR}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={60}
        disabled={!managed.isReady}
        error={refused && hasName(names, typed) ? STAFF_TEXTS.alreadyThere : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={!managed.isReady} leftSection={<Plus size={18} aria-hidden />}>
        Add
      </Button>
    </form>
  );
}

/** Shakes the field; the sentence stands below it. */
function shake(field: HTMLElement | null): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  field?.animate({ transform: ["none", "translateX(-4px)", "translateX(4px)", "translateX(-4px)", "none"] }, 240);
}
