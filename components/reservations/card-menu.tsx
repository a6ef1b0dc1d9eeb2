import { Menu } from "@mantine/core";
import { ArrowLeftRight, Pencil, Phone, Undo2 } from "lucide-react";
import { RowMenu } from "@/components/ui/anchored";
import type { PanelProps } from "@/components/ui/opens-panel";
import { useReservationActions } from "./actions-context";
import { isChangeable, isHard, type MenuOf, phoneOf, wordsOf } from "./steps-in-words";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What is done less often with a reservation: the steps that take something away come last. */
export function CardMenu({ reservation, steps, ...place }: PanelProps & MenuOf) {
  const { may, step, move, edit } = useReservationActions();
  const phone = phoneOf(reservation);
  const entry = (one: MenuOf["steps"][number]) => (
    <Menu.Item
      key={`${one.to} ${one.is_undo}`}
      color={isHard(one) && !one.is_undo ? "danger" : undefined}
      leftSection={one.is_undo && <Undo2 {...ICON} />}
      onClick={() => step(reservation, one)}
    >
      {wordsOf(one)}
    </Menu.Item>
  );
  return (
    <RowMenu {...place} label="More" position="bottom-end" width={230}>
      {steps.filter((one) => !isHard(one)).map(entry)}
      {may.edit && isChangeable(reservation) && (
        <>
          <Menu.Item leftSection={<ArrowLeftRight {...ICON} />} onClick={() => move(reservation)}>
            Move to another table
          </Menu.Item>
          <Menu.Item leftSection={<Pencil {...ICON} />} onClick={() => edit(reservation)}>
            Change
          </Menu.Item>
        </>
      )}
      {phone && (
        <Menu.Item component="a" href={`tel:+${phone.digits}`} leftSection={<Phone {...ICON} />}>
          Call <span dir="ltr">{phone.shown}</span>
        </Menu.Item>
      )}
      {steps.filter(isHard).map(entry)}
    </RowMenu>
  );
}
