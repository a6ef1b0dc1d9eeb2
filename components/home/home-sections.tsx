import { Accordion } from "@mantine/core";
import { CalendarClock, type LucideIcon, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { useBranch } from "@/components/app-base/app-settings";
import { useCompetitionsAtHome } from "@/components/competitions/queries";
import { summaryOf, tonightInShort, useTonight } from "@/components/reservations/tonight";
import { counted } from "@/components/ui/counted";
import { lazyComponent } from "@/components/ui/lazy-component";
import { COMPETITION_TEXTS } from "@/lib/competitions/competition-texts";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import styles from "./home-screen.module.css";

const CompetitionsSection = lazyComponent(() =>
  import("@/components/competitions/home-section").then((module) => module.CompetitionsSection),
);
const ReservationsSection = lazyComponent(() =>
  import("@/components/reservations/home-section").then((module) => module.ReservationsSection),
);

export const COMPETITIONS_SECTION = "competitions";
export const RESERVATIONS_SECTION = "reservations";

/** How many run, and how many comments they have. */
export function CompetitionsNow({ isSeen }: { isSeen: boolean }) {
  const running = useCompetitionsAtHome().data?.competitions.filter(({ state }) => state === "OPEN");
  const entries = running?.reduce((sum, one) => sum + one.entries, 0) ?? 0;
  const summary = running && (running.length === 0 ? "none runs now" : `${running.length} running · ${counted(entries, "comment")}`);
  return (
    <Section value={COMPETITIONS_SECTION} icon={Trophy} name={COMPETITION_TEXTS.section} summary={summary}>
      {isSeen && <CompetitionsSection />}
    </Section>
  );
}

/** Of the device's own restaurant in its line; opened, each one's evening. */
export function ReservationsTonight({ isSeen }: { isSeen: boolean }) {
  const tonight = useTonight().data;
  const here = useBranch();
  const sums = tonight && summaryOf(tonight.branches, here);
  return (
    <Section
      value={RESERVATIONS_SECTION}
      icon={CalendarClock}
      name={RESERVATION_TEXTS.title}
      summary={sums ? tonightInShort(sums) : undefined}
      isStuck={sums ? sums.late.length > 0 : false}
    >
      {isSeen && <ReservationsSection />}
    </Section>
  );
}

interface SectionProps {
  value: string;
  icon: LucideIcon;
  name: string;
  summary?: string;
  /** Whether it names something that somebody has to do. */
  isStuck?: boolean;
  children: ReactNode;
}

/** A section of Home; its header says enough to stay closed. */
export function Section({ value, icon: Icon, name, summary, isStuck, children }: SectionProps) {
  return (
    <Accordion.Item value={value} data-section={value}>
      <Accordion.Control icon={<Icon size={20} strokeWidth={1.75} aria-hidden />}>
        <span className={styles.sectionHead}>
          <span className={styles.sectionName}>{name}</span>
          {summary && (
            <span className={styles.summary} data-stuck={isStuck || undefined}>
              {summary}
            </span>
          )}
        </span>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}
