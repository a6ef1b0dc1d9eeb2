import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./edit-table.module.css";

interface Props {
  closed: boolean;
  restored: boolean;
  note: string;
  keptFrom: string | null;
  busy: boolean;
  onDiscard: () => void;
}

/** Above the rows: why nothing can be changed, what came back, and what another tablet did. */
export function EditNotes({ closed, restored, note, keptFrom, busy, onDiscard }: Props) {
  const [cameBack, setCameBack] = useState(restored);
  const discard = () => {
    setCameBack(false);
    onDiscard();
  };
  return (
    <>
      {closed && <p className={classes.note}>This table was closed by End of Day and can no longer be changed.</p>}
      {keptFrom && (
        <p className={classes.note} role="status">
          The server does not answer. This is the table as of {keptFrom}; what you change is kept on this device.
        </p>
      )}
      {note && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
      {cameBack && (
        <div className={classes.note} role="status">
          <span>The changes that were not saved are here again.</span>
          <Button variant="subtle" disabled={busy} onClick={discard}>
            Discard them
          </Button>
        </div>
      )}
    </>
  );
}
