import { UnstyledButton } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import type { ShownNumber } from "@/lib/shown-number-schema";
import { GuestPhone } from "./guest-name";
import classes from "./guest-phones.module.css";
import { lazyComponent } from "./lazy-component";
import type { NumberMenu as Menu } from "./number-menu";
import { OpensPanel } from "./opens-panel";

const NumberMenu = lazyComponent<ComponentProps<typeof Menu>>(() => import("./number-menu").then((module) => module.NumberMenu), {
  onClose: (props) => props.onClose,
});

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
    <OpensPanel
      kind="menu"
      button={(opener) => (
        <UnstyledButton className={classes.target} {...opener}>
          <GuestPhones {...props} />
        </UnstyledButton>
      )}
      panel={(place) => <NumberMenu {...place} numbers={numbers} />}
    />
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
