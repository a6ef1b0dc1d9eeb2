/** The mark: a table from above with its five seats; the persimmon one is tonight's guest. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="17.4" r="7.6" stroke="var(--primary)" strokeWidth="2.4" />
      <circle cx="16" cy="4" r="2.6" fill="var(--accent)" />
      <circle cx="28.6" cy="13.2" r="2.6" fill="var(--primary)" />
      <circle cx="23.8" cy="28" r="2.6" fill="var(--primary)" />
      <circle cx="8.2" cy="28" r="2.6" fill="var(--primary)" />
      <circle cx="3.4" cy="13.2" r="2.6" fill="var(--primary)" />
    </svg>
  );
}
