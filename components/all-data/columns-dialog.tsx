import { Button, Checkbox } from "@mantine/core";
import { NativeDialog } from "@/components/ui/native-dialog";
import { COLUMN_KEYS, type ColumnKey, columnLabel, USUAL_COLUMNS } from "@/lib/all-data/columns";
import styles from "./all-data-screen.module.css";

interface Props {
  columns: readonly ColumnKey[];
  onChange: (columns: ColumnKey[]) => void;
  onClose: () => void;
}

/** Which columns are shown, in their one order; the name always is. */
export function ColumnsDialog({ columns, onChange, onClose }: Props) {
  const change = (key: ColumnKey, on: boolean) =>
    onChange(COLUMN_KEYS.filter((one) => one === "name" || (one === key ? on : columns.includes(one))));
  return (
    <NativeDialog
      opened
      role="dialog"
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={() => onChange([...USUAL_COLUMNS])}>
            As usual
          </Button>
          <Button size="lg" data-autofocus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        {COLUMN_KEYS.filter((key) => key !== "name").map((key) => (
          <Checkbox
            key={key}
            label={columnLabel(key)}
            checked={columns.includes(key)}
            onChange={(event) => change(key, event.currentTarget.checked)}
          />
        ))}
      </div>
    </NativeDialog>
  );
}
