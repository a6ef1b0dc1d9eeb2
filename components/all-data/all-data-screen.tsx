"use client";

import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useBusinessDay } from "@/components/app-base/server-clock";
import { PageHead } from "@/components/ui/page-head";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import type { AllDataChoices } from "@/lib/all-data/choices/contract";
import { filtersAsked } from "@/lib/all-data/views";
import { ActiveFilters } from "./active-filters";
import styles from "./all-data-screen.module.css";
import { GuestCount } from "./guest-count";
import { Guests } from "./guests";
import type { Wanted } from "./queries";
import { Tools } from "./tools";
import { type ShownView, useView } from "./use-view";

/** So long after the last letter the server is asked, in milliseconds. */
const TYPING_PAUSE = 450;

/** Every guest of a guest book in one grid. */
export function AllDataScreen() {
  const view = useView();
  const { choices } = view;
  return (
    <>
      <PageHead title={ALL_DATA_TEXTS.title}>{ALL_DATA_TEXTS.help}</PageHead>
      {choices ? <Shown view={view} choices={choices} /> : <Skeleton height={360} radius="md" />}
    </>
  );
}

function Shown({ view, choices }: { view: ShownView; choices: AllDataChoices }) {
  const today = useBusinessDay();
  const [filters] = useDebouncedValue(view.filters, TYPING_PAUSE);
  const asked = JSON.stringify(filtersAsked(filters, today));
  const wanted = useMemo<Wanted>(
    () => ({ filters: JSON.parse(asked), sort: choices.sort, size: choices.size }),
    [asked, choices.sort, choices.size],
  );
  return (
    <div className={styles.page}>
      <Tools view={view} choices={choices} today={today} />
      {view.isNotKept && (
        <p role="status" className={styles.notKept}>
          {ALL_DATA_TEXTS.notKept}
        </p>
      )}
      <div className={styles.facts}>
        <GuestCount filters={wanted.filters} />
        <ActiveFilters filters={view.filters} today={today} onChange={view.setFilters} />
      </div>
      <Guests key={asked + choices.sort} wanted={wanted} columns={choices.columns} onClear={() => view.setFilters({})} />
    </div>
  );
}
