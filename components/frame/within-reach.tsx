import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { useMayOpen } from "@/components/app-base/session";
import { PAGES } from "./navigation";
import { ACTION_SENTENCES, PAGE_SENTENCES } from "./what-each-does";
import styles from "./within-reach.module.css";

const GROUPS: readonly HouseAction["group"][] = ["Actions", "End", "Options"];

/** Everything that whoever is signed in may open or do, each with a sentence, in the groups of the navigation. */
export function WithinReach() {
  const mayOpen = useMayOpen();
  const actions = useHouseActions();
  const pages = PAGES.filter(({ href, permission }) => href !== "/control" && mayOpen(permission));
  return (
    <div className={styles.groups}>
      {pages.length > 0 && (
        <Group title="Pages">
          {pages.map(({ href, label, icon }) => (
            <Row key={href} icon={icon} sentence={PAGE_SENTENCES[href]}>
              <Link href={href} className={styles.link}>
                {label}
              </Link>
            </Row>
          ))}
        </Group>
      )}
      {GROUPS.map((group) => {
        const own = actions.filter((action) => action.group === group);
        if (own.length === 0) return null;
        return (
          <Group key={group} title={group}>
            {own.map(({ name, label, icon, run }) => (
              <Row key={name} icon={icon} sentence={ACTION_SENTENCES[name]}>
                <button type="button" className={styles.link} onClick={run}>
                  {label}
                </button>
              </Row>
            ))}
          </Group>
        );
      })}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}

/** All of it is pressed by what stands in it. */
function Row({ icon: Icon, sentence, children }: { icon: LucideIcon; sentence: string; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <span className={styles.words}>
        {children}
        <span className={styles.sentence}>{sentence}</span>
      </span>
    </li>
  );
}
