import { Button } from "@mantine/core";
import { Search } from "lucide-react";
import { DateField } from "./date-field";
import styles from "./date-line.module.css";

interface Props {
  value: string;
  onChange: (date: string) => void;
  onSearch: (date: string) => void;
  error: string | undefined;
  unreadableText: string;
  /** Something else on the page is the next thing to do. */
  quiet?: boolean;
}

/** A date and Search, which stays in sight on a phone. */
export function DateLine({ value, onChange, onSearch, error, unreadableText, quiet = false }: Props) {
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(value);
      }}
    >
      <DateField
        className={styles.date}
        label="Date"
        value={value}
        onChange={onChange}
        error={error}
        unreadableText={unreadableText}
        onSubmit={() => onSearch(value)}
      />
      <Button type="submit" variant={quiet ? "default" : "filled"} leftSection={<Search size={18} strokeWidth={1.75} aria-hidden />}>
        Search
      </Button>
    </form>
  );
}
