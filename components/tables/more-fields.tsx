import { Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import type { PendingGuest } from "@/lib/drafts";
import { TEXT_LIMITS } from "@/lib/person";
import classes from "./new-contact-form.module.css";

const LINES = [
  { field: "email", label: "Email", more: { type: "email", inputMode: "email", ...LTR_DIR } },
  { field: "company", label: "Company", more: AUTO_DIR },
  { field: "title", label: "Title", more: AUTO_DIR },
] as const;

interface Props {
  value: PendingGuest;
  change: (changed: Partial<PendingGuest>) => void;
  disabled: boolean;
}

/** What few guests tell at the door, folded away until it is wanted; what stands there already is never hidden. */
export function MoreFields({ value, change, disabled }: Props) {
  const [opened, setOpened] = useState(() => [value.email, value.company, value.title, value.address].some(Boolean));
  const Chevron = opened ? ChevronUp : ChevronDown;
  return (
    <>
      <UnstyledButton type="button" className={classes.more} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        <Chevron size={18} aria-hidden />
        {opened ? "Less" : "More: email, company, title, address"}
      </UnstyledButton>
      {opened && (
        <>
          {LINES.map(({ field, label, more }) => (
            <TextInput
              key={field}
              label={label}
              autoComplete="off"
              {...more}
              maxLength={TEXT_LIMITS[field]}
              disabled={disabled}
              value={value[field]}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          ))}
          <Textarea
            label="Address"
            {...AUTO_DIR}
            autosize
            minRows={2}
            maxLength={TEXT_LIMITS.address}
            disabled={disabled}
            value={value.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
