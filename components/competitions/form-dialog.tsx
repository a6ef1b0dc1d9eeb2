import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { BranchBoxes, NumberField } from "@/components/loyalty/fields";
import { FormDialog } from "@/components/loyalty/form-dialog";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR, LTR_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { RULE_LANGUAGE_NAMES, COMPETITION_TEXTS as TEXTS } from "@/lib/competitions/competition-texts";
import type { OpenedCompetition } from "@/lib/competitions/contract";
import { REQUIRED, RULE_LANGUAGES } from "@/lib/competitions/rules-text";
import { CENTRAL } from "@/lib/known-branches";
import { bodyOf, type CompetitionForm, changedIn, emptyForm, formOf } from "./competition-form";
import styles from "./competitions.module.css";
import { useChange, useMake } from "./queries";
import { useTyped } from "./typed";

interface MakeProps {
  onMade: (id: string) => void;
  onClose: () => void;
}

/** A new competition is typed; it becomes a draft. */
export function MakeDialog({ onMade, onClose }: MakeProps) {
  const { timeZone } = useAppSettings();
  const here = useBranch();
  const now = useServerClock();
  const [form, setForm, forget] = useTyped("new", emptyForm(here === CENTRAL ? [] : [here], now, timeZone));
  const make = useMake();
  return (
    <CompetitionDialog
      title={TEXTS.make}
      submit="Make a draft"
      form={form}
      isDraft
      isSaving={make.isPending}
      error={make.error}
      onChange={setForm}
      onClose={onClose}
      onSubmit={(body) =>
        make.mutate(body, {
          onSuccess: ({ message, id }) => {
            forget();
            toast.success(message);
            onMade(id);
          },
        })
      }
    />
  );
}

/** What was said of a competition is changed, before its lock. */
export function ChangeDialog({ opened, onClose }: { opened: OpenedCompetition; onClose: () => void }) {
  const { timeZone } = useAppSettings();
  const { id, version, state } = opened.competition;
  const current = formOf(opened, timeZone);
  const [kept, setKept, forget] = useTyped(`change_${id}`, { base: current, form: current });
  // What somebody else has changed since stays, where this form says nothing else.
  const form = { ...current, ...changedIn(kept) };
  const change = useChange(id);
  return (
    <CompetitionDialog
      title="Change the competition"
      submit="Save the changes"
      form={form}
      isDraft={state === "DRAFT"}
      isSaving={change.isPending}
      error={change.error}
      onChange={(next) => setKept({ base: current, form: next })}
      onClose={onClose}
      onSubmit={(body) =>
        change.mutate(
          { version, ...body },
          {
            onSuccess: ({ message }) => {
              forget();
              toast.success(message);
              onClose();
            },
          },
        )
      }
    />
  );
}

type Body = Extract<ReturnType<typeof bodyOf>, { body: unknown }>["body"];

interface DialogProps {
  title: string;
  submit: string;
  form: CompetitionForm;
  isDraft: boolean;
  isSaving: boolean;
  error: unknown;
  onChange: (form: CompetitionForm) => void;
  onSubmit: (body: Body) => void;
  onClose: () => void;
}

function CompetitionDialog({ title, submit, form, isDraft, isSaving, error, onChange, onSubmit, onClose }: DialogProps) {
  const { timeZone } = useAppSettings();
  const [isAsked, setAsked] = useState(false);
  const read = bodyOf(form, timeZone);
  const wrong = isAsked && "wrong" in read ? read.wrong : {};
  const fields: FieldsProps = { form, wrong, set: (changed) => onChange({ ...form, ...changed }) };
  const problem = Object.keys(wrong).length > 0 ? "Some fields are not right yet: they say what." : null;
  return (
    <FormDialog
      title={title}
      submit={submit}
      isReady
      isSaving={isSaving}
      problem={problem ?? (error ? changeFailure(error, "", TEXTS.shows) : null)}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if ("body" in read) onSubmit(read.body);
      }}
    >
      <What {...fields} />
      <When {...fields} />
      <Who {...fields} />
      <Rules {...fields} />
      <Checkbox
        label="Two people: whoever makes this competition does not draw it"
        checked={form.two_people}
        disabled={!isDraft}
        onChange={(event) => fields.set({ two_people: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

interface FieldsProps {
  form: CompetitionForm;
  wrong: Partial<Record<keyof CompetitionForm, string>>;
  set: (changed: Partial<CompetitionForm>) => void;
}

function What({ form, wrong, set }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        {...AUTO_DIR}
        maxLength={120}
        value={form.title}
        error={wrong.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <BranchBoxes
        label="Restaurants that take part (none chosen: all)"
        chosen={form.branches}
        onChange={(branches) => set({ branches })}
      />
      <TextInput
        label="Prize"
        {...AUTO_DIR}
        maxLength={120}
        value={form.prize}
        error={wrong.prize}
        onChange={(event) => set({ prize: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <NumberField label="Winners" value={form.winners} error={wrong.winners} onChange={(winners) => set({ winners })} />
        <NumberField label="In reserve" value={form.reserves} error={wrong.reserves} onChange={(reserves) => set({ reserves })} />
        <NumberField
          label="Days a voucher counts"
          value={form.voucher_days}
          error={wrong.voucher_days}
          onChange={(voucher_days) => set({ voucher_days })}
        />
      </div>
      <TextInput
        label="Link to the post"
        {...LTR_DIR}
        maxLength={300}
        value={form.post_url}
        onChange={(event) => set({ post_url: event.currentTarget.value })}
      />
      <TextInput
        label="Media id of the post, for the official call"
        {...LTR_DIR}
        inputMode="numeric"
        maxLength={32}
        value={form.media_id}
        onChange={(event) => set({ media_id: event.currentTarget.value })}
      />
    </>
  );
}

function When({ form, wrong, set }: FieldsProps) {
  return (
    <div className={styles.pair}>
      <TextInput
        type="datetime-local"
        label="Opens"
        value={form.opens}
        error={wrong.opens}
        onChange={(event) => set({ opens: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="Closes"
        value={form.closes}
        error={wrong.closes}
        onChange={(event) => set({ closes: event.currentTarget.value })}
      />
    </div>
  );
}

function Who({ form, wrong, set }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <NumberField
          label="Mentions of others, at least"
          value={form.mentions}
          error={wrong.mentions}
          onChange={(mentions) => set({ mentions })}
        />
        <NumberField
          label="Comments of one user that count"
          value={form.per_user}
          error={wrong.per_user}
          onChange={(per_user) => set({ per_user })}
        />
        <NumberField
          label="Leave out who won within days (0: nobody)"
          value={form.previous_days}
          error={wrong.previous_days}
          onChange={(previous_days) => set({ previous_days })}
        />
      </div>
      <TextInput
        label="A word that must stand in the comment"
        {...AUTO_DIR}
        maxLength={60}
        value={form.keyword}
        onChange={(event) => set({ keyword: event.currentTarget.value })}
      />
      <Textarea
        label="Users who take no part, one on each line"
        {...LTR_DIR}
        autosize
        minRows={2}
        maxRows={6}
        value={form.excluded}
        onChange={(event) => set({ excluded: event.currentTarget.value })}
      />
      <Checkbox
        label="Leave out the house’s own people"
        checked={form.staff}
        onChange={(event) => set({ staff: event.currentTarget.checked })}
      />
    </>
  );
}

function Rules({ form, set }: FieldsProps) {
  return (
    <>
      {RULE_LANGUAGES.map((language) => (
        <Textarea
          key={language}
          label={`Rules in ${RULE_LANGUAGE_NAMES[language]}`}
          {...AUTO_DIR}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2_000}
          value={form[language]}
          onChange={(event) => set({ [language]: event.currentTarget.value })}
        />
      ))}
      <div className={styles.required}>
        <p>{TEXTS.required}</p>
        {RULE_LANGUAGES.map((language) => (
          <p key={language} lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
            {REQUIRED[language].release} {REQUIRED[language].independence}
          </p>
        ))}
      </div>
    </>
  );
}
