"use client";

import { Accordion } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Radio } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { EndOfDayBanner } from "@/components/evening/banner";
import { numbersOf } from "@/components/feed/feed-numbers";
import { FeedPeek } from "@/components/feed/feed-peek";
import { useMaySeeFeed, useTableLog } from "@/components/feed/queries";
import { counted } from "@/components/ui/counted";
import { later } from "@/components/ui/later";
import { PanelBoundary } from "@/components/ui/panel-boundary";
import { BRANCH_NAMES } from "@/lib/branches";
import { businessDayOf } from "@/lib/business-day";
import { localDate, localTime } from "@/lib/local-time";
import { FEED_TEXTS } from "@/lib/texts";
import { type FirstAnswers, useFirstAnswers } from "./first-answers";
import { Floor } from "./floor";
import { GroupTonight } from "./group-tonight";
import styles from "./home-screen.module.css";

const FeedPanel = later(() => import("@/components/feed/feed-panel").then((module) => module.FeedPanel));

const FEED_SECTION = "data-group";

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
  const [open, setOpen] = useState<string[]>([]);
  // After the first drawing: a phone draws nothing that it never shows.
  const isWide = useMediaQuery("(min-width: 1280px)");
  // The whole feed stands in its section then, and never twice on one screen.
  const hasRail = maySeeFeed && !open.includes(FEED_SECTION);
  return (
    <div className={styles.page} data-rail={hasRail || undefined}>
      <div className={styles.column}>
        <Head now={now} />
        <PanelBoundary>
          <EndOfDayBanner />
        </PanelBoundary>
        <PanelBoundary>
          <Floor today={today} />
        </PanelBoundary>
        <PanelBoundary>{maySeeFeed && <Sections today={today} open={open} onOpen={setOpen} />}</PanelBoundary>
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

function Head({ now }: { now: Date }) {
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
      <p className={styles.date}>
        {dayInWords(businessDayOf(now, settings))} · {BRANCH_NAMES[branch]}
      </p>
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

/** All closed at first; each header says enough to stay closed, and its content loads when it is first opened. */
function Sections({ today, open, onOpen }: { today: string; open: string[]; onOpen: (open: string[]) => void }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const logs = useTableLog().data?.logs;
  const summary = logs && numbersOf(logs, today);
  const change = (next: string[]) => {
    onOpen(next);
    setSeen((before) => new Set([...before, ...next]));
  };
  return (
    <Accordion
      multiple
      order={2}
      value={open}
      onChange={change}
      classNames={{ root: styles.sections, control: styles.control, item: styles.item, content: styles.content }}
    >
      <Accordion.Item value={FEED_SECTION}>
        <Accordion.Control icon={<Radio size={20} strokeWidth={1.75} aria-hidden />}>
          <span className={styles.sectionHead}>
            <span className={styles.sectionName}>{FEED_TEXTS.section}</span>
            {summary && (
              <span className={styles.summary}>
                {counted(summary.tables, "table")} · {counted(summary.guests, "guest")}
              </span>
            )}
          </span>
        </Accordion.Control>
        <Accordion.Panel>{seen.has(FEED_SECTION) && <FeedPanel today={today} />}</Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
