import { Button } from "@mantine/core";
import { CalendarX, CircleAlert, CircleCheck, CircleHelp, CircleX, type LucideIcon, TicketCheck, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { now } from "@/lib/clock";
import { branchName, isOpenRestaurant } from "@/lib/known-branches";
import type { Verdict } from "@/lib/vouchers/contract";
import { shownSerial } from "@/lib/vouchers/shown-serial";
import { worthOf } from "@/lib/vouchers/worth";
import styles from "./redeem-screen.module.css";
import type { Checked } from "./use-redeeming";

type Standing = Verdict["state"] | "taken" | "taken-back";

interface Look {
  word: string;
  tone: "success" | "done" | "info" | "warning" | "danger";
  icon: LucideIcon;
}

/** Only a voucher that may be taken is green, and only one that was taken just now is a filled card with a large ticket. */
const LOOKS: Record<Standing, Look> = {
  valid: { word: "Valid", tone: "success", icon: CircleCheck },
  taken: { word: "Redeemed", tone: "done", icon: TicketCheck },
  "taken-back": { word: "Taken back", tone: "info", icon: Undo2 },
  used: { word: "Already used", tone: "danger", icon: CircleX },
  expired: { word: "Expired", tone: "warning", icon: CalendarX },
  forged: { word: "Not ours", tone: "danger", icon: CircleAlert },
  unknown: { word: "Not known", tone: "warning", icon: CircleHelp },
};

const standingOf = ({ verdict, taken, takenBack }: Checked): Standing => (takenBack ? "taken-back" : taken ? "taken" : verdict.state);

interface Props {
  checked: Checked;
  isTaking: boolean;
  isTakingBack: boolean;
  onTake: () => void;
  onTakeBack: () => void;
  /** Checks the same voucher anew. */
  onAgain: () => void;
  onNext: () => void;
}

/** What a voucher is worth, to be read at arm's length, and the one thing that can be done. */
export function VerdictCard(props: Props) {
  const { checked } = props;
  const { verdict, taken, takenBack } = checked;
  const standing = standingOf(checked);
  const { word, tone, icon: Icon } = LOOKS[standing];
  const head = useRef<HTMLHeadingElement>(null);
  // Read out as it comes, and the next Tab is the button below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another verdict is the reason, not an input.
  useEffect(() => head.current?.focus(), [verdict, taken, takenBack]);
  return (
    <section className={styles.verdict} data-tone={tone} aria-label="Voucher">
      <h2 ref={head} className={styles.word} tabIndex={-1}>
        <Icon size={tone === "done" ? 88 : 44} strokeWidth={1.75} aria-hidden />
        {word}
      </h2>
      <Age checked={checked} standing={standing} />
      {verdict.voucher ? <Facts checked={checked} standing={standing} /> : <p className={styles.says}>{verdict.message}</p>}
      {standing === "valid" ? <Take {...props} /> : <WhatNext {...props} standing={standing} />}
    </section>
  );
}

/** Looked at again so often that an older verdict is one of a server that does not answer, in milliseconds. */
const OLD_MS = 30_000;

/** A voucher that may be redeemed may have been, elsewhere: since when nobody knows. */
function Age({ checked: { at }, standing }: { checked: Checked; standing: Standing }) {
  useServerClock(); // drawn anew as time goes on
  const age = now().getTime() - at;
  if (standing !== "valid" || age < OLD_MS) return null;
  const minutes = Math.floor(age / MINUTE_MS);
  const ago = minutes === 0 ? "less than a minute" : minutes === 1 ? "a minute" : `${minutes} minutes`;
  return (
    <p className={styles.says} role="status">
      Checked {ago} ago, and the server has not answered since: it may have been redeemed elsewhere. Redeem asks the server again.
    </p>
  );
}

function Facts({ checked: { verdict, takenBack }, standing }: { checked: Checked; standing: Standing }) {
  const { timeZone } = useAppSettings();
  const { voucher } = verdict;
  if (!voucher) return null;
  const { used } = voucher;
  const where = used && `${branchName(used.branch)}, ${dayAndTime(used.at, timeZone)}${used.by ? `, by ${used.by}` : ""}`;
  return (
    <>
      <p className={styles.offer}>
        <bdi>{worthOf(voucher)}</bdi> for <bdi>{voucher.guest}</bdi>
      </p>
      {standing === "taken" && <p className={styles.says}>Redeemed now: {where}.</p>}
      {standing === "used" && <p className={styles.says}>Used in {where}. Do not redeem it again.</p>}
      {standing === "taken-back" && <p className={styles.says}>{takenBack}</p>}
      {standing === "expired" && <p className={styles.says}>It counted until {longDate(voucher.valid_until)}. Do not redeem it.</p>}
      <p className={styles.small}>
        No. {shownSerial(voucher.serial)} · made in {branchName(voucher.branch)} · until {longDate(voucher.valid_until)}
      </p>
    </>
  );
}

function WhatNext({ checked, standing, isTakingBack, onTakeBack, onAgain, onNext }: Props & { standing: Standing }) {
  return (
    <>
      <Button size="lg" fullWidth onClick={onNext} disabled={isTakingBack}>
        Next voucher
      </Button>
      {standing === "taken-back" ? (
        <Button size="lg" variant="default" fullWidth onClick={onAgain}>
          Check this voucher again
        </Button>
      ) : (
        <TakeBack until={checked.verdict.voucher?.take_back_until} isTakingBack={isTakingBack} onTakeBack={onTakeBack} />
      )}
    </>
  );
}

const MINUTE_MS = 60_000;

/** For whoever redeemed it, while the server lets them. */
function TakeBack({ until, isTakingBack, onTakeBack }: { until?: string | null } & Pick<Props, "isTakingBack" | "onTakeBack">) {
  const now = useServerClock();
  const minutes = until ? Math.ceil((Date.parse(until) - now.getTime()) / MINUTE_MS) : 0;
  if (minutes <= 0) return null;
  return (
    <div className={styles.back}>
      <Button
        size="lg"
        variant="default"
        fullWidth
        leftSection={<Undo2 size={20} strokeWidth={1.75} aria-hidden />}
        onClick={onTakeBack}
        loading={isTakingBack}
      >
        Take back
      </Button>
      <p className={styles.small}>
        Redeemed by mistake? You can take it back for {minutes === 1 ? "1 more minute" : `${Math.min(minutes, 10)} more minutes`}.
      </p>
    </div>
  );
}

function Take({ isTaking, onTake, onNext }: Props) {
  const branch = useBranch();
  const mayBeHere = isOpenRestaurant(branch);
  return (
    <>
      {!mayBeHere && (
        <p className={styles.says}>
          You are in {branchName(branch)}. Vouchers are redeemed in a restaurant: choose the one where the guest sits, at the top of the
          page or under More.
        </p>
      )}
      <Button size="lg" fullWidth className={styles.take} onClick={onTake} loading={isTaking} disabled={!mayBeHere}>
        Redeem in {branchName(branch)}
      </Button>
      <Button variant="subtle" color="neutral" fullWidth onClick={onNext} disabled={isTaking}>
        Not now
      </Button>
    </>
  );
}
