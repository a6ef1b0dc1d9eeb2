import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import { ALL_DATA_TEXTS } from "@/lib/all-data/all-data-texts";
import type { AllDataChoices, View } from "@/lib/all-data/choices/contract";
import { USUAL_COLUMNS } from "@/lib/all-data/columns";
import type { Filters } from "@/lib/all-data/views";
import { useKeepChoices, useKeptChoices } from "./queries";

/** Choices are kept when nobody has changed them for so long, in milliseconds. */
const KEPT_AFTER = 800;

const USUAL: AllDataChoices = { columns: [...USUAL_COLUMNS], sort: "added", size: "50", filters: {}, views: [] };

/** What is shown: filters, order, columns and views, as somebody left them, on whichever device that was. */
export function useView() {
  const kept = useKeptChoices();
  const keep = useKeepChoices();
  const [chosen, setChosen] = useState<AllDataChoices | null>(null);
  const [text, setText] = useState("");
  const choices = chosen ?? kept.data ?? (kept.isPending ? null : USUAL);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change = (some: Partial<AllDataChoices>) => {
    const next = { ...(choices ?? USUAL), ...some };
    setChosen(next);
    if (kept.error) return; // what is kept is not known, and must not be written over
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      keep.mutate(next, { onError: () => toast.error(ALL_DATA_TEXTS.notSaved, "all-data-choices") });
    }, KEPT_AFTER);
  };

  return {
    /** Null while nobody knows them yet. */
    choices,
    /** With what was looked for by name or phone, which is kept nowhere. */
    filters: { ...choices?.filters, ...(text && { text }) } satisfies Filters,
    isNotKept: kept.error !== null,
    change,
    setText,
    setFilters: ({ text: typed, ...filters }: Filters) => {
      setText(typed ?? "");
      change({ filters: Object.fromEntries(Object.entries(filters).filter(([, said]) => said)) });
    },
    show: ({ filters, sort }: View) => {
      setText("");
      change({ filters, sort });
    },
  };
}
export type ShownView = ReturnType<typeof useView>;
