import { Button } from "@mantine/core";
import { FileJson, FileText, UserX } from "lucide-react";
import { Fragment } from "react";
import { useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { useDialogs } from "@/components/ui/dialogs";
import { plainCause } from "@/components/ui/notice";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import type { PersonFound } from "@/lib/personal-data/contract";
import { PERSONAL_DATA_TEXTS } from "@/lib/personal-data/personal-data-texts";
import { useErasePersonalData, useExportPersonalData, useFindPersonalData } from "./queries";

const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

interface Props {
  id: string;
  name: string;
  /** All their numbers, as they are kept. */
  phones: string;
}

/** Admins of the whole group alone. */
function useMayHandle(): boolean {
  const { user, can } = useSession();
  return can("everything") && !user?.branches;
}

/** A guest asks for all that is kept of them. */
export function TakeAllButton({ id, phones }: Omit<Props, "name">) {
  const take = useExportPersonalData();
  if (!useMayHandle()) return null;
  const exportAs = async (as: "json" | "pdf") => {
    try {
      saveFile(await take.mutateAsync({ id, phones, as }));
    } catch (error) {
      toast.error(`The file was not made, and nothing was changed. ${plainCause(error)}`);
    }
  };
  const isMaking = (as: "json" | "pdf") => take.isPending && take.variables.as === as;
  return (
    <>
      <Button variant="default" leftSection={<FileText {...ICON} />} loading={isMaking("pdf")} onClick={() => void exportAs("pdf")}>
        {PERSONAL_DATA_TEXTS.read}
      </Button>
      <Button variant="default" leftSection={<FileJson {...ICON} />} loading={isMaking("json")} onClick={() => void exportAs("json")}>
        {PERSONAL_DATA_TEXTS.take}
      </Button>
    </>
  );
}

/** A guest asks for all that is kept of them to go. */
export function EraseButton({ id, name, phones }: Props) {
  const dialogs = useDialogs();
  const find = useFindPersonalData();
  const erase = useErasePersonalData();
  if (!useMayHandle()) return null;
  const eraseAll = async () => {
    try {
      const found = await find.mutateAsync({ id, phones });
      const title = `Erase ${name || "this guest"}?`;
      if (found.waiting > 0) return await dialogs.alert(title, PERSONAL_DATA_TEXTS.waiting);
      const body = <ToBeErased found={found} />;
      if (!(await dialogs.confirm({ title, body, confirmLabel: PERSONAL_DATA_TEXTS.erase, cancelLabel: "Cancel", tone: "danger" }))) return;
      const { message, detail } = await erase.mutateAsync({ id, phones });
      toast.success(`${message} ${detail}`);
    } catch (error) {
      toast.error(changeFailure(error, "This guest was not erased.", "Erase them again: what is gone already harms nothing."));
    }
  };
  return (
    <Button
      variant="subtle"
      color="danger"
      leftSection={<UserX {...ICON} />}
      loading={find.isPending || erase.isPending}
      onClick={eraseAll}
    >
      {PERSONAL_DATA_TEXTS.erase}
    </Button>
  );
}

/** Names everybody who is erased too: two people may share a number. */
function ToBeErased({ found: { names, numbers, found } }: { found: PersonFound }) {
  const parts: [number, string][] = [
    [found.guests, `${counted(found.guests, "place")} in guest books`],
    [found.seats, `${counted(found.seats, "seat")} at tables`],
    [found.visits, counted(found.visits, "award")],
    [found.vouchers, counted(found.vouchers, "voucher")],
    [found.messages, counted(found.messages, "message")],
  ];
  const there = parts.flatMap(([number, words]) => (number > 0 ? [words] : []));
  return (
    <>
      <p>
        {names.map((name, at) => (
          <Fragment key={name}>
            {at > 0 && ", "}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {numbers.length > 0 && ` (${numbers.join(", ")})`}
      </p>
      {there.length > 0 && <p>{there.join(", ")}.</p>}
      <p>{PERSONAL_DATA_TEXTS.cannotBeUndone}</p>
    </>
  );
}
