import { Button } from "@mantine/core";
import { Bell, BellOff, BellPlus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useHoldsEverything } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";
import type { SaidNo } from "@/lib/opt-outs/contract";
import { OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import type { AllowAgainDialog as Question } from "./allow-again-dialog";
import styles from "./opt-out-button.module.css";
import { useAgreement, useSetOptOut } from "./queries";

const AllowAgainDialog = lazyComponent<ComponentProps<typeof Question>>(
  () => import("./allow-again-dialog").then((module) => module.AllowAgainDialog),
  {
    onClose:
      ({ onAnswer }) =>
      () =>
        onAnswer(null),
  },
);

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  name: string;
  /** All their numbers, as they are kept. */
  phones: string;
  said: SaidNo | null;
  /** They wrote what sounds like a no: nobody is asked meanwhile whether they want offers. */
  isUnsure?: boolean;
}

/** Staff note that a guest wants no messages, or wants them again. */
export function OptOutButton({ name, phones, said, isUnsure = false }: Props) {
  const dialogs = useDialogs();
  const set = useSetOptOut();
  const mayGoOver = useHoldsEverything();
  const isOwn = said !== null && said.by !== "staff";
  const [asking, setAsking] = useState(false);
  const press = async () => {
    if (isOwn) return setAsking(true);
    const isStop = said === null;
    const label = isStop ? OPT_OUT_TEXTS.stop : OPT_OUT_TEXTS.again;
    const question = { title: `${label} for ${name || "this guest"}?`, body: isStop ? OPT_OUT_TEXTS.stopBody : OPT_OUT_TEXTS.againBody };
    if (!(await dialogs.confirm({ ...question, confirmLabel: isStop ? "Stop messages" : "Allow messages", cancelLabel: "Cancel" }))) return;
    await tell(isStop);
  };
  const tell = async (isStop: boolean, reason?: string) => {
    try {
      const { stopped } = await set.mutateAsync({ phones, opted_out: isStop, reason });
      const waited = stopped > 0 ? ` ${stopped === 1 ? "1 message" : `${stopped} messages`} that waited will not go out.` : "";
      toast.success(isStop ? `No WhatsApp message goes to this guest any more.${waited}` : "This guest gets WhatsApp messages again.");
    } catch (error) {
      toast.error(changeFailure(error, "It was not kept: this guest still counts as before.", OPT_OUT_TEXTS.marked));
    }
  };
  return (
    <>
      {said === null && !isUnsure && <AgreeButton name={name} phones={phones} />}
      {isOwn && !mayGoOver ? (
        <p className={styles.own}>
          {OPT_OUT_TEXTS.ownWord} {OPT_OUT_TEXTS.ownWordBy}
        </p>
      ) : (
        <Button variant="default" leftSection={said ? <Bell {...ICON} /> : <BellOff {...ICON} />} loading={set.isPending} onClick={press}>
          {said ? OPT_OUT_TEXTS.again : OPT_OUT_TEXTS.stop}
        </Button>
      )}
      {asking && (
        <AllowAgainDialog
          name={name}
          onAnswer={(reason) => {
            setAsking(false);
            if (reason !== null) void tell(false, reason);
          }}
        />
      )}
    </>
  );
}

/** Staff note that a guest who was never asked wants offers. */
function AgreeButton({ name, phones }: Omit<Props, "said">) {
  const dialogs = useDialogs();
  const set = useSetOptOut();
  const agreed = useAgreement(phones);
  const press = async () => {
    const title = `Has ${name || "this guest"} agreed to offers?`;
    if (!(await dialogs.confirm({ title, body: OPT_OUT_TEXTS.agreeBody, confirmLabel: "They have agreed", cancelLabel: "Cancel" }))) return;
    try {
      await set.mutateAsync({ phones, opted_out: false });
      toast.success("It is noted that this guest has agreed to offers.");
    } catch (error) {
      toast.error(changeFailure(error, "It was not kept: this guest still counts as before.", OPT_OUT_TEXTS.marked));
    }
  };
  if (agreed !== null) return null;
  return (
    <Button variant="default" leftSection={<BellPlus {...ICON} />} loading={set.isPending} onClick={press}>
      {OPT_OUT_TEXTS.agree}
    </Button>
  );
}
