import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { Pencil } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { serverInWords, shortAddress } from "@/components/app-base/backend-choice";
import type { TableInfo } from "@/lib/drafts";
import { branchName } from "@/lib/known-branches";
import classes from "./table-heading.module.css";

/** Hostess, waiter and branch of a table, under its number. */
export function TableTeam({ info }: { info: Pick<TableInfo, "hostess" | "waiter" | "branch"> }) {
  return (
    <>
      <span>
        <VisuallyHidden>Hostess </VisuallyHidden>
        <bdi>{info.hostess}</bdi>
        <span aria-hidden> · </span>
        <VisuallyHidden>, waiter </VisuallyHidden>
        <bdi>{info.waiter}</bdi>
      </span>
      {info.branch && <span className={classes.branch}>{branchName(info.branch)}</span>}
    </>
  );
}

export function EditInfoButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon aria-label="Change table, hostess or waiter" disabled={disabled} onClick={onClick}>
      <Pencil size={20} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** The save target, the loyalty service and the branch. */
export function InfoLine({ base, loyaltyBase, branch }: { base: string; loyaltyBase: string; branch: string }) {
  const name = branchName(branch) || "no branch";
  return (
    <p className={classes.line}>
      {base === loyaltyBase ? `Saves to ${name}, loyalty too ` : `Saves to ${name} `}
      <Address base={base} />
      {base !== loyaltyBase && (
        <>
          {" · Loyalty points go to "}
          <Address base={loyaltyBase} />
        </>
      )}
    </p>
  );
}

/** A server by what people call it, and small its address, which whoever mends it asks for. */
export function ServerSaid({ base }: { base: string }) {
  const settings = useAppSettings();
  return (
    <>
      {serverInWords(base, settings)} <Address base={base} />
    </>
  );
}

function Address({ base }: { base: string }) {
  return (
    <small dir="ltr" title={base}>
      {shortAddress(base) || "no server"}
    </small>
  );
}
