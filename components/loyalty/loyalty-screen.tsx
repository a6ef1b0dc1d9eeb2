"use client";

import { Button, Skeleton } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { BranchMark } from "@/components/ui/branch-mark";
import { counted } from "@/components/ui/counted";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { ErrorNotice, failureText } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import { signed } from "@/lib/loyalty/ledger/line-types";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import type { Reward } from "@/lib/rewards/contract";
import { worthInWords } from "@/lib/rewards/states";
import { ExpiryBox } from "./expiry";
import styles from "./loyalty.module.css";
import { ProgrammeForm } from "./programme-form";
import { useDecide, useProgramme, useRewards, useWaiting } from "./queries";
import { RewardDialog } from "./reward-dialog";
import { TiersBox } from "./tiers";

/** The rules of the programme, what points are worth, and what waits for a second person. */
export function LoyaltyScreen() {
  const programme = useProgramme();
  return (
    <>
      <PageHead title={TEXTS.page}>{TEXTS.help}</PageHead>
      <div className={styles.page}>
        <Waiting />
        <Rewards />
        <TiersBox />
        <ExpiryBox />
        <section className={styles.box} aria-label={TEXTS.rules}>
          <h2 className={styles.title}>{TEXTS.rules}</h2>
          {programme.data ? (
            <ProgrammeForm saved={programme.data} />
          ) : programme.error ? (
            <ErrorNotice title={TEXTS.notLoaded} error={programme.error} onRetry={() => void programme.refetch()} />
          ) : (
            <Skeleton height={240} radius="md" aria-label="Loading" />
          )}
        </section>
      </div>
    </>
  );
}

function Waiting() {
  const { data } = useWaiting();
  const { timeZone } = useAppSettings();
  const decide = useDecide();
  if (!data || data.waiting.length === 0) return null;
  const say = (id: string, approve: boolean) =>
    decide.mutate(
      { id, approve },
      { onSuccess: ({ message }) => toast.success(message), onError: (error) => toast.error(failureText(error, TEXTS.notSaved)) },
    );
  return (
    <section className={styles.box} aria-label={TEXTS.waiting}>
      <h2 className={styles.title}>{TEXTS.waiting}</h2>
      <ul className={styles.list}>
        {data.waiting.map(({ id, guest, branch, points, reason, asked_at, by, is_own }) => (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span>
                <b className="tabular">{signed(points)}</b> for <bdi>{guest}</bdi>
              </span>
              <span className={styles.facts}>
                <bdi>{reason}</bdi> · asked by <bdi>{by}</bdi>, {dayAndTime(asked_at, timeZone)} · <BranchMark branch={branch} />
              </span>
            </span>
            {is_own ? (
              <span className={styles.facts}>Another person decides.</span>
            ) : (
              <span className={styles.actions}>
                <Button variant="default" disabled={decide.isPending} onClick={() => say(id, false)}>
                  Refuse
                </Button>
                <Button disabled={decide.isPending} onClick={() => say(id, true)}>
                  Approve {signed(points)}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rewards() {
  const { data, error, refetch } = useRewards();
  const [open, setOpen] = useState<Reward | "new" | null>(null);
  return (
    <section className={styles.box} aria-label={TEXTS.rewards}>
      <h2 className={styles.title}>{TEXTS.rewards}</h2>
      {error && <ErrorNotice title={TEXTS.notLoaded} error={error} onRetry={() => void refetch()} />}
      {data?.rewards.length === 0 && <p className="note">{TEXTS.noRewards}</p>}
      <ul className={styles.list}>
        {data?.rewards.map((reward) => (
          <li key={reward.id} className={styles.row}>
            <span className={styles.what}>
              <bdi>{reward.name}</bdi>
              <span className={styles.facts}>{factsOf(reward, data.currency)}</span>
            </span>
            <span className={styles.actions}>
              <span className={styles.amount}>
                {reward.points.toLocaleString("en")} {data.unit}
              </span>
              <Button variant="default" size="xs" aria-label={`Change ${reward.name}`} onClick={() => setOpen(reward)}>
                Change
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="light" leftSection={<Plus size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setOpen("new")}>
          New reward
        </Button>
      </div>
      {open !== null && <RewardDialog reward={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function factsOf(
  { kind, value, branches, valid_from, valid_until, stock, per_guest, is_partial, is_ended, taken }: Reward,
  currency: string,
): string {
  const facts = [
    is_ended && "given no more",
    worthInWords(kind, value, currency),
    is_partial && "in parts too",
    branches.length > 0 && branches.map(branchName).join(", "),
    valid_from && `from ${longDate(valid_from)}`,
    valid_until && `until ${longDate(valid_until)}`,
    stock === null ? `given ${counted(taken, "time")}` : `${taken} of ${stock} given`,
    per_guest !== null && `at most ${per_guest} for one guest`,
  ];
  return facts.filter(Boolean).join(" · ");
}
