import { Button, Skeleton } from "@mantine/core";
import { Gift } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { BranchMark } from "@/components/ui/branch-mark";
import { counted, inList } from "@/components/ui/counted";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import type { AnswerOf } from "@/lib/api/endpoint";
import { branchName } from "@/lib/known-branches";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import type { loyaltyPanel, Suspicion } from "@/lib/loyalty/panel/contract";
import styles from "./loyalty.module.css";
import { usePanel } from "./queries";

type Panel = AnswerOf<typeof loyaltyPanel>;

/** Points in figures, the guests with the most, the restaurants beside each other, and what looks odd. */
export function LoyaltySection() {
  const { data, isPending, error, refetch } = usePanel();
  if (isPending) return <Skeleton height={280} radius="md" aria-label="Loading loyalty" role="status" />;
  if (!data) return <ErrorNotice title={TEXTS.notLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      {!data.is_on && <p className="note">The programme is off: no points are given now.</p>}
      <Figures panel={data} />
      <div className={styles.columns}>
        <Top panel={data} />
        <League panel={data} />
      </div>
      <Suspicious suspicious={data.suspicious} />
      <Checked checked={data.checked} />
      <div className={styles.actions}>
        <Button component={Link} href="/loyalty" variant="light" leftSection={<Gift size={18} strokeWidth={1.75} aria-hidden />}>
          Rules and rewards{data.waiting > 0 ? ` (${data.waiting} waiting)` : ""}
        </Button>
      </div>
    </div>
  );
}

function Figures({ panel }: { panel: Panel }) {
  const figures: [string, number][] = [
    ["Members", panel.members],
    ["Active in 90 days", panel.active],
    ["Outstanding", panel.outstanding],
    ["Given in 90 days", panel.issued],
    ["Spent in 90 days", panel.redeemed],
    ["Expired in 90 days", panel.expired],
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}

function List({ title, empty, children }: { title: string; empty: string | null; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {empty === null ? <ul className={styles.list}>{children}</ul> : <p className="note">{empty}</p>}
    </section>
  );
}

function Top({ panel: { top, unit } }: { panel: Panel }) {
  return (
    <List title="Most points" empty={top.length === 0 ? "Nobody has points yet." : null}>
      {top.map(({ id, name, points, visits }) => (
        <li key={id} className={styles.row}>
          <span className={styles.what}>
            <bdi>{name}</bdi>
            <span className={styles.facts}>{counted(visits, "visit")}</span>
          </span>
          <span className={styles.amount}>
            {points.toLocaleString("en")} {unit}
          </span>
        </li>
      ))}
    </List>
  );
}

function League({ panel: { league, unit } }: { panel: Panel }) {
  return (
    <List title="Restaurants in 90 days" empty={league.length === 0 ? "No points were given in 90 days." : null}>
      {league.map(({ branch, issued, guests, redeemed }) => (
        <li key={branch} className={styles.row}>
          <span className={styles.what}>
            <BranchMark branch={branch} />
            <span className={styles.facts}>
              {counted(guests, "guest")} · {redeemed.toLocaleString("en")} spent
            </span>
          </span>
          <span className={styles.amount}>
            {issued.toLocaleString("en")} {unit}
          </span>
        </li>
      ))}
    </List>
  );
}

function Suspicious({ suspicious }: { suspicious: readonly Suspicion[] }) {
  const { timeZone } = useAppSettings();
  return (
    <List title="Look at these" empty={suspicious.length === 0 ? "Nothing odd in 30 days." : null}>
      {suspicious.map((one) => (
        <li key={`${one.kind} ${one.who} ${one.at}`} className={styles.row}>
          <span className={styles.what}>
            <bdi>{one.who}</bdi>
            <span className={styles.facts}>
              {one.kind === "adjustments"
                ? `changed points by hand ${one.times} times in 30 days`
                : `was in ${inList(one.branches.map(branchName))} within an hour`}
              {` · ${dayAndTime(one.at, timeZone)}`}
            </span>
          </span>
          <span className={styles.amount}>{one.points.toLocaleString("en")}</span>
        </li>
      ))}
    </List>
  );
}

function Checked({ checked }: { checked: Panel["checked"] }) {
  const { timeZone } = useAppSettings();
  if (!checked) return <p className="note">The balances are compared with the ledger each night; the first night is to come.</p>;
  const { at, customers, differs } = checked;
  const when = dayAndTime(at, timeZone);
  if (differs === 0)
    return (
      <p className="note">
        All {customers.toLocaleString("en")} balances are the sums of their ledger. Checked {when}.
      </p>
    );
  return (
    <p role="alert" className={styles.differs}>
      {counted(differs, "balance")} of {customers.toLocaleString("en")} {differs === 1 ? "is" : "are"} not the sum of the ledger. Checked{" "}
      {when}. Nothing was changed. Tell whoever looks after Daftar: the log says which.
    </p>
  );
}
