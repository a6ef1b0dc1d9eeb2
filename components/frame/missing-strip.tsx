import { Button } from "@mantine/core";
import { FileWarning } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useMissing, useSeenMissing } from "@/components/app-base/server-health";
import { useSession } from "@/components/app-base/session";
import { Strip } from "@/components/ui/strip";
import { toast } from "@/components/ui/toast";
import { missingInWords } from "@/lib/health/words";

/** Says on every page of a branch what its stores, or the group's, have lost, one after the other, until somebody has seen it. */
export function MissingStrip() {
  const { timeZone } = useAppSettings();
  const session = useSession();
  const seen = useSeenMissing();
  const [store] = useMissing();
  const maySay = store && (store.branch !== "hub" || session.can("everything"));
  return (
    <Strip icon={FileWarning} tone="waiting" words={(store && missingInWords(store, timeZone)) ?? ""}>
      {maySay && (
        <Button
          color="accent"
          loading={seen.isPending}
          onClick={() => seen.mutate(store, { onError: ({ message }) => toast.error(message) })}
        >
          I have seen it
        </Button>
      )}
    </Strip>
  );
}
