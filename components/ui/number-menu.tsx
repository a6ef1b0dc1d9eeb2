import { Menu } from "@mantine/core";
import { Copy, MessageCircle, MessageSquare, Phone } from "lucide-react";
import type { ShownNumber } from "@/lib/shown-number-schema";
import { RowMenu } from "./anchored";
import { copyText } from "./copy-text";
import type { PanelProps } from "./opens-panel";
import { toast } from "./toast";

/** Call, SMS, WhatsApp and Copy for each number of a guest. */
export function NumberMenu({ numbers, ...place }: PanelProps & { numbers: readonly ShownNumber[] }) {
  return (
    <RowMenu {...place} label="Phone" position="bottom-end" width={230}>
      {numbers.map((number) => (
        <Ways key={number.shown} number={number} labelled={numbers.length > 1} />
      ))}
    </RowMenu>
  );
}

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

function Ways({ number, labelled }: { number: ShownNumber; labelled: boolean }) {
  const { digits, shown, doubtful } = number;
  const copy = async () => {
    const isCopied = await copyText(digits ? `+${digits}` : shown);
    if (isCopied) toast.success("Number copied");
    else toast.error("The number could not be copied.");
  };
  return (
    <>
      {labelled && (
        <Menu.Label>
          <span dir="ltr">{shown}</span>
        </Menu.Label>
      )}
      {doubtful && <Menu.Label>{digits ? "No such number is known. Check it." : "This is no phone number."}</Menu.Label>}
      {digits && (
        <>
          <Menu.Item component="a" href={`tel:+${digits}`} leftSection={<Phone {...ICON} />}>
            Call
          </Menu.Item>
          <Menu.Item component="a" href={`sms:+${digits}`} leftSection={<MessageSquare {...ICON} />}>
            SMS
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`https://wa.me/${digits}`}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<MessageCircle {...ICON} />}
          >
            WhatsApp
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<Copy {...ICON} />} onClick={copy}>
        Copy
      </Menu.Item>
    </>
  );
}
