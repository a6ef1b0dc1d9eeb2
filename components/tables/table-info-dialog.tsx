import { Button, TextInput } from "@mantine/core";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import { BranchChoice } from "./branch-choice";
import { OpenTableNote } from "./open-table-note";
import { PartySizeField } from "./party-size-field";
import { ServerSaid } from "./table-heading";
import classes from "./table-info-dialog.module.css";
import { placeAt, type TableInfoProps, useTableInfo, useTeams } from "./use-table-info";

type Info = ReturnType<typeof useTableInfo>;

/** Who serves which table where: everything that Select Contacts needs to know before the first guest. */
export function TableInfoDialog(props: TableInfoProps) {
  const { from, isBegun = false } = props;
  const table = useTableInfo(props);
  const submit = (event: Pick<Event, "preventDefault">) => {
    event.preventDefault();
    table.save();
  };
  return (
    <DialogFrame
      size="sheet"
      title={from && from.guests.length > 0 && !isBegun ? `Table ${from.info.table_number}` : "New table"}
      onClose={table.cancel}
      onKey={(event) => {
        // The form would take the same key for its own Enter.
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      footer={<Footer table={table} />}
    >
      <form id="table-info" className={classes.form} onSubmit={submit} noValidate>
        <TableNumber table={table} />
        <Team table={table} />
        <BranchChoice
          draft={table.draft}
          base={table.base}
          server={<ServerSaid base={table.base} />}
          useLocal={table.useLocal}
          hasServer={table.hasServer}
          onBranch={table.chooseBranch}
          onUseLocal={table.setUseLocal}
          error={table.missing.branch ? TABLE_TEXTS.chooseBranch : null}
        />
      </form>
    </DialogFrame>
  );
}

function Footer({ table }: { table: Info }) {
  return (
    <>
      <div className={classes.problems} role="alert">
        {table.missing.fields && <p>{TABLE_TEXTS.fillAllFields}</p>}
        {table.missing.branch && <p>{TABLE_TEXTS.chooseBranch}</p>}
      </div>
      <div className={classes.buttons}>
        <Button size="lg" variant="default" onClick={table.cancel}>
          Cancel
        </Button>
        <Button size="lg" type="submit" form="table-info" className={classes.save}>
          {table.draft.guests.length > 0 ? "Save and go on" : "Save and add guests"}
        </Button>
      </div>
    </>
  );
}

/** The number, how many people sit there, and which open table has that number already. */
function TableNumber({ table }: { table: Info }) {
  const { info } = table.draft;
  return (
    <div className={classes.numberLine}>
      <div className={classes.numbers}>
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
          error={table.missing.table ? "Which table?" : undefined}
          value={info.table_number}
          onChange={(event) => table.change({ table_number: event.currentTarget.value })}
        />
        <PartySizeField value={info.party_size} onChange={(party_size) => table.change({ party_size })} />
      </div>
      <OpenTableNote place={placeAt(table.base, info.branch)} number={info.table_number} onOpen={table.openInstead} />
    </div>
  );
}

function Team({ table }: { table: Info }) {
  const { info } = table.draft;
  const { note, hostesses, waiters } = useTeams(table.base, info);
  return (
    <>
      <ChoiceChips
        label="Hostess"
        required
        note={note}
        choices={hostesses}
        value={info.hostess}
        onChange={(hostess) => table.change({ hostess })}
        error={table.missing.hostess ? "Who received them?" : null}
      />
      <ChoiceChips
        label="Waiter"
        required
        note={note}
        choices={waiters}
        value={info.waiter}
        onChange={(waiter) => table.change({ waiter })}
        error={table.missing.waiter ? "Who serves them?" : null}
      />
    </>
  );
}
