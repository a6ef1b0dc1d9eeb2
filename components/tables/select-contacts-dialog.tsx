import { Button, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLayer } from "@/components/ui/layers";
import type { Contact } from "@/lib/contacts/contract";
import { type Draft, type DraftGuest, dropDraft, fieldsOf, type GuestFields, isWaiting, newGuest, type PendingGuest } from "@/lib/drafts";
import { localDate } from "@/lib/local-time";
import { TABLE_TEXTS } from "@/lib/texts";
import { AddedList, RemovedNote } from "./added-list";
import { AddedTray } from "./added-tray";
import { ContactSearch } from "./contact-search";
import { DialogFrame } from "./dialog-frame";
import { guestCount, nameOf, sameGuest } from "./guest-lists";
import { LeaveDialog } from "./leave-dialog";
import { NewContactForm } from "./new-contact-form";
import { BLANK_PENDING, isTyped, withPending } from "./pending-guest";
import { usePlaces } from "./places";
import { placeOf, useRefreshAll } from "./queries";
import { SaveBar } from "./save-bar";
import { sayOutcome } from "./say-outcome";
import classes from "./select-contacts.module.css";
import type { SendProgress } from "./send-draft";
import { sendKept } from "./send-kept";
import { EditInfoButton, InfoLine, TableTeam } from "./table-heading";
import type { TableView } from "./table-view";
import { useDraft, useLeavingAsks } from "./use-draft";
import { usePendingForm } from "./use-pending-form";

interface Props {
  from: Draft;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** Select Contacts: find or write down the guests of a table, then save them and award their points. */
export function SelectContactsDialog({ from, onView, onActiveDraft }: Props) {
  const { draft, change, kept } = useDraft(() => from, onActiveDraft);
  const newcomer = usePendingForm(from, { draft, change });
  const { loyaltyBase, timeZone } = usePlaces();
  const refresh = useRefreshAll();
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 1280px)", true, { getInitialValueInEffect: false });
  const searchBox = useRef<HTMLInputElement>(null);

  const [typed, setTyped] = useState("");
  const [removed, setRemoved] = useState<{ guest: DraftGuest; at: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [leaving, setLeaving] = useState(false);

  const { guests, info, pending } = draft;
  const place = placeOf(info);
  const today = localDate(new Date(), timeZone);
  const sending = progress !== null;
  const formCovers = isPhone && newcomer.opened;
  useLeavingAsks(sending);
  const closeForm = () => {
    newcomer.close();
    focusSearch(false);
  };
  useLayer(newcomer.opened && !isWide, closeForm, true);

  const focusSearch = (clear: boolean) => {
    if (clear) setTyped("");
    // After the drawing: on phones the search box comes back only when the form has gone.
    requestAnimationFrame(() => {
      searchBox.current?.focus({ preventScroll: true });
      if (!clear) searchBox.current?.select();
    });
  };

  const add = (fields: GuestFields) => {
    const guest = newGuest(fields);
    change((now) => (sameGuest(now.guests, guest.phones) ? now : { ...now, guests: [...now.guests, guest] }));
    setSaid(`Added ${nameOf(guest)}. ${guestCount(guests.length + 1)}.`);
    setProblem(null);
    setRemoved(null);
  };
  const addKnown = (contact: Contact) => {
    add(fieldsOf(contact));
    focusSearch(false);
  };
  const addNew = (fields: GuestFields) => {
    add(fields);
    change((now) => ({ ...now, pending: null }));
    newcomer.close();
    focusSearch(true);
  };
  const remove = (guest: DraftGuest) => {
    setRemoved({ guest, at: guests.indexOf(guest) });
    change((now) => ({ ...now, guests: now.guests.filter((other) => other.key !== guest.key) }));
  };
  const undo = () => {
    if (!removed) return;
    change((now) => ({ ...now, guests: now.guests.toSpliced(removed.at, 0, removed.guest) }));
    setSaid(`${nameOf(removed.guest)} is back.`);
    setRemoved(null);
    focusSearch(false);
  };

  const save = async () => {
    if (sending) return;
    const whole = withPending(draft);
    if (!whole.draft) return newcomer.refuse(whole.problem);
    if (whole.draft.guests.length === 0) return setProblem(TABLE_TEXTS.addAtLeastOne);
    if (info.api_base === "" || place.branch === null) return setProblem(TABLE_TEXTS.missingBase);
    setProblem(null);
    setProgress({ step: "saving" });
    change(() => whole.draft);
    try {
      const result = await sendKept(whole.draft, setProgress);
      sayOutcome(result);
    } finally {
      void refresh();
      onView({ kind: "none" });
    }
  };

  const leave = () => {
    if (sending) return;
    if (isWaiting(draft)) return onView({ kind: "none" });
    if (guests.length > 0 || isTyped(pending)) return setLeaving(true);
    dropDraft(draft.id);
    onView({ kind: "none" });
  };

  const form = (
    <NewContactForm
      key={newcomer.round}
      value={pending ?? BLANK_PENDING}
      onChange={newcomer.set}
      guests={guests}
      place={place}
      disabled={sending}
      problem={newcomer.problem}
      onProblem={newcomer.setProblem}
      onAdd={addNew}
      onAddKnown={(contact) => addNew(fieldsOf(contact))}
      onCancel={isWide ? undefined : closeForm}
      focus={newcomer.focus}
    />
  );
  const list = <AddedList guests={guests} today={today} disabled={sending} onRemove={remove} />;
  const removedNote = <RemovedNote guest={removed?.guest ?? null} onUndo={undo} />;
  const saveBar = (
    <SaveBar
      count={withPending(draft).draft?.guests.length ?? guests.length}
      table={info.table_number}
      progress={progress}
      problem={problem}
      kept={kept}
      onSave={() => void save()}
      onCancel={isPhone ? undefined : leave}
    />
  );

  useEffect(() => {
    // A draft that was opened again with a half-typed guest shows it at once.
    if (isTyped(from.pending)) setSaid("The guest that was being typed is here again.");
  }, [from]);

  return (
    <>
      <DialogFrame
        size="full"
        title={`Table ${info.table_number}`}
        subtitle={<TableTeam info={info} />}
        action={
          <>
            <EditInfoButton disabled={sending} onClick={() => onView({ kind: "info", draft })} />
            {isPhone && (
              <Button variant="subtle" color="neutral" onClick={leave} disabled={sending}>
                Cancel
              </Button>
            )}
          </>
        }
        footer={isPhone ? undefined : saveBar}
        onClose={leave}
        locked={sending}
        onKey={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      >
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <div className={classes.columns}>
          {!formCovers && (
            <div className={classes.search}>
              <ContactSearch
                ref={searchBox}
                place={place}
                today={today}
                guests={guests}
                pending={pending}
                typed={typed}
                onTyped={setTyped}
                onAdd={addKnown}
                onAddNew={newcomer.open}
                onRemoveLast={() => {
                  const last = guests.at(-1);
                  if (last) remove(last);
                }}
                disabled={sending}
                infoLine={<InfoLine base={info.api_base} loyaltyBase={loyaltyBase} branch={info.branch} />}
              />
            </div>
          )}
          {isPhone ? (
            formCovers && <div className={classes.cover}>{form}</div>
          ) : (
            <>
              <section className={classes.added} aria-labelledby="added-to-table">
                <h3 id="added-to-table" className={classes.heading}>
                  {TABLE_TEXTS.addedToTable} <span className={classes.count}>{guestCount(guests.length)}</span>
                </h3>
                {removedNote}
                <div className={classes.scroll}>{list}</div>
              </section>
              <div className={classes.form}>
                {isWide || newcomer.opened ? (
                  form
                ) : (
                  <OpenFormButton goesOnWith={pending} disabled={sending} onClick={() => newcomer.open("")} />
                )}
              </div>
            </>
          )}
        </div>
        {isPhone && !formCovers && (
          <AddedTray guests={guests} removedNote={removedNote} list={list}>
            {saveBar}
          </AddedTray>
        )}
      </DialogFrame>
      {leaving && (
        <LeaveDialog
          title={`Leave table ${info.table_number}?`}
          keepLabel="Keep as draft"
          discardLabel="Discard table"
          onStay={() => setLeaving(false)}
          onKeep={() => onView({ kind: "none" })}
          onDiscard={() => {
            dropDraft(draft.id);
            onView({ kind: "none" });
          }}
        >
          {guests.length > 0
            ? `${guestCount(guests.length)} ${guests.length === 1 ? "is" : "are"} not saved yet.`
            : "The new guest is not added yet."}{" "}
          A draft stays on this device and is found in Saved Tables.
        </LeaveDialog>
      )}
    </>
  );
}

/** A tablet's right column has room for the list or for the form; the form unfolds when it is wanted. */
function OpenFormButton({ goesOnWith, disabled, onClick }: { goesOnWith: PendingGuest | null; disabled: boolean; onClick: () => void }) {
  return (
    <Button
      size="lg"
      variant="default"
      fullWidth
      leftSection={<UserPlus size={18} aria-hidden />}
      className={classes.openForm}
      disabled={disabled}
      onClick={onClick}
    >
      {isTyped(goesOnWith) ? (
        <span>
          Go on with ‘<bdi>{nameOf(goesOnWith)}</bdi>’
        </span>
      ) : (
        TABLE_TEXTS.addNewContact
      )}
    </Button>
  );
}
