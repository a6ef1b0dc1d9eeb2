import { Button } from "@mantine/core";
import { Gift, QrCode, RefreshCw, SlidersHorizontal } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useSession } from "@/components/app-base/session";
import type { AdjustDialog as Adjust } from "@/components/loyalty/adjust-dialog";
import type { CardDialog as NewCard } from "@/components/loyalty/card-dialog";
import type { PointsDialog as Spend } from "@/components/loyalty/points-dialog";
import type { StatementDialog as Statement } from "@/components/loyalty/statement-dialog";
import { lazyComponent } from "@/components/ui/lazy-component";

const PointsDialog = lazyComponent<ComponentProps<typeof Spend>>(
  () => import("@/components/loyalty/points-dialog").then((module) => module.PointsDialog),
  {
    onClose: (props) => props.onClose,
  },
);
const AdjustDialog = lazyComponent<ComponentProps<typeof Adjust>>(
  () => import("@/components/loyalty/adjust-dialog").then((module) => module.AdjustDialog),
  {
    onClose: (props) => props.onClose,
  },
);
const StatementDialog = lazyComponent<ComponentProps<typeof Statement>>(
  () => import("@/components/loyalty/statement-dialog").then((module) => module.StatementDialog),
  {
    onClose: (props) => props.onClose,
  },
);

const CardDialog = lazyComponent<ComponentProps<typeof NewCard>>(
  () => import("@/components/loyalty/card-dialog").then((module) => module.CardDialog),
  {
    onClose: (props) => props.onClose,
  },
);

interface Props {
  guest: { id: string; name: string };
  total: number;
  /** They have a line in the ledger. */
  isMember: boolean;
  className: string | undefined;
}

/** What can be done with a guest's points, for whoever may. */
export function PointsActions({ guest, total, isMember, className }: Props) {
  const { can } = useSession();
  const [open, setOpen] = useState<"spend" | "adjust" | "statement" | "card" | null>(null);
  const maySpend = can({ any: ["nav_loyalty", "create_table"] });
  const close = () => setOpen(null);
  return (
    <div className={className}>
      {maySpend && (
        <Button
          variant="default"
          disabled={total <= 0}
          leftSection={<Gift size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => setOpen("spend")}
        >
          Use points
        </Button>
      )}
      {can("nav_loyalty") && (
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => setOpen("adjust")}
        >
          Change by hand
        </Button>
      )}
      {can("nav_loyalty") && isMember && (
        <Button variant="default" leftSection={<QrCode size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setOpen("statement")}>
          Statement and card
        </Button>
      )}
      {maySpend && isMember && (
        <Button variant="default" leftSection={<RefreshCw size={18} strokeWidth={1.75} aria-hidden />} onClick={() => setOpen("card")}>
          Make a new card
        </Button>
      )}
      {open === "card" && <CardDialog guest={guest} onClose={close} />}
      {open === "statement" && <StatementDialog guest={guest} onClose={close} />}
      {open === "spend" && <PointsDialog guest={guest} total={total} onClose={close} />}
      {open === "adjust" && <AdjustDialog guest={guest} total={total} onClose={close} />}
    </div>
  );
}
