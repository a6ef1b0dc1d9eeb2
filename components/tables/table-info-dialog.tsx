import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { isBranchKey } from "@/lib/branches";
import { isPlaceFixed, withInfo } from "@/lib/draft-place";
import { type Draft, dropDraft, isWorthKeeping, keepDraft, NO_TABLE_INFO, newDraft, type TableInfo } from "@/lib/drafts";
import { TABLE_TEXTS } from "@/lib/texts";
import { BranchChoice } from "./branch-choice";
import { ChoiceChips } from "./choice-chips";
import { keepLastTeam, keepUseLocal, lastTeam, rememberedStaff, type Team, usesLocal } from "./device-memory";
import { DialogFrame } from "./dialog-frame";
import { usePlaces } from "./places";
import { useStaff } from "./queries";
import classes from "./table-info-dialog.module.css";
import { type TableView, viewOfDraft } from "./table-view";

interface Props {
  /** A draft whose table info is changed or completed; null for a new table. */
  from: Draft | null;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** Who serves which table where: everything that Select Contacts needs to know before the first guest. */
export function TableInfoDialog({ from, onView, onActiveDraft }: Props) {
  const places = usePlaces();
  const [draft, setDraft] = useState<Draft>(() => (from ? withInfo(from, {}) : newDraft(freshInfo(places.here))));
  const [useLocal, setUseLocal] = useState(usesLocal);
  const [tried, setTried] = useState(false);

  const { info } = draft;
  const base = isPlaceFixed(draft) ? info.api_base : places.baseOf(info.branch, useLocal);
  const staff = useStaff({ base, branch: isBranchKey(info.branch) ? info.branch : null });
  const lists = staff.data ?? rememberedStaff(info.branch);
  const missing = {
    table: info.table_number.trim() === "",
    hostess: info.hostess === "",
    waiter: info.waiter === "",
    branch: info.branch === "" || base === "",
  };
  const fieldsMissing = missing.table || missing.hostess || missing.waiter;

  const change = (changed: Partial<TableInfo>) => {
    const next = withInfo(draft, changed);
    setDraft(next);
    onActiveDraft(next.id);
    if (isWorthKeeping(next)) keepDraft(next);
  };
  const chooseBranch = (branch: string) => change({ branch, ...(branch === info.branch ? {} : lastTeam(branch)) });

  // Every change is on the device already: it gets back what it had before.
  const cancel = () => {
    if (from && isWorthKeeping(from)) keepDraft(from);
    else dropDraft(draft.id);
    onView(from && viewOfDraft(from).kind === "select" ? { kind: "select", draft: from } : { kind: "none" });
  };

  const save = () => {
    setTried(true);
    if (fieldsMissing || missing.branch) return;
    const complete = withInfo(draft, { table_number: info.table_number.trim(), api_base: base });
    keepDraft(complete);
    keepLastTeam(info.branch, { hostess: info.hostess, waiter: info.waiter });
    keepUseLocal(useLocal);
    onView({ kind: "select", draft: complete });
  };

  const submit = (event: Pick<Event, "preventDefault">) => {
    event.preventDefault();
    save();
  };

  return (
    <DialogFrame
      size="sheet"
      title={from && from.guests.length > 0 ? `Table ${from.info.table_number}` : "New table"}
      onClose={cancel}
      onKey={(event) => {
        // The form would take the same key for its own Enter.
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      footer={
        <>
          <div className={classes.problems} role="alert">
            {tried && fieldsMissing && <p>{TABLE_TEXTS.fillAllFields}</p>}
            {tried && missing.branch && <p>{TABLE_TEXTS.chooseBranch}</p>}
          </div>
          <div className={classes.buttons}>
            <Button size="lg" variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button size="lg" type="submit" form="table-info" className={classes.save}>
              {draft.guests.length > 0 ? "Save and go on" : "Save and add guests"}
            </Button>
          </div>
        </>
      }
    >
      <form id="table-info" className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label="Table number"
          withAsterisk
          aria-required
          classNames={{ root: classes.numberField, input: classes.number }}
          inputMode="numeric"
          autoComplete="off"
          {...AUTO_DIR}
          maxLength={100}
          error={tried && missing.table ? "Which table?" : undefined}
          value={info.table_number}
          onChange={(event) => change({ table_number: event.currentTarget.value })}
        />
        <ChoiceChips
          label="Hostess"
          required
          note={staff.isError ? "offline list" : undefined}
          choices={names(lists.hostesses, info.hostess)}
          value={info.hostess}
          onChange={(hostess) => change({ hostess })}
          error={tried && missing.hostess ? "Who received them?" : null}
        />
        <ChoiceChips
          label="Waiter"
          required
          note={staff.isError ? "offline list" : undefined}
          choices={names(lists.waiters, info.waiter)}
          value={info.waiter}
          onChange={(waiter) => change({ waiter })}
          error={tried && missing.waiter ? "Who serves them?" : null}
        />
        <BranchChoice
          draft={draft}
          base={base}
          useLocal={useLocal}
          hasServer={(branch) => places.baseOf(branch, useLocal) !== ""}
          onBranch={chooseBranch}
          onUseLocal={setUseLocal}
          error={tried && missing.branch ? TABLE_TEXTS.chooseBranch : null}
        />
      </form>
    </DialogFrame>
  );
}

function freshInfo(here: string | null): TableInfo {
  const branch = here ?? "";
  const team: Team = branch ? lastTeam(branch) : { hostess: "", waiter: "" };
  return { ...NO_TABLE_INFO, branch, ...team };
}

/** Somebody who was taken off the list since then is still shown as chosen, so that it can be seen and changed. */
function names(list: readonly string[], chosen: string) {
  const all = chosen && !list.includes(chosen) ? [chosen, ...list] : list;
  return all.map((name) => ({ value: name, label: name }));
}
