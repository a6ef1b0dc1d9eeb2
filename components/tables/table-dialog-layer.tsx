import { EditTableDialog } from "./edit-table-dialog";
import { SavedTablesDialog } from "./saved-tables-dialog";
import { SelectContactsDialog } from "./select-contacts-dialog";
import type { TableView } from "./table-view";

export interface LayerProps {
  view: TableView;
  onView: (view: TableView) => void;
  onActiveDraft: (id: string | null) => void;
}

/** One layer at a time: a dialog hands over to the next instead of standing on top of it. */
export default function TableDialogLayer({ view, onView, onActiveDraft }: LayerProps) {
  switch (view.kind) {
    case "select":
      return <SelectContactsDialog key={view.draft.id} from={view.draft} onView={onView} onActiveDraft={onActiveDraft} />;
    case "saved":
      return <SavedTablesDialog onView={onView} />;
    case "edit":
      return (
        <EditTableDialog
          key={`${view.branch}/${view.name}`}
          name={view.name}
          branch={view.branch}
          kept={view.draft}
          from={view.from}
          onView={onView}
          onActiveDraft={onActiveDraft}
        />
      );
    default:
      return null;
  }
}
