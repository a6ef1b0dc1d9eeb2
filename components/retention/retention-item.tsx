import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHoldsEverything } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { useOpener } from "@/components/ui/return-focus";
import { RETENTION_TEXTS } from "@/lib/retention/retention-texts";
import { useRetention } from "./queries";
import type { RetentionDialog as Dialog } from "./retention-dialog";

const RetentionDialog = lazyComponent<ComponentProps<typeof Dialog>>(
  () => import("./retention-dialog").then((module) => module.RetentionDialog),
  { onClose: (props) => props.onClose },
);

/** How long guests are kept, in a sentence, and the way to setting it. */
export function useRetentionItem() {
  const may = useHoldsEverything();
  const { data } = useRetention(may);
  const { timeZone } = useAppSettings();
  const [isOpen, setOpen] = useState(false);
  const opener = useOpener();
  const open = () => {
    opener.remember();
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.giveBack();
  };
  const says = data
    ? `Erased after ${data.months} months without a visit, from ${dayAndTime(data.begins_at, timeZone)} on. Set by ${data.by}, ${dayAndTime(data.at, timeZone)}.`
    : RETENTION_TEXTS.everybody;
  return {
    says: may && data === undefined ? "It is being asked." : says,
    open,
    dialog: isOpen && data !== undefined && <RetentionDialog retention={data} onClose={close} />,
  };
}
