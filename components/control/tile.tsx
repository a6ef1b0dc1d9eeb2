import { Button } from "@mantine/core";
import { ChevronRight, CircleAlert, CircleCheck, Eye, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { inList } from "@/components/ui/counted";
import type { ControlFact } from "@/lib/control/contract";
import styles from "./control.module.css";

/** One of the four parts of the switchboard. */
export function Tile({ title, icon: Icon, children }: { title: string; icon: LucideIcon; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        <Icon size={20} strokeWidth={1.75} aria-hidden /> {title}
      </h2>
      <ul className={styles.items}>{children}</ul>
    </section>
  );
}

interface ItemProps {
  name: string;
  /** What is true of it now. */
  children: ReactNode;
  /** Where it is changed; left out for what is only said. */
  leads?: { to: string; label: string } | { run: () => void; label: string };
  /** Who can help, where it is not this person's: the item is greyed. */
  helpers?: readonly string[] | undefined;
}

/** What is true of one thing, and the way to where it is changed. */
export function Item({ name, children, leads, helpers }: ItemProps) {
  const id = useId();
  return (
    <li className={styles.item} data-off={helpers !== undefined || undefined}>
      <div className={styles.words}>
        <h3 id={id} className={styles.name}>
          {name}
        </h3>
        <div className={styles.says}>{children}</div>
        {helpers && <p className={styles.helpers}>{whoCanHelp(helpers)}</p>}
      </div>
      {leads && helpers === undefined && <Leads {...leads} about={id} />}
    </li>
  );
}

function Leads({ about, label, ...leads }: NonNullable<ItemProps["leads"]> & { about: string }) {
  const id = useId();
  const looks = {
    id,
    variant: "subtle",
    size: "sm",
    className: styles.leads,
    rightSection: <ChevronRight size={16} aria-hidden />,
    "aria-labelledby": `${id} ${about}`,
  } as const;
  if ("to" in leads)
    return (
      <Button component={Link} href={leads.to} {...looks}>
        {label}
      </Button>
    );
  return (
    <Button onClick={leads.run} aria-haspopup="dialog" {...looks}>
      {label}
    </Button>
  );
}

function whoCanHelp(names: readonly string[]): string {
  return names.length === 0 ? "Nobody who is known here may change it." : `Who can help: ${inList(names)}.`;
}

const TONES = {
  good: { icon: CircleCheck, words: "Good" },
  look: { icon: Eye, words: "To look at" },
  bad: { icon: CircleAlert, words: "To do now" },
} as const;

/** A part of the house with how it stands: by a sign, a word and a sentence, and never by a colour alone. */
export function Fact({ fact: { tone, name, says, todo } }: { fact: Omit<ControlFact, "key"> }) {
  const { icon: Icon, words } = TONES[tone];
  return (
    <li className={styles.fact} data-tone={tone}>
      <Icon size={18} strokeWidth={1.75} aria-label={words} role="img" />
      <div className={styles.words}>
        <h3 className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={styles.says}>
          {says} {todo && <b className={styles.todo}>{todo}</b>}
        </p>
      </div>
    </li>
  );
}
