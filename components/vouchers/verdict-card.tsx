import { Button } from "@mantine/core";
import { CalendarX, CircleCheck, CircleX, type LucideIcon, TicketCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { branchName, isOpenRestaurant } from "@/lib/known-branches";
import type { Verdict } from "@/lib/vouchers/contract";
import styles from "./redeem-screen.module.css";
import type { Checked } from "./use-redeeming";
import { shownSerial } from "./voucher-facts";

type Look = { word: string; tone: "success" | "warning" | "danger"; icon: LucideIcon };

const LOOKS: Record<Verdict["state"] | "taken", Look> = {
  valid: { word: "Valid", tone: "success", icon: CircleCheck },
  taken: { word: "Redeemed", tone: "success", icon: TicketCheck },
  used: { word: "Already used", tone: "danger", icon: CircleX },
  expired: { word: "Expired", tone: "warning", icon: CalendarX },
  forged: { word: "Not ours", tone: "danger", icon: CircleX },
  unknown: { word: "Not known", tone: "warning", icon: CircleX },
};

interface Props {
  checked: Checked;
  isTaking: boolean;
  onTake: () => void;
  onNext: () => void;
}

/** What a voucher is worth, to be read at arm's length, and the one thing that can be done. */
export function VerdictCard({ checked, isTaking, onTake, onNext }: Props) {
  const { verdict, taken } = checked;
  const { word, tone, icon: Icon } = LOOKS[taken ? "taken" : verdict.state];
  const head = useRef<HTMLHeadingElement>(null);
  // Read out as it comes, and the next Tab is the button below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another verdict is the reason, not an input.
  useEffect(() => head.current?.focus(), [verdict, taken]);
  return (
    <section className={styles.verdict} data-tone={tone} aria-label="Voucher">
      <h2 ref={head} className={styles.word} tabIndex={-1}>
        <Icon size={44} strokeWidth={1.75} aria-hidden />
        {word}
      </h2>
      {verdict.voucher ? <Facts verdict={verdict} taken={taken} /> : <p className={styles.says}>{verdict.message}</p>}
      {verdict.state === "valid" && !taken ? (
        <Take isTaking={isTaking} onTake={onTake} onNext={onNext} />
      ) : (
        <Button size="lg" fullWidth onClick={onNext}>
          Next voucher
        </Button>
      )}
    </section>
  );
}

function Facts({ verdict: { voucher, state }, taken }: { verdict: Verdict; taken: boolean }) {
  const { timeZone } = useAppSettings();
  if (!voucher) return null;
  const { used } = voucher;
  const where = used && `${branchName(used.branch)}, ${dayAndTime(used.at, timeZone)}${used.by ? `, by ${used.by}` : ""}`;
  return (
    <>
      <p className={styles.offer}>
        {voucher.percent}% off for <bdi>{voucher.guest}</bdi>
      </p>
      {where && <p className={styles.says}>{taken ? `Taken now: ${where}.` : `Used in ${where}. Do not take it again.`}</p>}
      {state === "expired" && <p className={styles.says}>It counted until {longDate(voucher.valid_until)}. Do not take it.</p>}
      <p className={styles.small}>
        No. {shownSerial(voucher.serial)} · made in {branchName(voucher.branch)} · until {longDate(voucher.valid_until)}
      </p>
    </>
  );
}

function Take({ isTaking, onTake, onNext }: Omit<Props, "checked">) {
  const branch = useBranch();
  const mayBeHere = isOpenRestaurant(branch);
  return (
    <>
      {!mayBeHere && <p className={styles.says}>Choose a restaurant as the API first: a voucher is taken in one of them.</p>}
      <Button size="lg" fullWidth className={styles.take} onClick={onTake} loading={isTaking} disabled={!mayBeHere}>
        Redeem in {branchName(branch)}
      </Button>
      <Button variant="subtle" color="neutral" fullWidth onClick={onNext} disabled={isTaking}>
        Not now
      </Button>
    </>
  );
}
