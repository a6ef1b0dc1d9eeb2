import { Button } from "@mantine/core";
import { BellOff, TriangleAlert, X } from "lucide-react";
import { counted } from "@/components/ui/counted";
import { GuestName } from "@/components/ui/guest-name";
import { toast } from "@/components/ui/toast";
import styles from "./chosen-people.module.css";
import { type Chosen, keyOf, phoneOf, type Refused } from "./recipients";
import type { UsedLetter } from "./use-letter";

/** Who was chosen over all searches; each can be taken off again. */
export function ChosenPeople({ letter, refused }: { letter: UsedLetter; refused: readonly Refused[] }) {
  const { chosen } = letter;
  if (chosen.length === 0) return null;
  const unreachable = chosen.filter((one) => phoneOf(one) === "").length;
  const reasonOf = (one: Chosen) => refused.find(({ person }) => person === one)?.reason ?? null;
  const clear = () => {
    letter.drop(chosen);
    toast.undo(`${counted(chosen.length, "guest")} taken off`, () => letter.choose(chosen));
  };
  return (
    <section className={styles.chosen} aria-label="Chosen">
      <div className={styles.head}>
        <span role="status">
          {chosen.length} selected{unreachable > 0 && `, ${unreachable} without phone`}
          {refused.length > 0 && `, ${refused.length} left out`}
        </span>
        <Button variant="subtle" color="neutral" size="xs" onClick={clear}>
          Remove all
        </Button>
      </div>
      <ul className={styles.chips}>
        {chosen.map((one) => (
          <li key={keyOf(one)} className={styles.chip} data-unreachable={phoneOf(one) === "" || reasonOf(one) !== null || undefined}>
            {phoneOf(one) === "" && <TriangleAlert size={14} strokeWidth={1.75} role="img" aria-label="Without phone" />}
            {reasonOf(one) !== null && <BellOff size={14} strokeWidth={1.75} role="img" aria-label={`Left out: ${reasonOf(one)}`} />}
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
