import { Button } from "@mantine/core";
import { TriangleAlert, X } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { GuestName } from "@/components/ui/guest-name";
import { toast } from "@/components/ui/toast";
import styles from "./chosen-people.module.css";
import { keyOf, phoneOf } from "./recipients";
import type { UsedLetter } from "./use-letter";

/** Who was chosen over all searches; each can be taken off again. */
export function ChosenPeople({ letter }: { letter: UsedLetter }) {
  const { chosen } = letter;
  if (chosen.length === 0) return null;
  const unreachable = chosen.filter((one) => phoneOf(one) === "").length;
  const clear = () => {
    letter.drop(chosen);
    toast.undo(`${counted(chosen.length, "guest")} taken off`, () => letter.choose(chosen));
  };
  return (
    <section className={styles.chosen} aria-label="Chosen">
      <div className={styles.head}>
        <span role="status">
          {chosen.length} selected{unreachable > 0 && `, ${unreachable} without phone`}
        </span>
        <Button variant="subtle" color="neutral" size="xs" onClick={clear}>
          Remove all
        </Button>
      </div>
      <ul className={styles.chips}>
        {chosen.map((one) => (
          <li key={keyOf(one)} className={styles.chip} data-unreachable={phoneOf(one) === "" || undefined}>
            {phoneOf(one) === "" && <TriangleAlert size={14} strokeWidth={1.75} role="img" aria-label="Without phone" />}
            <span className={styles.name} dir="auto">
              <GuestName name={one.called ?? one.name} />
            </span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${one.name.trim() || "the guest without a name"}`}
              onClick={() => letter.drop([one])}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
