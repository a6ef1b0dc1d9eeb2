"use client";

import { Accordion } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ChartColumn, Gift, History, MessageCircle, Radio } from "lucide-react";
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { keepOpen, openBefore } from "@/components/app-base/reopen-after-reload";
import { useServerClock } from "@/components/app-base/server-clock";
import { useHealth } from "@/components/app-base/server-health";
import { useSession } from "@/components/app-base/session";
import { EndOfDayBanner } from "@/components/evening/banner";
import { branchOf, numbersOf } from "@/components/feed/feed-numbers";
import { FeedPeek } from "@/components/feed/feed-peek";
import { useMaySeeFeed, useTableLog } from "@/components/feed/queries";
import type { QueuePanel as Queue } from "@/components/queue/queue-panel";
import { UnreadReplies } from "@/components/queue/replies";
import { UnansweredNote } from "@/components/queue/unanswered-note";
import type { LiveSection as Live } from "@/components/stats/live-section";
import { counted } from "@/components/ui/counted";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PanelBoundary } from "@/components/ui/panel-boundary";
import { businessDayOf } from "@/lib/business-day";
import { COMPETITION_RIGHTS } from "@/lib/competitions/rights";
import { branchName } from "@/lib/known-branches";
import { localDate, localTime } from "@/lib/local-time";
import { LOYALTY_TEXTS } from "@/lib/loyalty/loyalty-texts";
import { QUEUE_TEXTS } from "@/lib/queue/queue-texts";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { RESERVATION_RIGHTS } from "@/lib/reservations/rights";
import { STATS_TEXTS } from "@/lib/stats/stats-texts";
import type { TableLogEntry } from "@/lib/tables/contract";
import { FEED_TEXTS } from "@/lib/tables/feed-texts";
import { BirthdaysToday } from "./birthdays-today";
import { type FirstAnswers, useFirstAnswers } from "./first-answers";
import { GroupTonight } from "./group-tonight";
import styles from "./home-screen.module.css";
import { COMPETITIONS_SECTION, CompetitionsNow, RESERVATIONS_SECTION, ReservationsTonight, Section } from "./home-sections";
import { isStuck, sendingInWords } from "./sending-words";
import { Floor } from "./tables-tonight";

const FeedPanel = lazyComponent(() => import("@/components/feed/feed-panel").then((module) => module.FeedPanel));
const QueuePanel = lazyComponent<ComponentProps<typeof Queue>>(() =>
  import("@/components/queue/queue-panel").then((module) => module.QueuePanel),
);

const LargeExportsNote = lazyComponent(() =>
  import("@/components/large-exports/large-exports-note").then((module) => module.LargeExportsNote),
);
const LiveSection = lazyComponent<ComponentProps<typeof Live>>(() =>
  import("@/components/stats/live-section").then((module) => module.LiveSection),
);
const HistorySection = lazyComponent(() => import("@/components/stats/history-section").then((module) => module.HistorySection));

const LoyaltySection = lazyComponent(() => import("@/components/loyalty/home-section").then((module) => module.LoyaltySection));

const FEED_SECTION = "data-group";
const LIVE_SECTION = "live-stats";
const HISTORY_SECTION = "history-stats";
const QUEUE_SECTION = "whatsapp-queue";
const LOYALTY_SECTION = "loyalty";

export function HomeScreen({ first }: { first: FirstAnswers }) {
  return (
    <GiveFirstAnswers first={first}>
      <Home />
    </GiveFirstAnswers>
  );
}

/** Around Home and not in it: what follows the first drawing here draws nothing else a second time. */
function GiveFirstAnswers({ first, children }: { first: FirstAnswers; children: ReactNode }) {
  useFirstAnswers(first);
  return children;
}

function Home() {
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const today = localDate(now, timeZone);
  const maySeeFeed = useMaySeeFeed();
  const isTold = useSession().can("everything");
  const { open, seen, looks, change, show, showQueue } = useSections();
  // After the first drawing: a phone draws nothing that it never shows.
  const isWide = useMediaQuery("(min-width: 1280px)");
  // The whole feed stands in its section then, and never twice on one screen.
  const hasRail = maySeeFeed && !open.includes(FEED_SECTION);
  return (
    <div className={styles.page} data-rail={hasRail || undefined}>
      <div className={styles.column}>
        <Head now={now} today={today} />
        <PanelBoundary>
          <EndOfDayBanner />
        </PanelBoundary>
        <PanelBoundary>{isTold && <LargeExportsNote />}</PanelBoundary>
        <PanelBoundary>
          <UnreadReplies />
        </PanelBoundary>
        <PanelBoundary>{maySeeFeed && <UnansweredNote onLook={showQueue} />}</PanelBoundary>
        <PanelBoundary>
          <Floor today={today} />
        </PanelBoundary>
        <PanelBoundary>{maySeeFeed && <Sections {...{ today, open, seen, looks, show }} onOpen={change} />}</PanelBoundary>
        <PanelBoundary>{hasRail && isWide && <GroupTonight today={today} />}</PanelBoundary>
      </div>
      {hasRail && (
        <div className={styles.rail}>
          <PanelBoundary>{isWide && <FeedPeek today={today} />}</PanelBoundary>
        </div>
      )}
    </div>
  );
}

function Head({ now, today }: { now: Date; today: string }) {
  const settings = useAppSettings();
  const { user } = useSession();
  const branch = useBranch();
  return (
    <header>
      <h1 className={styles.greeting}>
        {greetingAt(localTime(now, settings.timeZone))}
        {user && (
          <>
            , <bdi>{user.name}</bdi>
          </>
        )}
      </h1>
      <p className="note">
        {dayInWords(businessDayOf(now, settings))} · {branchName(branch)}
      </p>
      <PanelBoundary>
        <BirthdaysToday today={today} />
      </PanelBoundary>
    </header>
  );
}

function greetingAt(time: string): string {
  if (time >= "05:00" && time < "12:00") return "Good morning";
  return time >= "12:00" && time < "17:00" ? "Good afternoon" : "Good evening";
}

/** `Friday 20 November`: after midnight, still the evening that the tables belong to. */
function dayInWords(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  return day.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).replace(",", "");
}

/** Which sections are open, and which were: those are loaded. */
function useSections() {
  const [open, setOpen] = useState<string[]>([]);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [looks, setLooks] = useState(0);
  const change = useCallback((next: string[]) => {
    setOpen(next);
    setSeen((before) => new Set([...before, ...next]));
    keepOpen(next);
  }, []);
  useEffect(() => {
    const before = openBefore();
    if (before.length > 0) change(before);
    return () => keepOpen([]);
  }, [change]);
  const show = (section: string) => {
    change([...new Set([...open, section])]);
    const control = document.querySelector<HTMLElement>(`[data-section="${section}"] button`);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: "start" });
  };
  const showQueue = () => {
    setLooks((count) => count + 1);
    show(QUEUE_SECTION);
  };
  return { open, seen, looks, change, show, showQueue };
}

interface SectionsProps {
  today: string;
  open: string[];
  seen: ReadonlySet<string>;
  /** How often somebody asked to be led to what has no answer. */
  looks: number;
  show: (section: string) => void;
  onOpen: (open: string[]) => void;
}

/** All closed at first; each header says enough to stay closed, and its content loads when it is first opened. */
function Sections({ today, open, seen, looks, show, onOpen }: SectionsProps) {
  const logs = useTableLog().data?.logs;
  const summary = logs && numbersOf(logs, today);
  const sending = useHealth().data?.health.sending;
  const { timeZone } = useAppSettings();
  const { can } = useSession();
  const now = useServerClock();
  return (
    <Accordion
      multiple
      order={2}
      value={open}
      onChange={onOpen}
      classNames={{ root: styles.sections, control: styles.control, item: styles.item, content: styles.content }}
    >
      <Section
        value={FEED_SECTION}
        icon={Radio}
        name={FEED_TEXTS.section}
        summary={summary && `${counted(summary.tables, "table")} · ${counted(summary.guests, "guest")}`}
      >
        {seen.has(FEED_SECTION) && <FeedPanel today={today} />}
      </Section>
      {can(COMPETITION_RIGHTS.view) && <CompetitionsNow isSeen={seen.has(COMPETITIONS_SECTION)} />}
      {can(RESERVATION_RIGHTS.view) && <ReservationsTonight isSeen={seen.has(RESERVATIONS_SECTION)} />}
      <Section value={LIVE_SECTION} icon={ChartColumn} name={STATS_TEXTS.live} summary={logs && begunInWords(logs)}>
        {seen.has(LIVE_SECTION) && (
          <LiveSection isOpen={open.includes(LIVE_SECTION)} onQueue={() => show(QUEUE_SECTION)} onFeed={() => show(FEED_SECTION)} />
        )}
      </Section>
      {can("stats_history") && (
        <Section value={HISTORY_SECTION} icon={History} name={STATS_TEXTS.history} summary="past evenings, compared">
          {seen.has(HISTORY_SECTION) && <HistorySection />}
        </Section>
      )}
      <Section
        value={QUEUE_SECTION}
        icon={MessageCircle}
        name={QUEUE_TEXTS.section}
        // Open, it shows numbers of this moment.
        summary={sending && !open.includes(QUEUE_SECTION) ? sendingInWords(sending, now, timeZone, can(MENDS_TEMPLATES)) : undefined}
        isStuck={sending ? isStuck(sending) : false}
      >
        {seen.has(QUEUE_SECTION) && <QueuePanel isOpen={open.includes(QUEUE_SECTION)} looks={looks} />}
      </Section>
      <Section
        value={LOYALTY_SECTION}
        icon={Gift}
        name={LOYALTY_TEXTS.section}
        summary={can("nav_loyalty") ? LOYALTY_TEXTS.short : undefined}
      >
        {can("nav_loyalty") ? seen.has(LOYALTY_SECTION) && <LoyaltySection /> : <p className="note">{LOYALTY_TEXTS.hidden}</p>}
      </Section>
    </Accordion>
  );
}

/** How many branches have begun their evening. */
function begunInWords(logs: readonly TableLogEntry[]): string {
  const begun = new Set(logs.map(branchOf)).size;
  return begun === 0 ? "no branch has saved a table yet" : `${begun} ${begun === 1 ? "branch" : "branches"} with tables tonight`;
}
