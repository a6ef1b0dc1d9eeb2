"use client";

import { Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
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
import { Done, type LastDone, Together } from "./together";
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
  const [done, setDone] = useState<LastDone | null>(null);
  // What is chosen is asked for at once: rows that nobody looked for any more would be chosen meanwhile.
  const [text] = useDebouncedValue(view.filters.text, TYPING_PAUSE);
  const [company] = useDebouncedValue(view.filters.company, TYPING_PAUSE);
  const asked = JSON.stringify(filtersAsked({ ...view.filters, text, company }, today));
  const wanted = useMemo<Wanted>(
    () => ({ filters: JSON.parse(asked), sort: choices.sort, size: choices.size }),
    [asked, choices.sort, choices.size],
  );
  return (
    <div className={styles.page}>
      <Tools view={view} choices={choices} today={today} wanted={wanted} />
      {view.isNotKept && (
        <p role="status" className={styles.notKept}>
          {ALL_DATA_TEXTS.notKept}
        </p>
      )}
      <div className={styles.facts}>
        <GuestCount filters={wanted.filters} />
        <ActiveFilters filters={view.filters} today={today} onChange={view.setFilters} />
      </div>
      {done && <Done key={done.undo_id} {...done} onOver={() => setDone(null)} />}
      <Found key={asked + choices.sort} view={view} wanted={wanted} columns={choices.columns} onDone={setDone} />
    </div>
  );
}

interface FoundProps {
  view: ShownView;
  wanted: Wanted;
  columns: AllDataChoices["columns"];
  onDone: (done: LastDone | null) => void;
}

/** The guests, and what is done with those who are chosen: the choice goes with what was looked for. */
function Found({ view, wanted, columns, onDone }: FoundProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NOBODY);
  const choose = useCallback((id: string, on: boolean) => {
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  return (
    <>
      <Together filters={wanted.filters} chosen={chosen} onForget={() => setChosen(NOBODY)} onDone={onDone} />
      <Guests wanted={wanted} columns={columns} chosen={chosen} onChoose={choose} onClear={() => view.setFilters({})} />
    </>
  );
}

const NOBODY: ReadonlySet<string> = new Set();
