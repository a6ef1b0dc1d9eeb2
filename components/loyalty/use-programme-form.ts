import { useState } from "react";
import { isSameValue, metBetween } from "@/components/ui/met-between";
import { toast } from "@/components/ui/toast";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { Programme, readProgramme } from "@/lib/loyalty/programme/contract";
import { numberOf } from "./fields";
import { useChangeProgramme } from "./queries";

/** The rules, and who changed them last. */
export type SavedProgramme = AnswerOf<typeof readProgramme>;

export const NUMBERS = ["per_visit", "per_cover", "per_reservation", "most_per_day", "adjust_limit"] as const;
export type NumberName = (typeof NUMBERS)[number];

/** The rules as they are typed: numbers are texts. */
export type TypedProgramme = Omit<Programme, NumberName> & Record<NumberName, string>;
export type RuleName = keyof TypedProgramme;

/** Another save that came while these rules were changed. */
export interface Met {
  by: string;
  /** ISO 8601. */
  at: string;
  /** What the others changed, with what stood there before. */
  before: Partial<TypedProgramme>;
  theirs: TypedProgramme;
}

const typedOf = (programme: Programme): TypedProgramme => ({
  ...programme,
  ...(Object.fromEntries(NUMBERS.map((name) => [name, String(programme[name] ?? "")])) as Record<NumberName, string>),
});

const some = (names: readonly RuleName[], of: Partial<TypedProgramme>): Partial<TypedProgramme> =>
  Object.fromEntries(names.map((name) => [name, of[name]]));

/**
 * The rules while somebody changes them. What others save meanwhile stands in the fields that nobody touched here; what was typed stays.
 * @param saved as they were read last: the same object until they are read anew
 */
export function useProgrammeForm(saved: SavedProgramme) {
  const [read, setRead] = useState(saved);
  const [base, setBase] = useState(saved);
  const [typed, setTyped] = useState(() => typedOf(saved.programme));
  const [met, setMet] = useState<Met | null>(null);
  const saving = useChangeProgramme();
  const meet = ({ programme, changed }: SavedProgramme) => {
    const [was, theirs] = [typedOf(base.programme), typedOf(programme)];
    const { both, only } = metBetween(was, typed, theirs);
    setTyped({ ...typed, ...some(only, theirs) });
    setBase({ programme, changed });
    // Rules that nobody was changing just follow; so does what both changed to the same.
    const before = { ...some([...both, ...(isSameValue(typed, was) ? [] : only)], was), ...met?.before };
    if (changed && Object.keys(before).length > 0) setMet({ ...changed, before, theirs });
  };
  // Not while a save is under way: what is read then may be that save.
  if (read !== saved && !saving.isPending) {
    setRead(saved);
    if (saved.changed?.at !== base.changed?.at) meet(saved);
  }
  const save = () => {
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(typed[name])])) as Pick<Programme, NumberName>;
    const sent = typed;
    saving.mutateAsync({ programme: { ...typed, ...numbers }, seen: base.changed?.at ?? null }).then(
      ({ message, ...kept }) => {
        toast.success(message);
        setBase(kept);
        const typedSince = (now: TypedProgramme) => some(metBetween(sent, sent, now).only, now);
        setTyped((now) => ({ ...typedOf(kept.programme), ...typedSince(now) }));
        setMet(null);
      },
      () => {}, // the form says it
    );
  };
  return {
    changed: base.changed,
    typed,
    change: (more: Partial<TypedProgramme>) => setTyped((before) => ({ ...before, ...more })),
    met,
    save,
    isSaving: saving.isPending,
    error: saving.error,
  };
}
