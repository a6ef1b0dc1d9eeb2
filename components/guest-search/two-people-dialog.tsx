import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { HeldButton } from "@/components/ui/held-button";
import { NativeDialog } from "@/components/ui/native-dialog";
import type { Contact } from "@/lib/guest-search/contract";
import { WHO_IS_WHO_TEXTS } from "@/lib/guest-search/guest-search-texts";
import { alsoNames } from "@/lib/names";
import { useDeciding } from "./decisions";
import styles from "./who-is-who.module.css";

/** Which of a guest's names are another person's. */
export function TwoPeopleDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { decide, isDeciding } = useDeciding();
  const also = alsoNames(contact.also);
  const [names, setNames] = useState<readonly string[]>(also.length === 1 ? also : []);
  const choose = (name: string, isTheirs: boolean) =>
    setNames((before) => (isTheirs ? [...before, name] : before.filter((one) => one !== name)));
  const part = async () => {
    if (await decide({ kind: "two", contact, names: [...names] })) onClose();
  };
  return (
    <NativeDialog
      opened
      role="dialog"
      title={WHO_IS_WHO_TEXTS.two}
      onClose={() => !isDeciding && onClose()}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose} disabled={isDeciding}>
            Cancel
          </Button>
          <HeldButton size="lg" onClick={part} loading={isDeciding} disabled={names.length === 0}>
            {WHO_IS_WHO_TEXTS.part}
          </HeldButton>
        </>
      }
    >
      <fieldset className={styles.names} disabled={isDeciding}>
        <legend>
          Which names are not <bdi>{contact.name || "this guest's"}</bdi>, but the other person&apos;s?
        </legend>
        {also.map((name) => (
          <Checkbox
            key={name}
            size="md"
            label={<bdi>{name}</bdi>}
            checked={names.includes(name)}
            onChange={(event) => choose(name, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <p>{WHO_IS_WHO_TEXTS.twoBody}</p>
    </NativeDialog>
  );
}
