import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Columns3, FileOutput, FileUp, ListFilter, Search, UsersRound } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, useId, useState } from "react";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { lazyComponent } from "@/components/ui/lazy-component";
import { FILTER_LABELS, SORT_LABELS } from "@/lib/all-data/all-data-texts";
import type { AllDataChoices } from "@/lib/all-data/choices/contract";
import { PAGE_SIZES, SORTS } from "@/lib/all-data/orders";
import { DUPLICATES_TEXTS } from "@/lib/duplicates/duplicates-texts";
import { MAY_IMPORT, MAY_SEE_DUPLICATES } from "@/lib/permissions";
import styles from "./all-data-screen.module.css";
import type { ColumnsDialog as Dialog } from "./columns-dialog";
import type { ExportDialog as Exporting } from "./export-dialog";
import { FilterFields } from "./filter-fields";
import type { Wanted } from "./queries";
import { focusFirstGuest } from "./row-keys";
import type { ShownView } from "./use-view";
import { ViewChoice } from "./view-choice";

const ColumnsDialog = lazyComponent<ComponentProps<typeof Dialog>>(
  () => import("./columns-dialog").then((module) => module.ColumnsDialog),
  { onClose: (props) => props.onClose },
);

const ExportDialog = lazyComponent<ComponentProps<typeof Exporting>>(
  () => import("./export-dialog").then((module) => module.ExportDialog),
  { onClose: (props) => props.onClose },
);

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  view: ShownView;
  choices: AllDataChoices;
  today: string;
  /** What is asked for now. */
  wanted: Wanted;
}

/** What is looked for, in which order, and with which columns. */
export function Tools({ view, choices, today, wanted }: Props) {
  const [hasFields, setFields] = useState(false);
  const [hasColumns, setColumns] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const id = useId();
  const { can } = useSession();
  const seesPhones = can("see_all_phones");
  const on = Object.entries(view.filters).filter(([name, said]) => name !== "text" && said).length;
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          className={styles.text}
          label={seesPhones ? FILTER_LABELS.text : "Name"}
          {...AUTO_DIR}
          autoComplete="off"
          maxLength={200}
          leftSection={<Search {...ICON} />}
          value={view.filters.text ?? ""}
          onChange={(event) => view.setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "ArrowDown" && focusFirstGuest(event)}
        />
        <ViewChoice view={view} choices={choices} />
        <Order view={view} choices={choices} />
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<ListFilter {...ICON} />}
            aria-expanded={hasFields}
            aria-controls={id}
            onClick={() => setFields(!hasFields)}
          >
            {on > 0 ? `Filters (${on})` : "Filters"}
          </Button>
          <Button
            variant="default"
            className={styles.wideOnly}
            leftSection={<Columns3 {...ICON} />}
            aria-haspopup="dialog"
            onClick={() => setColumns(true)}
          >
            Columns
          </Button>
          <OtherPages />
          {can("export_all_data") && (
            <Button variant="subtle" leftSection={<FileOutput {...ICON} />} aria-haspopup="dialog" onClick={() => setExporting(true)}>
              Export
            </Button>
          )}
        </div>
      </div>
      <div id={id}>{hasFields && <FilterFields filters={view.filters} today={today} onChange={view.setFilters} />}</div>
      {hasColumns && (
        <ColumnsDialog columns={choices.columns} onChange={(columns) => view.change({ columns })} onClose={() => setColumns(false)} />
      )}
      {isExporting && <ExportDialog wanted={wanted} onClose={() => setExporting(false)} />}
    </>
  );
}

/** Where guests become one, and where they come from. */
function OtherPages() {
  const mayOpen = useMayOpen();
  return (
    <>
      {mayOpen(MAY_SEE_DUPLICATES) && (
        <Button component={Link} href="/duplicates" variant="subtle" leftSection={<UsersRound {...ICON} />}>
          {DUPLICATES_TEXTS.title}
        </Button>
      )}
      {mayOpen(MAY_IMPORT) && (
        <Button component={Link} href="/import" variant="subtle" leftSection={<FileUp {...ICON} />}>
          Import
        </Button>
      )}
    </>
  );
}

/** In which order, and how many at once. */
function Order({ view, choices }: Omit<Props, "today" | "wanted">) {
  return (
    <>
      <NativeSelect
        label="Order"
        value={choices.sort}
        data={SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
        onChange={(event) => view.change({ sort: event.currentTarget.value as AllDataChoices["sort"] })}
      />
      <NativeSelect
        className={styles.size}
        label="At once"
        value={choices.size}
        data={[...PAGE_SIZES]}
        onChange={(event) => view.change({ size: event.currentTarget.value as AllDataChoices["size"] })}
      />
    </>
  );
}
