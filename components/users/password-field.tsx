import { Button, PasswordInput } from "@mantine/core";
import { WandSparkles } from "lucide-react";
import { useState } from "react";
import styles from "./people.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error?: string | null;
  /** Whether one can be made up here. */
  canGenerate?: boolean;
  current?: boolean;
}

/** A password that is typed or made up; the eye shows it. */
export function PasswordField({ label, value, onChange, error, canGenerate = false, current = false }: Props) {
  const [visible, setVisible] = useState(false);
  return (
    <div className={styles.password}>
      <PasswordInput
        className={styles.passwordInput}
        label={label}
        autoComplete={current ? "current-password" : "new-password"}
        maxLength={200}
        value={value}
        error={error ?? undefined}
        visible={visible}
        onVisibilityChange={setVisible}
        onChange={(event) => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ "aria-label": visible ? "Hide the password" : "Show the password", tabIndex: 0, size: 36 }}
      />
      {canGenerate && (
        <Button
          variant="default"
          leftSection={<WandSparkles size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            onChange(madeUpPassword());
            setVisible(true); // it must be told to somebody
          }}
        >
          Generate
        </Button>
      )}
    </div>
  );
}

/** Signs that nobody takes for another one when the password is read aloud or copied by hand. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of four, about 79 bits. */
function madeUpPassword(): string {
  const groups = Array.from({ length: 4 }, () => Array.from({ length: 4 }, randomSign).join(""));
  return groups.join("-");
}

function randomSign(): string {
  // Thrown again where the last signs would come up more seldom than the first.
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % SIGNS.length)) return SIGNS[byte % SIGNS.length] ?? "";
  }
}
