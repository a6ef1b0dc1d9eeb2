import { useEffect, useState } from "react";
import { useSession } from "@/components/app-base/session";
import { type Place, useSaveRules } from "@/components/reservations/queries";
import { isSameValue, type MetBetween, metBetween } from "@/components/ui/met-between";
import { failureText } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import type { Rules } from "@/lib/reservations/rules/contract";
import { type KeptRules, keepRules, keptRules } from "./rules-storage";

/** A part of the rules while it is changed. */
export interface PartProps {
  rules: Rules;
  onChange: (changed: Partial<Rules>) => void;
  disabled: boolean;
}

type RuleName = keyof Rules;

/** Another save that came before this one. */
export interface Met extends MetBetween<RuleName> {
  theirs: Rules;
  version: number;
}

const namesOf = (rules: Rules) => Object.keys(rules) as RuleName[];

/** The rules while somebody changes them. What somebody else saved meanwhile is kept with them; of what both changed one is chosen. */
export function useRulesForm(place: Place, saved: { rules: Rules; version: number }) {
  const user = useSession().user?.id ?? "";
  const [kept] = useState(() => keptRules(user, place.branch));
  const [base, setBase] = useState(kept?.base ?? { rules: saved.rules, version: saved.version });
  // A rule that came with a newer version of Daftar has none in what was kept.
  const [rules, setRules] = useState<Rules>({ ...saved.rules, ...kept?.rules });
  const [met, setMet] = useState<Met | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const saving = useSaveRules(place);
  const changed = namesOf(rules).filter((name) => !isSameValue(rules[name], base.rules[name]));
  const isChanged = changed.length > 0;
  useKept({ user, branch: place.branch }, isChanged, base, rules);
  const meet = (theirs: Rules, version: number) => {
    const { both, only } = metBetween(base.rules, rules, theirs);
    setRules({ ...rules, ...Object.fromEntries(only.map((name) => [name, theirs[name]])) });
    setBase({ rules: theirs, version });
    setAnswers({});
    setMet({ theirs, version, both, only });
  };
  const takeAll = (all: { rules: Rules; version: number }) => {
    setBase(all);
    setRules(all.rules);
    setMet(null);
  };
  // Somebody saved others while this form was open, or away.
  const [seen, setSeen] = useState(base.version);
  if (saved.version > Math.max(seen, base.version) && !saving.isPending) {
    setSeen(saved.version);
    if (isChanged) meet(saved.rules, saved.version);
    else takeAll({ rules: saved.rules, version: saved.version });
  }

  const save = () => {
    if (met?.both.some((name) => answers[name] === undefined))
      return toast.error("Choose first what is right of what both changed.", "rules");
    const body = chosenOf(rules, met, answers);
    saving.mutate(
      { rules: body, version: base.version },
      {
        onSuccess: ({ version, message }) => {
          takeAll({ rules: body, version });
          toast.success(message, "rules");
        },
        onError: (error) => {
          const theirs = isApiError(error) && error.code === "conflict" ? (error.fields as { current?: Rules; version?: number }) : {}; // as the call says
          if (theirs.current && theirs.version) meet(theirs.current, theirs.version);
          toast.error(failureText(error, "The rules were not saved."), "rules");
        },
      },
    );
  };
  return {
    rules,
    change: (part: Partial<Rules>) => setRules((before) => ({ ...before, ...part })),
    changed,
    isChanged,
    isSaving: saving.isPending,
    save,
    discard: () => takeAll(base),
    met,
    answers,
    answer: (name: RuleName, side: "mine" | "theirs") => setAnswers({ ...answers, [name]: side }),
  };
}

type Answers = Partial<Record<RuleName, "mine" | "theirs">>;

/** The rules as they are saved: of what both changed what was chosen. */
function chosenOf(rules: Rules, met: Met | null, answers: Answers): Rules {
  const chosen = namesOf(rules).map((name) => [name, answers[name] === "theirs" ? met?.theirs[name] : rules[name]]);
  return Object.fromEntries(chosen) as unknown as Rules; // each name has its own value again
}

/** What was changed is kept on the device until it is saved. */
function useKept({ user, branch }: { user: string; branch: string }, isChanged: boolean, base: KeptRules["base"], rules: Rules): void {
  useEffect(() => keepRules(user, branch, isChanged ? { base, rules } : null), [user, branch, isChanged, base, rules]);

  useEffect(() => {
    if (!isChanged) return;
    // Kept on the device it is there again after a reload; a browser that keeps nothing asks first.
    const ask = (event: BeforeUnloadEvent) => keptRules(user, branch) === null && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged, user, branch]);
}
