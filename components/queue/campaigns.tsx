import { Button, Skeleton } from "@mantine/core";
import { ListChecks } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { NarrowScreenFold, useIsPhone } from "@/components/ui/fold-on-narrow-screen";
import { lazyComponent } from "@/components/ui/lazy-component";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { useOpener } from "@/components/ui/return-focus";
import { businessDayOf } from "@/lib/business-day";
import type { Campaign } from "@/lib/queue/campaigns/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import { MENDS_TEMPLATES } from "@/lib/queue/who-may-send";
import { CampaignBadge } from "./campaign-badge";
import { CampaignButtons } from "./campaign-buttons";
import type { CampaignDialog as Whole } from "./campaign-dialog";
import { Reasons, WhoQueued } from "./campaign-facts";
import { nameOf, whomInWords } from "./campaign-name";
import { PausedNote } from "./campaign-paused-note";
import { listedOf, useCampaigns } from "./campaign-queries";
import styles from "./campaigns.module.css";
import { goingOf, lateInWords, lostInWords, waitingInWords } from "./next-try";
import { ObstacleNote, ObstacleWords } from "./obstacle-note";
import { timeLeft } from "./pace";
import cards from "./queue-card.module.css";
import { foldedAway, isGoingOut, isSame, isUnderWay } from "./queue-status";
import { QueueCounts, StateBar } from "./queue-totals";
import { SentByShort } from "./sent-by";
import { StoppedNote } from "./stopped-note";
import { unansweredOf, waitingOf } from "./unanswered";
import { usePace } from "./use-pace";

const CampaignDialog = lazyComponent<ComponentProps<typeof Whole>>(
  () => import("./campaign-dialog").then((module) => module.CampaignDialog),
  {
    onClose: (props) => props.onClose,
    frame: () => "wide",
  },
);

interface Props {
  isOpen: boolean;
  /** What stands above them with the way to mend it: a card says why alone. */
  said: Obstacle | null;
}

/** What was sent, or is being sent, as one piece each: a date's birthdays, a table's menu, a letter. */
export function Campaigns({ isOpen, said }: Props) {
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch, dataUpdatedAt } = useCampaigns(isOpen);
  const [opened, setOpened] = useState<string | null>(null);
  const opener = useOpener();
  const open = (id: string) => {
    opener.remember();
    setOpened(id);
  };
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  const campaigns = listedOf(data?.pages ?? []);
  const isPhone = useIsPhone();
  const settings = useAppSettings();
  const over = foldedAway(campaigns, useServerClock(), (at) => businessDayOf(at, settings));
  const wanting = campaigns.filter((one) => !over.includes(one));
  const cardsOf = (some: readonly Campaign[]) => (
    <ul className={styles.cards}>
      {some.map((campaign) => (
        <li key={campaign.id}>
          <Card campaign={campaign} said={said} updatedAt={dataUpdatedAt} isOpen={isOpen} onOpen={() => open(campaign.id)} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className={styles.campaigns} aria-labelledby="queue-campaigns">
      <h3 id="queue-campaigns" className={styles.title}>
        Campaigns
      </h3>
      {isPending && <Skeleton height={132} radius="md" className={styles.late} />}
      {!isPending && !data && <ErrorNotice title="The campaigns could not be loaded." error={error} onRetry={() => refetch()} />}
      {data && campaigns.length === 0 && (
        <EmptyNotice title="Nothing was queued yet.">Menus, birthdays and letters stand here as they are sent.</EmptyNotice>
      )}
      {isPhone ? (
        <>
          {cardsOf(wanting)}
          {over.length > 0 && (
            <NarrowScreenFold summary={counted(over.length, "older finished campaign")}>{cardsOf(over)}</NarrowScreenFold>
          )}
        </>
      ) : (
        cardsOf(campaigns)
      )}
      {hasNextPage && (
        <Button className={styles.older} variant="subtle" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show older ones
        </Button>
      )}
      {opened && <CampaignDialog id={opened} onClose={close} />}
    </section>
  );
}

interface CardProps extends Props {
  campaign: Campaign;
  updatedAt: number;
  onOpen: () => void;
}

function Card({ campaign, said, updatedAt, isOpen, onOpen }: CardProps) {
  const mayMend = useSession().can(MENDS_TEMPLATES);
  const { timeZone } = useAppSettings();
  const now = useServerClock();
  const { counts, state, branch, obstacle } = campaign;
  const stats = { ...counts, sandbox: campaign.sandbox, said_no: campaign.said_no, unanswered: campaign.unanswered };
  const name = nameOf(campaign, timeZone);
  const next = obstacle || state === "PAUSED" ? null : waitingInWords(campaign, now, timeZone, mayMend);
  const pace = usePace(counts.SENT + counts.FAILED, updatedAt, isOpen && isGoingOut(campaign));
  const waiting = waitingOf(campaign);
  const left = isGoingOut(campaign) ? timeLeft(goingOf(campaign, waiting), pace) : null;
  const someKept = isGoingOut(campaign) ? lateInWords(campaign, waiting, now, timeZone, mayMend) : null;
  const tooLate = state === "PAUSED" && campaign.in_vain ? waitingInWords(campaign, now, timeZone, mayMend) : null; // a Resume does not help any more
  const lost = next !== null || isGoingOut(campaign) ? lostInWords(campaign, waiting, mayMend) : null;
  const kept = [next ?? someKept ?? tooLate, lost].filter(Boolean).join(" ");
  return (
    <article className={cards.card}>
      <CardHead campaign={campaign} name={name} />
      <p className={cards.facts}>
        <SentByShort senders={campaign.senders} />
      </p>
      <StateBar stats={stats} />
      <QueueCounts stats={stats} label={`Messages of ${name}`} />
      <p className={cards.facts}>
        {[
          campaign.delivered > 0 && `Arrived ${campaign.delivered.toLocaleString("en")}`,
          campaign.read > 0 && `Read ${campaign.read.toLocaleString("en")}`,
          campaign.replied > 0 && `Replied ${campaign.replied.toLocaleString("en")}`,
          left,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {kept && <p className={cards.facts}>{kept}</p>}
      {obstacle && (isSame(obstacle, said) ? <WhyNot obstacle={obstacle} /> : <ObstacleNote obstacle={obstacle} />)}
      <StoppedNote campaign={campaign} />
      <PausedNote paused={campaign.paused} isOnCard />
      <Reasons campaign={campaign} most={2} />
      <Button
        className={styles.open}
        size="sm"
        variant="default"
        leftSection={<ListChecks size={18} strokeWidth={1.75} aria-hidden />}
        onClick={onOpen}
        aria-label={`Guests of ${name}`}
      >
        Guests
      </Button>
      {isUnderWay(campaign) && campaign.paused !== undefined && (
        <CampaignButtons
          id={campaign.id}
          name={name}
          branch={branch}
          paused={campaign.paused}
          stopped={campaign.stopped}
          waiting={waiting}
          handedOver={unansweredOf(campaign)}
          whom={whomInWords(campaign)}
        />
      )}
    </article>
  );
}

/** What stands above with the way to mend it. */
const WhyNot = ({ obstacle }: { obstacle: Obstacle }) => (
  <p className={cards.facts}>
    <ObstacleWords obstacle={obstacle} />
  </p>
);

/** Which campaign it is: its name, of a letter its first guests, and who queued it when. */
function CardHead({ campaign, name }: { campaign: Campaign; name: string }) {
  return (
    <>
      <header className={cards.head}>
        <h4 className={cards.name}>
          <bdi>{name}</bdi>
        </h4>
        <CampaignBadge campaign={campaign} />
      </header>
      <p className={cards.facts} dir="auto">
        {whomInWords(campaign)}
      </p>
      <p className={cards.facts}>
        <WhoQueued campaign={campaign} />
      </p>
    </>
  );
}
