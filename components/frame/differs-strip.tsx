import { Button } from "@mantine/core";
import { FileWarning } from "lucide-react";
import { useDiffers, useRebuild } from "@/components/app-base/server-health";
import { useSession } from "@/components/app-base/session";
import { Strip } from "@/components/ui/strip";
import { toast } from "@/components/ui/toast";
import { differsInWords } from "@/lib/rebuild/words";

/** Says to whoever can mend it that guests of the branch's book are not what was written down of them. */
export function DiffersStrip() {
  const session = useSession();
  const rebuild = useRebuild();
  const found = useDiffers();
  const store = session.can("everything") ? found : undefined;
  return (
    <Strip icon={FileWarning} tone="waiting" words={store?.differs ? differsInWords(store.branch, store.differs.guests) : ""}>
      {store && (
        <Button
          color="accent"
          loading={rebuild.isPending}
          onClick={() =>
            rebuild.mutate(undefined, {
              onSuccess: ({ message }) => toast.success(message),
              onError: ({ message }) => toast.error(message),
            })
          }
        >
          Rebuild
        </Button>
      )}
    </Strip>
  );
}
