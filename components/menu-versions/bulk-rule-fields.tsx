import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { type BulkRule, byRule, STEPS } from "@/lib/menu-prices/bulk-rule";
import type { MenuPrice } from "@/lib/menu-prices/contract";
import styles from "./menu-versions.module.css";

interface Props {
  /** Those that are shown: the rule is for them. */
  prices: readonly MenuPrice[];
  /** Fills the new prices in, to be looked at and corrected one by one. */
  onFill: (typed: Record<string, string>) => void;
}

/** Many prices by one rule. It fills the fields below, and changes nothing else. */
export function BulkRuleFields({ prices, onFill }: Props) {
  const [by, setBy] = useState<BulkRule["by"]>("percent");
  const [value, setValue] = useState("");
  const [step, setStep] = useState("");
  const amount = Number(value.replace(",", "."));
  const isReady = value.trim() !== "" && Number.isFinite(amount) && amount !== 0;
  const fill = () => {
    const rule: BulkRule = { by, value: amount, step: step === "" ? null : Number(step) };
    const filled = prices.flatMap(({ id, text }) => {
      const now = byRule(text, rule);
      return now === null ? [] : [[id, now] as const];
    });
    onFill(Object.fromEntries(filled));
  };
  return (
    <fieldset className={styles.rule}>
      <legend className={styles.facts}>Many at once</legend>
      <TextInput label="Change by" inputMode="decimal" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <NativeSelect
        label="in"
        value={by}
        data={[
          { value: "percent", label: "per cent" },
          { value: "amount", label: "the menu’s currency" },
        ]}
        onChange={(event) => setBy(event.currentTarget.value as BulkRule["by"])} // the choices above
      />
      <NativeSelect
        label="Round to"
        value={step}
        data={[{ value: "", label: "as it comes" }, ...STEPS.map((one) => ({ value: String(one), label: one.toLocaleString("en") }))]}
        onChange={(event) => setStep(event.currentTarget.value)}
      />
      <Button variant="default" disabled={!isReady} onClick={fill}>
        Fill in {prices.length} {prices.length === 1 ? "price" : "prices"}
      </Button>
    </fieldset>
  );
}
