"use client";

import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import { useAppSettings } from "@/components/app-base/app-settings";
import { type Place, useRules } from "@/components/reservations/queries";
import { useChosenDay } from "@/components/reservations/use-chosen-day";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { dayAndTime } from "@/components/ui/local-times";
import { EmptyNotice, ErrorNotice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import type { AnswerOf } from "@/lib/api/endpoint";
import { branchName } from "@/lib/known-branches";
import type { Rules, readRules } from "@/lib/reservations/rules/contract";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import { LimitFields } from "./limit-fields";
import styles from "./rules-screen.module.css";
import { ShiftFields } from "./shift-fields";
import { SpecialDays } from "./special-days";
import { TableFields } from "./table-fields";
import { useRulesForm } from "./use-rules-form";

/** When and how a restaurant takes bookings: shifts, tables, limits, and the days that are other. */
export function RulesScreen() {
  const { place, branches, choose } = useChosenDay();
  return (
    <>
      <PageHead title={RESERVATION_TEXTS.rulesTitle} />
      <div className={styles.head}>
        <Button component={Link} href="/reservations" variant="subtle" color="neutral" leftSection={<ChevronLeft size={18} aria-hidden />}>
          Reservations
        </Button>
        {branches.length > 1 && (
          <NativeSelect
            aria-label="Restaurant"
            value={place?.branch ?? ""}
            data={branches.map((value) => ({ value, label: branchName(value) }))}
            onChange={(event) => choose({ branch: event.currentTarget.value })}
          />
        )}
      </div>
      {branches.length === 0 && <EmptyNotice title="You work in no restaurant that is open." />}
      {place && <RulesOf key={place.branch} place={place} />}
    </>
  );
}

function RulesOf({ place }: { place: Place }) {
  const { data, isPending, error, refetch } = useRules(place);
  if (isPending) return <Skeleton height={400} radius="md" />;
  if (!data) return <ErrorNotice title="The rules could not be loaded." error={error} onRetry={() => void refetch()} />;
  return <RulesForm place={place} saved={data} />;
}

function RulesForm({ place, saved }: { place: Place; saved: AnswerOf<typeof readRules> }) {
  const { timeZone } = useAppSettings();
  const form = useRulesForm(place, saved);
  const disabled = !saved.may_change;
  const part = { rules: form.rules, onChange: form.change, disabled: disabled || form.isSaving };
  return (
    <div className={styles.page}>
      <p className="note">
        {saved.version === 0
          ? "Nobody has changed these rules yet: they are where most restaurants begin."
          : `Changed last by ${saved.changed_by || "somebody"}${saved.changed_at ? `, ${dayAndTime(saved.changed_at, timeZone)}` : ""}.`}
        {disabled && " You may see them; whoever has “Reservations: change rules, tables and closed days” changes them."}
      </p>
      {form.met && <MetPanel form={form} />}
      <ShiftFields {...part} />
      <TableFields {...part} />
      <LimitFields {...part} publicAddress={saved.public_address} />
      <SpecialDays place={place} mayChange={saved.may_change} areas={areasOf(saved.rules)} />
      {form.isChanged && (
        <div className={styles.bar}>
          <span>Not saved: {form.changed.map((name) => LABELS[name]).join(", ")}</span>
          <span className="wrap">
            <Button variant="default" onClick={form.discard} disabled={form.isSaving}>
              Discard
            </Button>
            <Button loading={form.isSaving} onClick={form.save}>
              Save the rules
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

const areasOf = ({ tables }: Pick<Rules, "tables">) => [...new Set(tables.map(({ area }) => area).filter(Boolean))].sort();

const LABELS: Record<keyof Rules, string> = {
  shifts: "shifts",
  tables: "tables",
  combinations: "tables put together",
  large_party_from: "large party",
  guest_cancel_hours: "cancelling by guests",
  overdue_minutes: "minutes until red",
  reminder_hours: "reminder",
  ready_times: "times of “table ready”",
  ready_every: "minutes between “table ready”",
  messages: "messages",
  public_page: "the guests’ own page",
  telephone: "the telephone",
};

/** Somebody else saved the rules meanwhile: of what both changed one is chosen, all else of both is kept. */
function MetPanel({ form: { met, rules, answers, answer } }: { form: ReturnType<typeof useRulesForm> }) {
  if (!met) return null;
  return (
    <section className={styles.met} role="alert" aria-labelledby="rules-met">
      <h2 id="rules-met" className={styles.title}>
        Somebody else changed the rules meanwhile
      </h2>
      {met.only.length > 0 && <p>Theirs, which stays: {met.only.map((name) => LABELS[name]).join(", ")}.</p>}
      {met.both.map((name) => (
        <ChoiceChips
          key={name}
          label={`Both changed: ${LABELS[name]}`}
          choices={[
            { value: "theirs", label: inShort(met.theirs[name]), note: "theirs" },
            { value: "mine", label: inShort(rules[name]), note: "yours" },
          ]}
          value={answers[name] ?? ""}
          onChange={(side) => answer(name, side === "mine" ? "mine" : "theirs")}
        />
      ))}
      <p>Then save them once more.</p>
    </section>
  );
}

/** A rule in a few words: lists by what stands in them. */
function inShort(value: Rules[keyof Rules]): string {
  if (value === null) return "none";
  if (!Array.isArray(value)) return value === true ? "on" : value === false ? "off" : String(value);
  const names = value.map((one) =>
    "number" in one
      ? `${one.number} (${one.min}–${one.max})`
      : "name" in one
        ? `${one.name} ${one.from}–${one.until}`
        : one.tables.join(" + "),
  );
  return names.length === 0 ? "none" : names.length > 6 ? `${names.slice(0, 6).join(", ")} and ${names.length - 6} more` : names.join(", ");
}
