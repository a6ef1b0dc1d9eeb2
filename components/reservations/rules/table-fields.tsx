import { ActionIcon, Button, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { MOST_PEOPLE } from "@/lib/party-size";
import type { Combination, HouseTable } from "@/lib/reservations/rules/contract";
import { NumberField } from "./number-field";
import styles from "./rules-screen.module.css";
import type { PartProps } from "./use-rules-form";

/** The tables of the house with their sizes, and which are put together. */
export function TableFields({ rules, onChange, disabled }: PartProps) {
  const { tables, combinations } = rules;
  const set = (number: string, changed: Partial<HouseTable>) =>
    onChange({ tables: tables.map((table) => (table.number === number ? { ...table, ...changed } : table)) });
  return (
    <section className={styles.part} aria-labelledby="tables-title">
      <h2 id="tables-title" className={styles.title}>
        Tables
      </h2>
      {tables.length === 0 && <p className="note">None is said yet: bookings then have no table until somebody writes one.</p>}
      {!disabled && <AddTables tables={tables} onAdd={(added) => onChange({ tables: [...tables, ...added] })} />}
      <ul className={styles.rows} aria-label="Tables of the house">
        {tables.map((table) => (
          <li key={table.number} className={styles.row}>
            <TableRow
              table={table}
              disabled={disabled}
              onChange={(changed) => set(table.number, changed)}
              onRemove={() =>
                onChange({
                  tables: tables.filter(({ number }) => number !== table.number),
                  combinations: withoutTable(combinations, table.number),
                })
              }
            />
          </li>
        ))}
      </ul>
      {tables.length > 1 && <Combinations {...{ rules, onChange, disabled }} />}
    </section>
  );
}

interface RowProps {
  table: HouseTable;
  disabled: boolean;
  onChange: (changed: Partial<HouseTable>) => void;
  onRemove: () => void;
}

function TableRow({ table, disabled, onChange, onRemove }: RowProps) {
  const shared = { disabled, min: 1, max: MOST_PEOPLE };
  return (
    <>
      <span className={styles.number}>{table.number}</span>
      <NumberField label="From" {...shared} value={table.min} onChange={(min) => min && onChange({ min })} />
      <NumberField label="To" {...shared} value={table.max} onChange={(max) => max && onChange({ max })} />
      <TextInput
        label="Area"
        {...AUTO_DIR}
        maxLength={60}
        disabled={disabled}
        value={table.area}
        onChange={(event) => onChange({ area: event.currentTarget.value })}
      />
      <NumberField
        label="Taken first"
        min={0}
        max={999}
        value={table.priority}
        disabled={disabled}
        onChange={(priority) => priority !== null && onChange({ priority })}
      />
      {!disabled && (
        <ActionIcon variant="subtle" color="danger" className={styles.away} aria-label={`Remove table ${table.number}`} onClick={onRemove}>
          <X size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

const withoutTable = (combinations: readonly Combination[], number: string) =>
  combinations.filter(({ tables }) => !tables.includes(number));

interface AddProps {
  tables: readonly HouseTable[];
  onAdd: (tables: HouseTable[]) => void;
}

/** Many at once: a restaurant has twenty of a kind. */
function AddTables({ tables, onAdd }: AddProps) {
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [area, setArea] = useState("");
  const [min, setMin] = useState<number | null>(1);
  const [max, setMax] = useState<number | null>(4);
  const numbers = numbersBetween(first, last).filter((number) => !tables.some((table) => table.number === number));
  const isReady = numbers.length > 0 && min !== null && max !== null && min <= max;
  const add = () => {
    if (min === null || max === null) return;
    onAdd(numbers.map((number) => ({ number, area: area.trim(), min, max, priority: 100, x: null, y: null })));
    setFirst("");
    setLast("");
  };
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>Add tables</legend>
      <div className={styles.fields}>
        <TextInput
          label="First number"
          {...AUTO_DIR}
          maxLength={20}
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          label="Last number"
          description="Empty: one table"
          {...AUTO_DIR}
          maxLength={20}
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <NumberField label="People from" min={1} max={MOST_PEOPLE} value={min} onChange={setMin} />
        <NumberField label="People to" min={1} max={MOST_PEOPLE} value={max} onChange={setMax} />
        <TextInput
          label="Area"
          placeholder="Terrace"
          {...AUTO_DIR}
          maxLength={60}
          value={area}
          onChange={(event) => setArea(event.currentTarget.value)}
        />
      </div>
      <Button variant="default" className={styles.add} leftSection={<Plus size={16} aria-hidden />} disabled={!isReady} onClick={add}>
        {numbers.length > 1 ? `Add ${numbers.length} tables` : "Add the table"}
      </Button>
    </fieldset>
  );
}

/** `1` to `20`, or `T1` to `T20`; a first one alone is one table. */
function numbersBetween(first: string, last: string): string[] {
  const [from, to] = [first.trim(), last.trim()];
  if (from === "") return [];
  const [, head = "", begin = ""] = /^(.*?)(\d+)$/.exec(from) ?? [];
  const [, tail = "", end = ""] = /^(.*?)(\d+)$/.exec(to) ?? [];
  const count = Number(end) - Number(begin) + 1;
  if (to === "" || begin === "" || end === "" || head !== tail || count < 1 || count > 100) return [from];
  return Array.from({ length: count }, (_, at) => `${head}${Number(begin) + at}`);
}

/** Tables that are put together for a party that no single one has room for. */
function Combinations({ rules: { combinations, tables }, onChange, disabled }: PartProps) {
  const [typed, setTyped] = useState("");
  const numbers = typed.split("+").map((one) => one.trim());
  const known = numbers.length > 1 && numbers.every((number) => tables.some((table) => table.number === number));
  const add = () => {
    const seats = tables.filter(({ number }) => numbers.includes(number));
    const max = seats.reduce((sum, table) => sum + table.max, 0);
    const min = Math.min(max, Math.max(...seats.map((table) => table.max)) + 1);
    onChange({ combinations: [...combinations, { tables: numbers, min, max, priority: 200 }] });
    setTyped("");
  };
  const set = (at: number, changed: Partial<Combination>) =>
    onChange({ combinations: combinations.map((one, index) => (index === at ? { ...one, ...changed } : one)) });
  return (
    <>
      <h3 className={styles.legend}>Put together</h3>
      <ul className={styles.rows} aria-label="Tables that are put together">
        {combinations.map((one, at) => (
          <li key={one.tables.join()} className={styles.row}>
            <CombinationRow
              one={one}
              disabled={disabled}
              onChange={(changed) => set(at, changed)}
              onRemove={() => onChange({ combinations: combinations.filter((_, index) => index !== at) })}
            />
          </li>
        ))}
      </ul>
      {!disabled && (
        <div className={styles.line}>
          <TextInput
            label="Tables"
            placeholder="12 + 14"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button variant="default" disabled={!known} onClick={add}>
            Put together
          </Button>
        </div>
      )}
    </>
  );
}

interface CombinationProps {
  one: Combination;
  disabled: boolean;
  onChange: (changed: Partial<Combination>) => void;
  onRemove: () => void;
}

function CombinationRow({ one, disabled, onChange, onRemove }: CombinationProps) {
  const shared = { disabled, min: 1, max: MOST_PEOPLE };
  return (
    <>
      <span className={styles.number}>{one.tables.join(" + ")}</span>
      <NumberField label="From" {...shared} value={one.min} onChange={(min) => min && onChange({ min })} />
      <NumberField label="To" {...shared} value={one.max} onChange={(max) => max && onChange({ max })} />
      {!disabled && (
        <ActionIcon
          variant="subtle"
          color="danger"
          className={styles.away}
          aria-label={`Do not put ${one.tables.join(" and ")} together`}
          onClick={onRemove}
        >
          <X size={18} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}
