import { Lock, Megaphone, ToggleLeft } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useHoldsEverything } from "@/components/app-base/session";
import { lazyComponent } from "@/components/ui/lazy-component";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { useOpener } from "@/components/ui/return-focus";
import type { ControlState } from "@/lib/control/contract";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import { branchName } from "@/lib/known-branches";
import type { SwitchDialog as Dialog } from "./switch-dialog";
import { Item, Tile } from "./tile";

const SwitchDialog = lazyComponent<ComponentProps<typeof Dialog>>(() => import("./switch-dialog").then((module) => module.SwitchDialog), {
  onClose: (props) => props.onClose,
});

/** What is switched, by whom and when. */
export function SwitchesTile({ state: { switches, helpers } }: { state: ControlState }) {
  const [opened, setOpened] = useState<"notice" | "read-only" | "birthdays" | null>(null);
  const opener = useOpener();
  const may = useHoldsEverything();
  const open = (which: typeof opened) => () => {
    opener.remember();
    setOpened(which);
  };
  const close = () => {
    setOpened(null);
    opener.giveBack();
  };
  const whoElse = may ? undefined : helpers.everything;
  const { notice, read_only } = switches;
  return (
    <Tile title={CONTROL_TEXTS.switches} icon={ToggleLeft}>
      <Sending switches={switches} />
      <Birthdays switches={switches} onSwitch={open("birthdays")} helpers={whoElse} />
      <Item
        name="Maintenance notice"
        leads={{ run: open("notice"), label: notice ? "Change or end" : "Write one" }}
        {...(whoElse && { helpers: whoElse })}
      >
        {notice ? (
          <p>
            <Megaphone size={14} aria-hidden /> “<bdi>{notice.text}</bdi>”, by <bdi>{notice.by}</bdi>, <At at={notice.at} />
          </p>
        ) : (
          <p>No notice is shown.</p>
        )}
      </Item>
      <Item
        name="Read-only mode"
        leads={{ run: open("read-only"), label: read_only ? "End it" : "Begin" }}
        {...(whoElse && { helpers: whoElse })}
      >
        {read_only ? (
          <p>
            <Lock size={14} aria-hidden /> On: “<bdi>{read_only.text}</bdi>”, by <bdi>{read_only.by}</bdi>, <At at={read_only.at} />
          </p>
        ) : (
          <p>Off: everybody can work.</p>
        )}
      </Item>
      {opened && (
        <SwitchDialog
          which={opened}
          notice={notice?.text ?? ""}
          isReadOnly={read_only !== null}
          birthdaysOff={(switches.birthdays_off ?? []).map(({ branch }) => branch)}
          onClose={close}
        />
      )}
    </Tile>
  );
}

function Sending({ switches: { sending } }: { switches: ControlState["switches"] }) {
  const actions = useHouseActions();
  const isStopped = sending.length > 0;
  const action = actions.find(({ name }) => name === (isStopped ? "resumeSending" : "cancelSending"));
  return (
    <Item name="WhatsApp sending" {...(action && { leads: { run: action.run, label: isStopped ? "Resume" : "Stop" } })}>
      {!isStopped && <p>On, in every branch.</p>}
      {sending.map(({ branch, by, at }) => (
        <p key={branch ?? "all"}>
          <b>Off</b> {branch === null ? "for the whole group" : `in ${branchName(branch)}`}: stopped by <bdi>{by}</bdi>, <At at={at} />
        </p>
      ))}
    </Item>
  );
}

interface BirthdaysProps {
  switches: ControlState["switches"];
  onSwitch: () => void;
  helpers: readonly string[] | undefined;
}

function Birthdays({ switches: { birthdays_off = [], campaigns }, onSwitch, helpers }: BirthdaysProps) {
  return (
    <>
      <Item name="Birthday greetings" leads={{ run: onSwitch, label: "Switch" }} {...(helpers && { helpers })}>
        {birthdays_off.length === 0 && <p>On, in every restaurant.</p>}
        {birthdays_off.map(({ branch, by, at }) => (
          <p key={branch}>
            <b>Off</b> in {branchName(branch ?? "")}: by <bdi>{by}</bdi>, <At at={at} />
          </p>
        ))}
      </Item>
      <Item name="Birthday campaigns" leads={{ to: "/birthdays", label: "Birthday Search" }}>
        {campaigns.length === 0 && <p>None is paused.</p>}
        {campaigns.map(({ branch, date, by, at }) => (
          <p key={`${branch} ${date}`}>
            {branchName(branch ?? "")}, {longDate(date)}: paused by <bdi>{by}</bdi>, <At at={at} />
          </p>
        ))}
      </Item>
    </>
  );
}

function At({ at }: { at: string }) {
  const { timeZone } = useAppSettings();
  return <time dateTime={at}>{dayAndTime(at, timeZone)}</time>;
}
