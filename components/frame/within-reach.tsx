import Link from "next/link";
import { type ReactNode, useId } from "react";
import { type HouseAction, useHouseActions } from "@/components/app-base/house-actions";
import { useMayOpen } from "@/components/app-base/session";
import { MenuIcon } from "./menu-icon";
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
          {pages.map(({ href, label }) => (
            <Row key={href} icon={href} label={label} sentence={PAGE_SENTENCES[href]} href={href} />
          ))}
        </Group>
      )}
      {GROUPS.map((group) => {
        const own = actions.filter((action) => action.group === group);
        if (own.length === 0) return null;
        return (
          <Group key={group} title={group}>
            {own.map(({ name, label, run }) => (
              <Row key={name} icon={name} label={label} sentence={ACTION_SENTENCES[name]} onClick={run} />
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

interface RowProps {
  /** The page or action whose sign it bears. */
  icon: string;
  label: string;
  sentence: string;
}

/** Its name is the label alone: the sentence describes it. */
function Row({ icon, label, sentence, ...does }: RowProps & ({ href: string } | { onClick: () => void })) {
  const id = useId();
  const named = { className: styles.row, "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-sentence` };
  const words = (
    <>
      <MenuIcon of={icon} />
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-sentence`}>{sentence}</span>
      </span>
    </>
  );
  return (
    <li>
      {"href" in does ? (
        <Link {...named} href={does.href}>
          {words}
        </Link>
      ) : (
        <button {...named} type="button" onClick={does.onClick}>
          {words}
        </button>
      )}
    </li>
  );
}
