import { Users } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { type ActionName, useHouseActions } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import type { BackupsDialog as Backups } from "@/components/backups/backups-dialog";
import type { TokensDialog as Tokens } from "@/components/queue/tokens-dialog";
import { useRetentionItem } from "@/components/retention/retention-item";
import { counted, inList } from "@/components/ui/counted";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime } from "@/components/ui/local-times";
import { useOpener } from "@/components/ui/return-focus";
import { bytesInWords } from "@/lib/control/bytes-in-words";
import type { ControlState } from "@/lib/control/contract";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import { Item, Tile } from "./tile";

const BackupsDialog = lazyComponent<ComponentProps<typeof Backups>>(
  () => import("@/components/backups/backups-dialog").then((module) => module.BackupsDialog),
  { onClose: (props) => props.onClose, frame: () => "wide" },
);

const TokensDialog = lazyComponent<ComponentProps<typeof Tokens>>(
  () => import("@/components/queue/tokens-dialog").then((module) => module.TokensDialog),
  { onClose: (props) => props.onClose, frame: () => "wide" },
);

/** Who may do what, what is kept of guests, and what is there to go back to. */
export function PeopleTile({ state: { people, privacy, helpers } }: { state: ControlState }) {
  const { timeZone } = useAppSettings();
  const leadsTo = useLeads();
  const retention = useRetentionItem();
  const [opened, setOpened] = useState<"backups" | "tokens" | null>(null);
  const opener = useOpener();
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  const open = (which: typeof opened) => () => {
    opener.remember();
    setOpened(which);
  };
  // Whoever is limited to some branches sees those people in Users, and no counts of all.
  const mayPeople = useSession().can("user_create");
  const forPeople = mayPeople ? {} : { helpers: helpers.user_create };
  const forAll = privacy ? {} : { helpers: helpers.everything };
  return (
    <Tile title={CONTROL_TEXTS.people} icon={Users}>
      <Item name="Users and sign-ins" {...leadsTo("users", "Users")} {...forPeople}>
        <p>{people ? peopleInWords(people) : "Who can sign in, where they are signed in, and ending that."}</p>
        {people?.last_sign_in && <LastSignIn {...people.last_sign_in} timeZone={timeZone} />}
      </Item>
      <Item name="Roles and rights" {...leadsTo("visibility", "Configure Visibility")} {...forPeople}>
        <p>{people ? `${counted(people.roles, "role")}, each with what it may see and do.` : "What each role may see and do."}</p>
        {people && people.blind_roles.length > 0 && <Blind roles={people.blind_roles} />}
      </Item>
      <Item name="Tokens of worker PCs" leads={{ run: open("tokens"), label: "Tokens" }} {...forPeople}>
        <p>By which each worker PC calls; one that is lost is taken back.</p>
      </Item>
      <Item name="A guest’s own data" leads={{ to: "/guest-search", label: "Search Guest" }} {...forAll}>
        <p>All that is kept of one guest goes out as a file, or is erased, from the guest’s page.</p>
      </Item>
      <Item name="How long guests are kept" leads={{ run: retention.open, label: "Set it" }} {...forAll}>
        <p>{retention.says}</p>
      </Item>
      <Item name="Audit trail" leads={{ to: "/audit", label: "Open" }} {...forAll}>
        <p>Who did what, and when; a trail that shows if it was changed.</p>
      </Item>
      <Item name="Backups" leads={{ run: open("backups"), label: "Look at them" }} {...forAll}>
        <p>{privacy ? backupsInWords(privacy) : "Copies of everything, made each day by themselves."}</p>
        {privacy?.newest && (
          <p>
            The newest: <time dateTime={privacy.newest}>{dayAndTime(privacy.newest, timeZone)}</time>
          </p>
        )}
      </Item>
      <Item name="Daily logs" {...leadsTo("options", "Options")}>
        <p>Packed into one file for whoever looks for a fault.</p>
      </Item>
      {retention.dialog}
      {opened === "backups" && privacy && <BackupsDialog onClose={close} />}
      {opened === "tokens" && mayPeople && <TokensDialog onClose={close} />}
    </Tile>
  );
}

function LastSignIn({ who, at, timeZone }: { who: string; at: string; timeZone: string }) {
  return (
    <p>
      Last sign-in: <bdi>{who}</bdi>, <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
    </p>
  );
}

/** Roles that seat guests without seeing what these cannot eat. */
function Blind({ roles }: { roles: readonly string[] }) {
  const isOne = roles.length === 1;
  return (
    <p>
      <b>
        {inList(roles)} {isOne ? "seats" : "seat"} guests and {isOne ? "does" : "do"} not see allergies:
      </b>{" "}
      give “See and change guests’ allergies”.
    </p>
  );
}

/** The way to what the menus open too. */
function useLeads() {
  const actions = useHouseActions();
  return (name: ActionName, label: string) => {
    const action = actions.find((one) => one.name === name);
    return action ? { leads: { run: action.run, label } } : {};
  };
}

function peopleInWords({ users, disabled, sessions }: NonNullable<ControlState["people"]>): string {
  const off = disabled > 0 ? `, ${disabled} of them disabled` : "";
  return `${counted(users, "user")}${off}; signed in on ${counted(sessions, "device")}.`;
}

function backupsInWords({ backups, bytes }: NonNullable<ControlState["privacy"]>): string {
  return backups === 0
    ? "There is none yet: the first is made within a day."
    : `${counted(backups, "backup")}, ${bytesInWords(bytes)} in all.`;
}
