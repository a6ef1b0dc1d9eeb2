import { Button } from "@mantine/core";
import { Users } from "lucide-react";
import { usePlaces } from "@/components/app-base/server-of-branch";
import { ChoiceChips } from "@/components/ui/choice-chips";
import type { Draft } from "@/lib/drafts";
import { localTime } from "@/lib/local-time";
import { answered, doublesOf, keepBoth } from "@/lib/tables/keep-both";
import classes from "./conflict-panel.module.css";
import { whatCame, wordsOf } from "./edit-changes";
import { nameOf } from "./guest-lists";
import type { Together } from "./use-table-save";

/** The save button that was pressed has nothing more to say; the choice is here. */
function takeFocus(title: HTMLElement | null): void {
  title?.focus({ preventScroll: true });
  title?.closest("section")?.scrollIntoView({ block: "nearest" });
  title?.scrollIntoView({ block: "nearest" });
}

interface Props {
  draft: Draft;
  together: Together;
  onSave: () => void;
  onDiscardMine: () => void;
}

/** Two people saved one table: everybody of both stays, and only what both changed is to be chosen. */
export function ConflictPanel({ draft, together, onSave, onDiscardMine }: Props) {
  const { timeZone } = usePlaces();
  const { others, answers, answer } = together;
  const both = keepBoth(draft.original, draft.guests, others.guests);
  const doubles = doublesOf(answered(both, answers), draft.guests);
  const open = both.questions.filter(({ id }) => !answers[id]).length;
  return (
    <section className={classes.panel} role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title" className={classes.title} tabIndex={-1} ref={takeFocus}>
        <Users size={20} strokeWidth={1.75} aria-hidden /> Somebody else saved this table at{" "}
        {localTime(new Date(others.table.metadata.saved_at), timeZone)}
      </h3>
      <p className={classes.text}>{whatCame(both, others, draft)}</p>
      {both.questions.length > 0 && (
        <p className={classes.text}>Only this was changed on both tablets. Which one is right? All else of both is kept.</p>
      )}
      <div className={classes.questions}>
        {both.questions.map((question) => {
          const { label, mine, theirs } = wordsOf(question);
          const choices = [
            { value: "theirs", label: theirs, note: "other tablet" },
            { value: "mine", label: mine, note: "this tablet" },
          ];
          return (
            <ChoiceChips
              key={question.id}
              label={label}
              choices={choices}
              value={answers[question.id] ?? ""}
              onChange={(side) => answer(question.id, side === "mine" ? "mine" : "theirs")}
            />
          );
        })}
      </div>
      {doubles.map(([one, other]) => (
        <p key={`${one.key} ${other.key}`} className={classes.text}>
          <bdi>{nameOf(one)}</bdi> and <bdi>{nameOf(other)}</bdi> have the same number now: they are saved as one guest with both names.
        </p>
      ))}
      <div className={classes.buttons}>
        <Button size="lg" onClick={onSave} disabled={open > 0}>
          Keep both and save
        </Button>
        <Button size="lg" variant="subtle" color="danger" onClick={onDiscardMine}>
          Discard my changes
        </Button>
      </div>
    </section>
  );
}
