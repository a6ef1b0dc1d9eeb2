import { Button, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useLayer } from "@/components/ui/layers";
import type { Draft } from "@/lib/drafts";
import { LeaveDialog } from "./leave-dialog";
import { guestCount } from "./pending-guest";
import { DesktopBody, PhoneBody, TabletBody } from "./select-contacts-bodies";
import { SelectContactsSave } from "./select-contacts-parts";
import { EditInfoButton, TableTeam } from "./table-heading";
import type { TableView } from "./table-view";
import { useSelectContacts } from "./use-select-contacts";

interface Props {
  from: Draft;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** Select Contacts: find or write down the guests of a table, then save them and award their points. */
export function SelectContactsDialog(props: Props) {
  const select = useSelectContacts(props);
  // By the width alone: a keyboard that comes up must not change the layout under the field that is typed into.
  const isPhone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 1280px)", true, { getInitialValueInEffect: false });
  // Where the form covers the search it is a layer of its own: Back closes it and not the table.
  useLayer(select.newcomer.opened && !isWide, select.closeForm, true);
  const { draft, saving, leaving, table } = select;
  const { info } = draft;
  const count = guestCount(draft);
  const Body = isPhone ? PhoneBody : isWide ? DesktopBody : TabletBody;
  const cancel = (
    <Button variant="subtle" color="neutral" onClick={leaving.leave} disabled={saving.sending}>
      Cancel
    </Button>
  );
  return (
    <>
      <DialogFrame
        size="full"
        title={`Table ${info.table_number}`}
        subtitle={<TableTeam info={info} />}
        action={
          <>
            <EditInfoButton disabled={saving.sending} onClick={() => props.onView({ kind: "info", draft })} />
            {isPhone && cancel}
          </>
        }
        footer={isPhone ? undefined : <SelectContactsSave select={select} onCancel={leaving.leave} />}
        onClose={leaving.leave}
        locked={saving.sending}
        onKey={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          saving.save();
        }}
      >
        <VisuallyHidden role="status">{table.said}</VisuallyHidden>
        <Body select={select} />
      </DialogFrame>
      {leaving.asks && (
        <LeaveDialog
          title={`Leave table ${info.table_number}?`}
          keepLabel="Keep as draft"
          discardLabel="Discard table"
          onStay={leaving.stay}
          onKeep={leaving.keep}
          onDiscard={leaving.discard}
        >
          {counted(count, "guest")} {count === 1 ? "is" : "are"} not saved yet. A draft stays on this device and is found in Saved Tables.
        </LeaveDialog>
      )}
    </>
  );
}
