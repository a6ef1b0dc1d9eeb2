import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { DateField } from "@/components/ui/date-field";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import type { Reward } from "@/lib/rewards/contract";
import type { RewardKind } from "@/lib/rewards/states";
import { BranchBoxes, NumberField, numberOf } from "./fields";
import { FormDialog } from "./form-dialog";
import { useSaveReward } from "./queries";

const KINDS: Record<RewardKind, string> = {
  item: "Something from the menu",
  percent: "Percent off the bill",
  amount: "An amount off the bill",
};

const textOf = (number: number | null | undefined) => (number === null || number === undefined ? "" : String(number));

/** A reward as it is typed. */
const typedOf = (reward: Reward | null) => ({
  name: reward?.name ?? "",
  kind: reward?.kind ?? ("item" as RewardKind),
  points: textOf(reward?.points),
  value: reward ? textOf(reward.kind === "amount" ? reward.value / 100 : reward.value) : "",
  stock: textOf(reward?.stock),
  per_guest: textOf(reward?.per_guest),
  valid_from: reward?.valid_from ?? "",
  valid_until: reward?.valid_until ?? "",
  branches: reward?.branches ?? [],
  is_partial: reward?.is_partial ?? false,
  is_ended: reward?.is_ended ?? false,
});
type Typed = ReturnType<typeof typedOf>;

/** What was typed as a reward; null while it is none. */
function rewardOf({ name, kind, is_ended: _, ...typed }: Typed) {
  const value = kind === "item" ? 0 : Math.round(Number(typed.value) * (kind === "amount" ? 100 : 1));
  const [points, stock, per_guest] = [numberOf(typed.points), numberOf(typed.stock), numberOf(typed.per_guest)];
  const isWrong = [points, stock, per_guest].some((one) => Number.isNaN(one));
  if (name.trim() === "" || isWrong || !points || !(kind === "item" || value > 0)) return null;
  return {
    ...{ name, kind, points, value, stock, per_guest, branches: typed.branches, is_partial: kind === "amount" && typed.is_partial },
    ...{ valid_from: typed.valid_from || null, valid_until: typed.valid_until || null },
  };
}

/** A new reward, or a change of one. */
export function RewardDialog({ reward, onClose }: { reward: Reward | null; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(reward));
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }));
  const save = useSaveReward();
  const said = rewardOf(typed);
  const submit = () => {
    if (!said) return;
    save.mutate(
      { id: reward?.id ?? null, reward: said, is_ended: typed.is_ended, version: reward?.version ?? 1 },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={reward ? `Change ${reward.name}` : "New reward"}
      submit={reward ? "Save the reward" : "Make the reward"}
      isReady={said !== null}
      isSaving={save.isPending}
      problem={save.error && changeFailure(save.error, TEXTS.notSaved, TEXTS.shows)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="What the guest gets"
        data-autofocus
        {...AUTO_DIR}
        maxLength={80}
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NumberField label="For so many points" value={typed.points} onChange={(points) => change({ points })} />
      <NativeSelect
        label="Kind"
        value={typed.kind}
        data={Object.entries(KINDS).map(([key, label]) => ({ value: key, label }))}
        onChange={(event) => change({ kind: event.currentTarget.value as RewardKind })}
      />
      {typed.kind !== "item" && <Worth typed={typed} change={change} />}
      <Limits typed={typed} change={change} />
      {reward && (
        <Checkbox label="Given no more" checked={typed.is_ended} onChange={(event) => change({ is_ended: event.currentTarget.checked })} />
      )}
    </FormDialog>
  );
}

interface PartProps {
  typed: Typed;
  change: (more: Partial<Typed>) => void;
}

function Worth({ typed: { kind, value, is_partial }, change }: PartProps) {
  return (
    <>
      <TextInput
        label={kind === "percent" ? "Percent" : "Amount"}
        inputMode="decimal"
        value={value}
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      {kind === "amount" && (
        <Checkbox
          label="A part may be taken, for a part of the points"
          checked={is_partial}
          onChange={(event) => change({ is_partial: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Limits({ typed, change }: PartProps) {
  const day = (label: string, name: "valid_from" | "valid_until") => (
    <DateField label={label} value={typed[name]} unreadableText="This is no date." onChange={(date) => change({ [name]: date })} />
  );
  return (
    <>
      <NumberField label="How many there are (empty: any number)" value={typed.stock} onChange={(stock) => change({ stock })} />
      <NumberField
        label="At most for one guest (empty: any number)"
        value={typed.per_guest}
        onChange={(per_guest) => change({ per_guest })}
      />
      {day("From (empty: from now on)", "valid_from")}
      {day("Until (empty: no end)", "valid_until")}
      <BranchBoxes label="Only in these restaurants (none: in all)" chosen={typed.branches} onChange={(branches) => change({ branches })} />
    </>
  );
}
