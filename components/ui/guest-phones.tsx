import { Menu, UnstyledButton } from "@mantine/core";
import { Copy, MessageCircle, MessageSquare, Phone, TriangleAlert } from "lucide-react";
import type { ShownNumber } from "@/lib/shown-number";
import { copyText } from "./copy-text";
import { GuestPhone } from "./guest-name";
import classes from "./guest-phones.module.css";
import { LayerMenu } from "./layer-menu";
import { toast } from "./toast";

interface Props {
  /** As staff typed them. */
  phones: string;
  /** As the server says they are shown; a server of an earlier version does not. */
  numbers: readonly ShownNumber[] | undefined;
}

/** The first number as people read it, and how many more there are. */
export function GuestPhones({ phones, numbers, query = "" }: Props & { query?: string }) {
  const [first, ...more] = numbersOf({ phones, numbers });
  if (!first) return <span className={classes.none}>No phone</span>;
  return (
    <span className={classes.phones}>
      <GuestPhone shown={first.shown} query={query} />
      <span className={classes.beside}>
        {first.doubtful && <Doubt />}
        {more.length > 0 && <span className={classes.more}>+{more.length}</span>}
      </span>
    </span>
  );
}

/** The same; a tap offers Call, SMS, WhatsApp and Copy for each number. */
export function PhoneActions(props: Props) {
  const numbers = numbersOf(props);
  if (numbers.length === 0) return <GuestPhones {...props} />;
  return (
    <LayerMenu position="bottom-end" shadow="md" width={230} withArrow>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <GuestPhones {...props} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {numbers.map((number) => (
          <Ways key={number.shown} number={number} labelled={numbers.length > 1} />
        ))}
      </Menu.Dropdown>
    </LayerMenu>
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

function Doubt() {
  return (
    <span className={classes.doubt} role="img" aria-label="Check this number" title="No such number is known">
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
    </span>
  );
}

function numbersOf({ phones, numbers }: Props): readonly ShownNumber[] {
  if (numbers && (numbers.length > 0 || !phones.trim())) return numbers;
  return phones.trim() ? [{ shown: phones.trim(), digits: "" }] : [];
}
