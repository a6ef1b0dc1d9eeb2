import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef, useState } from "react";
import styles from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  header: string;
  /** A CSS width, such as `30%` or `190px`. */
  width: string;
  render: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row as a card, for a phone. */
  card: (row: Row) => ReactNode;
  /** Where the columns need more room than a table has by itself; it is scrolled sideways then. */
  minWidth?: string;
}

const ROW_PX = 44;
const CARDS_AT_ONCE = 100;

/** Rows in a scrolling table, of which only those in sight exist; cards on a phone. */
export function DataTable<Row>({ label, columns, rows, rowKey, card, minWidth }: Props<Row>) {
  return (
    <>
      <div className={styles.wide}>
        <VirtualTable label={label} columns={columns} rows={rows} rowKey={rowKey} minWidth={minWidth} />
      </div>
      <div className={styles.narrow}>
        <Cards label={label} rows={rows} rowKey={rowKey} card={card} />
      </div>
    </>
  );
}

function VirtualTable<Row>({ label, columns, rows, rowKey, minWidth }: Omit<Props<Row>, "card">) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 8 });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label}>
      <table className={styles.table} style={{ minWidth }} aria-rowcount={rows.length + 1}>
        <thead className={styles.head}>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={styles.cell} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <Spacer height={above} columns={columns.length} />
        <tbody>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <tr
                key={rowKey(row)}
                ref={virtual.measureElement}
                data-index={item.index}
                data-row={rowKey(row)}
                aria-rowindex={item.index + 2}
                className={styles.row}
              >
                {columns.map((column) => (
                  <td key={column.key} className={styles.cell}>
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
        <Spacer height={below} columns={columns.length} />
      </table>
    </section>
  );
}

/** Stands for the rows out of sight. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  );
}

function Cards<Row>({ label, rows, rowKey, card }: Pick<Props<Row>, "label" | "rows" | "rowKey" | "card">) {
  const [limit, setLimit] = useState(CARDS_AT_ONCE);
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {rows.slice(0, limit).map((row) => (
          <li key={rowKey(row)} data-row={rowKey(row)} className={styles.card}>
            {card(row)}
          </li>
        ))}
      </ul>
      {rows.length > limit && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setLimit(limit + CARDS_AT_ONCE)}>
          Show {Math.min(CARDS_AT_ONCE, rows.length - limit)} more
        </Button>
      )}
    </>
  );
}
