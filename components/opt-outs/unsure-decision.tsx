import { Button } from "@mantine/core";
import { MessageCircleQuestion } from "lucide-react";
import { Can } from "@/components/app-base/can";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { useDialogs } from "@/components/ui/dialogs";
import { toast } from "@/components/ui/toast";
import { OPT_OUT_TEXTS } from "@/lib/opt-outs/opt-out-texts";
import { MAY_SET_OPT_OUT } from "@/lib/opt-outs/rights";
import { SEES_PHONES } from "@/lib/queue/who-may-send";
import { OptOutButton } from "./opt-out-button";
import styles from "./opt-out-button.module.css";
import { useSetOptOut } from "./queries";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  name: string;
  /** All their numbers, as they are kept. */
  phones: string;
}

interface DecisionProps extends Props {
  /** Leaves the explanation out, for narrow places. */
  isShort?: boolean;
}

/**
 * The decision about a possible opt-out: somebody stops the guest's messages, or, if they may read what guests write, says that it was
 * none.
 */
export function UnsureDecision({ isShort = false, ...guest }: DecisionProps) {
  const mayRead = useSession().can(SEES_PHONES);
  return (
    <Can permission={MAY_SET_OPT_OUT}>
      {!isShort && <p className={styles.own}>{mayRead ? OPT_OUT_TEXTS.unsureBody : OPT_OUT_TEXTS.unsureForOthers}</p>}
      <OptOutButton {...guest} said={null} isUnsure />
      {mayRead && <NotMeantButton {...guest} />}
    </Can>
  );
}

function NotMeantButton({ name, phones }: Props) {
  const dialogs = useDialogs();
  const set = useSetOptOut();
  const press = async () => {
    const title = `Go on writing to ${name || "this guest"}?`;
    if (!(await dialogs.confirm({ title, body: OPT_OUT_TEXTS.notMeantBody, confirmLabel: OPT_OUT_TEXTS.notMeant, cancelLabel: "Cancel" })))
      return;
    try {
      await set.mutateAsync({ phones, opted_out: false, was_no_no: true });
      toast.success("Messages go to this guest as before.");
    } catch (error) {
      toast.error(changeFailure(error, "It was not kept: nothing goes to this guest yet.", OPT_OUT_TEXTS.marked));
    }
  };
  return (
    <Button variant="default" leftSection={<MessageCircleQuestion {...ICON} />} loading={set.isPending} onClick={press}>
      {OPT_OUT_TEXTS.notMeant}
    </Button>
  );
}
