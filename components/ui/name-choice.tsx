import { NativeSelect } from "@mantine/core";
import { alsoNames } from "@/lib/names";

interface Props {
  guest: { name: string; also?: string };
  /** What it is chosen for: `Name for the message to`. */
  label: string;
  value: string;
  onChange: (name: string) => void;
}

/** By which of their names a guest with several is meant; nothing for a guest with one. */
export function NameChoice({ guest: { name, also = "" }, label, value, onChange }: Props) {
  if (also === "") return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={`${label} ${name}`}
      data={[...new Set([name, ...alsoNames(also)])]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
