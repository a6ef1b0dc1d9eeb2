import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { MOST_VIEWS } from "@/lib/all-data/orders";

interface Props {
  /** The names that one's other views have. */
  taken: readonly string[];
  onKeep: (name: string) => void;
  onClose: () => void;
}

/** Gives the filters that are on a name. */
export function KeepViewDialog({ taken, onKeep, onClose }: Props) {
  const [name, setName] = useState("");
  const wanted = name.trim();
  const isTaken = taken.includes(wanted);
  const isFull = taken.length >= MOST_VIEWS;
  const problem = isFull
    ? `You have ${MOST_VIEWS} views already. Remove one first.`
    : isTaken
      ? "You have a view of this name already."
      : null;
  const keep = (event?: FormEvent) => {
    event?.preventDefault();
    if (wanted === "" || problem) return;
    onKeep(wanted);
    onClose();
  };
  return (
    <NativeDialog
      opened
      role="dialog"
      title="Keep this view"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" disabled={wanted === "" || problem !== null} onClick={() => keep()}>
            Keep
          </Button>
        </>
      }
    >
      <p>Its filters and order are kept for you, on every device. A name or phone that you look for is not.</p>
      <form onSubmit={keep}>
        <TextInput
          label="Name of the view"
          data-autofocus
          {...AUTO_DIR}
          autoComplete="off"
          maxLength={60}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </NativeDialog>
  );
}
