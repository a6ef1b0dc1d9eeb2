import styles from "./number-row.module.css";

export interface BigNumber {
  label: string;
  value: number;
  help?: string;
}

/** A few results as big numbers. */
export function NumberRow({ numbers }: { numbers: BigNumber[] }) {
  return (
    <dl className={styles.row}>
      {numbers.map(({ label, value, help }) => (
        <div key={label} className={styles.cell}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value.toLocaleString("en")}</dd>
          {help && <dd className={styles.help}>{help}</dd>}
        </div>
      ))}
    </dl>
  );
}
