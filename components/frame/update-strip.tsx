import { RefreshCw, Store } from "lucide-react";
import { useCallback } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useChosenElsewhere } from "@/components/app-base/reopen-after-reload";
import { useUpdates } from "@/components/app-base/service-worker";
import { useActiveDraft } from "@/components/tables/active-draft";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { Strip } from "@/components/ui/strip";
import { toast } from "@/components/ui/toast";

/** Says that a new version waits, or another tab's choice of a server; takes it when nothing is open, and says that it was taken. */
export function UpdateStrip() {
  const activeDraft = useActiveDraft();
  const { version } = useAppSettings();
  const isFree = useCallback(() => activeDraft === null && !dialogIsOpen() && !isTyping(document.activeElement), [activeDraft]);
  const sayIt = useCallback(() => toast.info(`Daftar was updated. This is version ${version}.`), [version]);
  const waits = useUpdates(isFree, sayIt);
  const isElsewhere = useChosenElsewhere(isFree);
  return (
    <>
      <Strip icon={RefreshCw} tone="calm" words={waits ? "A new version is ready. It is taken as soon as nothing is typed or open." : ""} />
      <Strip
        icon={Store}
        tone="calm"
        words={isElsewhere ? "Another tab chose another server. This page follows as soon as nothing is typed or open." : ""}
      />
    </>
  );
}
