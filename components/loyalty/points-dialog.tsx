import { Button, NativeSelect, TextInput } from "@mantine/core";
import { ScanLine } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { lazyComponent } from "@/components/ui/lazy-component";
import { timeOfDay } from "@/components/ui/local-times";
import { NativeDialog } from "@/components/ui/native-dialog";
import { toast } from "@/components/ui/toast";
import type { ScanDialog as Scan } from "@/components/vouchers/scan-dialog";
import type { Redemption, Reward } from "@/lib/rewards/contract";
import { partOf, worthInWords } from "@/lib/rewards/states";
import { NumberField, numberOf } from "./fields";
import { FormDialog } from "./form-dialog";
import styles from "./loyalty.module.css";
import { useConfirm, useFinish, useIssue, useRewards, useUndoReward } from "./queries";

const ScanDialog = lazyComponent<ComponentProps<typeof Scan>>(
  () => import("@/components/vouchers/scan-dialog").then((module) => module.ScanDialog),
  {
    onClose: (props) => props.onClose,
  },
);

interface Props {
  guest: { id: string; name: string };
  /** What the guest has. */
  total: number;
  onClose: () => void;
}

const NOT_DONE = "No points were taken.";
const SHOWS = "The guest’s ledger shows what counts.";

/** A guest spends points: a reward is chosen, the guest confirms, and it is given. */
export function PointsDialog({ guest, total, onClose }: Props) {
  const [running, setRunning] = useState<Redemption | null>(null);
  if (running) return <Running redemption={running} onChange={setRunning} onClose={onClose} />;
  return <Choose guest={guest} total={total} onIssued={setRunning} onClose={onClose} />;
}

function Choose({ guest, total, onIssued, onClose }: Props & { onIssued: (redemption: Redemption) => void }) {
  const { data } = useRewards();
  const issue = useIssue();
  const [chosen, setChosen] = useState("");
  const [part, setPart] = useState("");
  const [way, setWay] = useState<Redemption["way"]>("message");
  const given = (data?.rewards ?? []).filter((one) => !one.is_ended);
  const reward = given.find((one) => one.id === chosen);
  const points = reward?.is_partial && part !== "" ? numberOf(part) : (reward?.points ?? 0);
  const isReady = reward !== undefined && points !== null && points > 0 && points <= Math.min(total, reward.points);
  const begin = () =>
    issue.mutate(
      { guest: guest.id, reward: chosen, way, ...(reward && points !== null && points < reward.points && { points }) },
      { onSuccess: ({ redemption }) => onIssued(redemption) },
    );
  return (
    <FormDialog
      title={`Use points of ${guest.name || "this guest"}`}
      submit={isReady ? `Take ${points} points` : "Take points"}
      isReady={isReady}
      isSaving={issue.isPending}
      problem={issue.error && changeFailure(issue.error, "", SHOWS)}
      onSubmit={begin}
      onClose={onClose}
    >
      <p>
        {total.toLocaleString("en")} {data?.unit ?? "points"} now.
      </p>
      <NativeSelect
        label="Reward"
        data-autofocus
        value={chosen}
        data={[
          { value: "", label: given.length === 0 ? "There is none yet" : "Choose" },
          ...given.map((one) => optionOf(one, data?.currency ?? "", total)),
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {reward?.is_partial && <PartField {...{ reward, points, part, setPart }} currency={data?.currency ?? ""} />}
      <NativeSelect
        label="The guest confirms by"
        value={way}
        data={[
          { value: "message", label: "a code that WhatsApp brings, for ten minutes" },
          { value: "card", label: "the card on their statement" },
        ]}
        onChange={(event) => setWay(event.currentTarget.value === "card" ? "card" : "message")}
      />
    </FormDialog>
  );
}

function optionOf({ id, name, points, kind, value }: Reward, currency: string, total: number) {
  const worth = worthInWords(kind, value, currency);
  const lacks = points > total ? `, ${points - total} more needed` : "";
  return { value: id, label: `${name}${worth ? ` (${worth})` : ""}: ${points} points${lacks}` };
}

function Running({ redemption, onChange, onClose }: { redemption: Redemption; onChange: (next: Redemption) => void; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const { can } = useSession();
  const [code, setCode] = useState("");
  const [confirm, finish, undo] = [useConfirm(), useFinish(), useUndoReward()];
  const { id, state, points, reward, until, may_undo } = redemption;
  const after = ({ message, redemption: next }: { message: string; redemption: Redemption }) => {
    toast.success(message);
    onChange(next);
  };
  const end = (what: "redeem" | "release") => finish.mutate({ id, what }, { onSuccess: after });
  const say = (text: string) => confirm.mutate({ id, code: text }, { onSuccess: after });
  const error = confirm.error ?? finish.error ?? undo.error;
  const isWaiting = state === "ISSUED" || state === "HELD";
  const isBusy = confirm.isPending || finish.isPending || undo.isPending;
  return (
    <NativeDialog
      opened
      role="dialog"
      title={TITLES[state]}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" disabled={isBusy} onClick={() => (isWaiting ? end("release") : onClose())}>
            {isWaiting ? `Release ${points} points` : "Close"}
          </Button>
          {state === "ISSUED" && (
            <Button size="lg" disabled={code.trim() === ""} loading={confirm.isPending} onClick={() => say(code)}>
              Confirm
            </Button>
          )}
          {state === "HELD" && (
            <Button size="lg" data-autofocus loading={finish.isPending} onClick={() => end("redeem")}>
              Given
            </Button>
          )}
          {may_undo && can("nav_loyalty") && (
            <Button size="lg" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id }, { onSuccess: after })}>
              Undo
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>
          <bdi>{reward}</bdi>, {points} points{until && `, held until ${timeOfDay(until, timeZone)}`}.
        </p>
        {state === "ISSUED" && <CodeField way={redemption.way} code={code} setCode={setCode} onSay={say} />}
        {error && <p role="alert">{changeFailure(error, state === "ISSUED" ? "" : NOT_DONE, SHOWS)}</p>}
      </div>
    </NativeDialog>
  );
}

const TITLES: Record<Redemption["state"], string> = {
  ISSUED: "The guest confirms",
  HELD: "Confirmed: give it now",
  REDEEMED: "Given",
  RELEASED: "Released",
  EXPIRED: "The time is over",
};

interface PartProps {
  reward: Reward;
  points: number | null;
  part: string;
  setPart: (part: string) => void;
  currency: string;
}

function PartField({ reward, points, part, setPart, currency }: PartProps) {
  return (
    <NumberField
      label={`Points of it (empty: all ${reward.points})`}
      description={points ? `Worth ${worthInWords("amount", partOf(reward.value, points, reward.points), currency)}` : "Write a number."}
      value={part}
      onChange={setPart}
    />
  );
}

interface CodeProps {
  way: Redemption["way"];
  code: string;
  setCode: (code: string) => void;
  onSay: (code: string) => void;
}

/** The card does where a message was sent too: the guest may have it at hand. */
function CodeField({ way, code, setCode, onSay }: CodeProps) {
  const [isScanning, setScanning] = useState(false);
  return (
    <>
      <TextInput
        label={way === "message" ? "Code of the guest" : "Code of the card"}
        autoComplete="off"
        {...(way === "message" && { "data-autofocus": true, inputMode: "numeric" as const })}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && code.trim() !== "" && onSay(code)}
      />
      <Button
        variant={way === "card" ? "filled" : "default"}
        {...(way === "card" && { "data-autofocus": true })}
        leftSection={<ScanLine size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => setScanning(true)}
      >
        Scan the card
      </Button>
      {isScanning && (
        <ScanDialog
          title="Hold the guest’s card before the camera"
          instead="Or release the points, and let WhatsApp bring a code."
          onClose={() => setScanning(false)}
          onCode={(text) => {
            setScanning(false);
            onSay(text);
          }}
        />
      )}
    </>
  );
}
