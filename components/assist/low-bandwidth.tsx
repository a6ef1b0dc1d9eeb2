import { Switch } from "@mantine/core";

interface Props {
  isLow: boolean;
  setLow: (isLow: boolean) => void;
  /** For a moment it takes no press: one that was meant for a question above it would change it unseen. */
  isHeld?: boolean;
}

/** Fewer and smaller pictures, for a slow line. */
export function LowBandwidth({ isLow, setLow, isHeld = false }: Props) {
  return (
    <Switch
      size="md"
      label="Low bandwidth"
      description={isLow ? "1280 × 720, 15 pictures a second" : "1920 × 1080, 30 pictures a second"}
      checked={isLow}
      aria-disabled={isHeld || undefined}
      onChange={(event) => !isHeld && setLow(event.currentTarget.checked)}
    />
  );
}
