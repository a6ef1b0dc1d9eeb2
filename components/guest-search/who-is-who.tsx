import { Button } from "@mantine/core";
import { Split, Users } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Contact } from "@/lib/guest-search/contract";
import { WHO_IS_WHO_TEXTS } from "@/lib/guest-search/guest-search-texts";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface DialogProps {
  contact: Contact;
  onClose: () => void;
}

const TwoPeopleDialog = lazyComponent(() => import("./two-people-dialog").then((module) => module.TwoPeopleDialog), {
  onClose: ({ onClose }: DialogProps) => onClose,
});
const OnePersonDialog = lazyComponent(() => import("./one-person-dialog").then((module) => module.OnePersonDialog), {
  onClose: ({ onClose }: DialogProps) => onClose,
});

/** Says that a guest is two people, or the same person as another. */
export function WhoIsWhoButtons({ contact }: { contact: Contact }) {
  const [open, setOpen] = useState<"two" | "one" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {contact.also && (
        <Button variant="default" leftSection={<Split {...ICON} />} onClick={() => setOpen("two")}>
          {WHO_IS_WHO_TEXTS.two}
        </Button>
      )}
      <Button variant="default" leftSection={<Users {...ICON} />} onClick={() => setOpen("one")}>
        {WHO_IS_WHO_TEXTS.one}
      </Button>
      {open === "two" && <TwoPeopleDialog contact={contact} onClose={close} />}
      {open === "one" && <OnePersonDialog contact={contact} onClose={close} />}
    </>
  );
}
