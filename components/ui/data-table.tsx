"use client";

import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef, useState } from "react";
import styles from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  header: string;
  /** A CSS grid track, such as `2fr` or `160px`. */
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
  /** The results tables of the specification are 420 px high at most. */
  maxHeight?: number;
}

const ROW_PX = 44;
const CARDS_AT_ONCE = 100;

/** Rows in a scrolling table, of which only those in sight exist; cards on a phone. */
export function DataTable<Row>({ label, columns, rows, rowKey, card, maxHeight = 420 }: Props<Row>) {
  return (
    <>
      <div className={styles.wide}>
        <VirtualTable label={label} columns={columns} rows={rows} rowKey={rowKey} maxHeight={maxHeight} />
      </div>
      <div className={styles.narrow}>
        <Cards label={label} rows={rows} rowKey={rowKey} card={card} />
      </div>
    </>
  );
}

function VirtualTable<Row>({ label, columns, rows, rowKey, maxHeight }: Omit<Props<Row>, "card"> & { maxHeight: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 8 });
  const gridTemplateColumns = columns.map((column) => column.width).join(" ");
  return (
    // A scrolling region must be reachable by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <div ref={scroller} className={styles.scroller} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.row} style={{ gridTemplateColumns }}>
            {columns.map((column) => (
              <span key={column.key} role="columnheader" className={styles.cell}>
                {column.header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={rowKey(row)}
                ref={virtual.measureElement}
                data-index={item.index}
                role="row"
                aria-rowindex={item.index + 2}
                className={`${styles.row} ${styles.body}`}
                style={{ gridTemplateColumns, transform: `translateY(${item.start}px)` }}
              >
                {columns.map((column) => (
                  <span key={column.key} role="cell" className={styles.cell}>
                    {column.render(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Cards<Row>({ label, rows, rowKey, card }: Pick<Props<Row>, "label" | "rows" | "rowKey" | "card">) {
  const [limit, setLimit] = useState(CARDS_AT_ONCE);
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {rows.slice(0, limit).map((row) => (
          <li key={rowKey(row)} className={styles.card}>
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
