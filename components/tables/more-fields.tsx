import { Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useMaySee } from "@/components/app-base/session";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import type { PendingGuest } from "@/lib/drafts";
import { TEXT_LIMITS, typedIn } from "@/lib/guest-fields";
import classes from "./new-guest-form.module.css";

const FIELDS = typedIn("more");

interface Props {
  value: PendingGuest;
  change: (changed: Partial<PendingGuest>) => void;
  disabled: boolean;
}

/** Fields that are rarely filled at a table, folded until they are opened; filled ones are always shown. */
export function MoreFields({ value, change, disabled }: Props) {
  const maySee = useMaySee();
  const fields = FIELDS.filter(({ field }) => maySee(field));
  const names = fields.map(({ label }) => label.toLowerCase()).join(", ");
  const [opened, setOpened] = useState(() => fields.some(({ field }) => value[field]));
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => {
    flushSync(() => setOpened(!opened));
    // What was opened lies below the fold of a form that scrolls.
    if (!opened) button.current?.scrollIntoView({ block: "start" });
  };
  const Chevron = opened ? ChevronUp : ChevronDown;
  return (
    <>
      <UnstyledButton ref={button} type="button" className={classes.more} aria-expanded={opened} onClick={toggle}>
        <Chevron size={18} aria-hidden />
        {opened ? "Less" : `More: ${names}`}
      </UnstyledButton>
      {opened &&
        fields.map(({ field, label, input: { dir, mode, lines } }) => {
          const of = {
            label,
            ...(dir === "ltr" ? LTR_DIR : AUTO_DIR),
            maxLength: TEXT_LIMITS[field],
            disabled,
            value: value[field],
            onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change({ [field]: event.currentTarget.value }),
          };
          if (lines) return <Textarea key={field} autosize minRows={lines} {...of} />;
          return <TextInput key={field} type={mode === "email" ? mode : "text"} inputMode={mode} autoComplete="off" {...of} />;
        })}
    </>
  );
}
