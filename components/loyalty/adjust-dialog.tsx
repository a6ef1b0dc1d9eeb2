import { SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { NumberField, numberOf } from "./fields";
import { FormDialog } from "./form-dialog";
import { useAdjust } from "./queries";

/** Gives a guest points by hand, or takes some, with the reason that the ledger tells. */
export function AdjustDialog({ guest, total, onClose }: { guest: { id: string; name: string }; total: number; onClose: () => void }) {
  const [way, setWay] = useState<"give" | "take">("give");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const adjust = useAdjust();
  const points = numberOf(typed);
  const isReady = points !== null && points > 0 && reason.trim().length >= 3 && (way === "give" || points <= total);
  const submit = () => {
    if (!isReady) return;
    adjust.mutate(
      { guest: guest.id, points: way === "give" ? points : -points, reason: reason.trim() },
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
      title={`Points of ${guest.name || "this guest"} by hand`}
      submit={`${way === "give" ? "Give" : "Take"} ${points || ""} points`}
      isReady={isReady}
      isSaving={adjust.isPending}
      problem={adjust.error && changeFailure(adjust.error, "", "The guest’s ledger shows what counts.")}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{total.toLocaleString("en")} points now.</p>
      <SegmentedControl
        aria-label="Give or take"
        value={way}
        data={[
          { value: "give", label: "Give" },
          { value: "take", label: "Take" },
        ]}
        onChange={(value) => setWay(value === "take" ? "take" : "give")}
      />
      <NumberField label="How many points" value={typed} onChange={setTyped} />
      <TextInput
        label="Why? The guest’s ledger tells it"
        {...AUTO_DIR}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
