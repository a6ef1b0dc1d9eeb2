import { Button, Loader, NativeSelect } from "@mantine/core";
import { Cake, History, Send, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useToday } from "@/components/app-base/server-clock";
import { useServerState } from "@/components/app-base/server-health";
import { useRefusals } from "@/components/opt-outs/queries";
import { LeftOut } from "@/components/queue/left-out";
import { SendersNote } from "@/components/queue/obstacle-note";
import { SendingPauseNote } from "@/components/queue/sending-pause-note";
import { counted } from "@/components/ui/counted";
import { FactChip } from "@/components/ui/fact-chip";
import { HeldButton } from "@/components/ui/held-button";
import { longDate } from "@/components/ui/local-times";
import { NativeDialog } from "@/components/ui/native-dialog";
import { ErrorNotice } from "@/components/ui/notice";
import { BADGE_LABELS } from "@/lib/birthday-dates";
import { shortHash, versionInWords } from "@/lib/menu-versions/words";
import type { Menu } from "@/lib/menus/contract";
import { MENU_TEXTS } from "@/lib/menus/menu-texts";
import { MAY_HAVE_SAID_NO, OPTED_OUT } from "@/lib/queue/left-out-reasons";
import { TABLE_TEXTS } from "@/lib/tables/table-texts";
import type { MenuPlace } from "./kept-sending";
import { lastMenu } from "./kept-sending";
import { MenuWords } from "./menu-words";
import { useMenus, useMenusSent } from "./queries";
import styles from "./send-menu-dialog.module.css";
import { birthdayCounts, type MenuGuest, type WhoGetsIt, whoGetsIt } from "./who-gets-it";

interface Props {
  place: MenuPlace;
  table_name: string;
  guests: readonly MenuGuest[];
  /** What is typed and not saved, in words; empty where all of it is. */
  unsaved: string;
  onSend: (pdf_path: string) => void;
  onClose: () => void;
}

/** Asks before the menu goes out: to how many, whose birthday is near, who is left out, and which menu. */
export function SendMenuDialog({ place, table_name, guests, unsaved, onSend, onClose }: Props) {
  const menus = useMenus(place);
  const sent = useMenusSent(place, table_name);
  const isOff = useServerState() === "off";
  const [chosen, setChosen] = useState(() => lastMenu(place));
  const refusalOf = useRefusals(
    guests.map(({ phones }) => phones),
    place,
  );
  const who = whoGetsIt(guests, sent.data, refusalOf);
  const to = who.to.length;

  if (to === 0) return <Nobody who={who} onClose={onClose} />;
  if (isOff) return <Sentence title={TABLE_TEXTS.offline} body={MENU_TEXTS.offline} onClose={onClose} />;
  const list = menus.data?.menus ?? [];
  if (menus.data && list.length === 0)
    return <Sentence title="There is no menu to send" body={MENU_TEXTS.noMenu} onClose={onClose} onAgain={() => void menus.refetch()} />;
  const pdf_path = [chosen, menus.data?.usual].find((one) => list.some((menu) => menu.pdf_path === one)) ?? list[0]?.pdf_path;
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={`Send the menu to ${counted(to, "guest")}?`}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose} data-mantine-stop-propagation="true">
            Cancel
          </Button>
          {pdf_path && (
            <HeldButton
              size="lg"
              data-autofocus
              data-mantine-stop-propagation="true"
              leftSection={<Send size={18} strokeWidth={1.75} aria-hidden />}
              onClick={() => onSend(pdf_path)}
            >
              {unsaved ? "Save and send" : "Send"} to {counted(to, "guest")}
            </HeldButton>
          )}
        </>
      }
    >
      <div className="stack">
        <Birthdays guests={guests} />
        <Without who={who} />
        {who.have > 0 && <p className={styles.line}>{haveIt(who.have)}</p>}
        {who.mayHave > 0 && <p className={styles.line}>{mayHaveIt(who.mayHave)}</p>}
        {unsaved && <p className={styles.line}>{unsaved}: saved first.</p>}
        <SendingPauseNote isOpen />
        <SendersNote kind="menu" />
        <Which menus={menus} pdf_path={pdf_path} onChoose={setChosen} />
        <MenuWords place={place} to={who.to} />
      </div>
    </NativeDialog>
  );
}

/** How many are left out whom nobody can write to, and who has said no, or may have. */
function Without({ who: { without } }: { who: WhoGetsIt }) {
  const saidNo = without.filter(isRefusal);
  const unreached = without.length - saidNo.length;
  return (
    <>
      {unreached > 0 && <p className={styles.line}>{skipped(unreached)}</p>}
      {saidNo.length > 0 && <LeftOut title="Left out" people={saidNo.map(({ index, name, reason }) => ({ key: index, name, reason }))} />}
    </>
  );
}

const isRefusal = ({ reason }: { reason: string }) => reason === OPTED_OUT || reason === MAY_HAVE_SAID_NO;

function skipped(count: number): string {
  return count === 1
    ? "1 guest has no phone that WhatsApp reaches, and is skipped."
    : `${count} guests have no phone that WhatsApp reaches, and are skipped.`;
}

function haveIt(count: number): string {
  return count === 1
    ? "1 guest has it, or it is on its way to them: they do not get it twice."
    : `${count} guests have it, or it is on its way to them: they do not get it twice.`;
}

function mayHaveIt(count: number): string {
  return count === 1
    ? "1 guest may have it already: nobody answered when it was sent. Sent now, it may arrive twice."
    : `${count} guests may have it already: nobody answered when it was sent. Sent now, it may arrive twice.`;
}

/** Whose birthday is near, of the whole table. */
function Birthdays({ guests }: { guests: readonly MenuGuest[] }) {
  const { next, last } = birthdayCounts(guests, useToday());
  return (
    <p className={styles.birthdays}>
      <span className={styles.label}>Birthdays at this table</span>
      <FactChip tone={next > 0 ? "accent" : "neutral"} icon={Cake}>
        {BADGE_LABELS["next-7-days"]}: {next}
      </FactChip>
      <FactChip tone={last > 0 ? "plum" : "neutral"} icon={History}>
        {BADGE_LABELS["last-month"]}: {last}
      </FactChip>
    </p>
  );
}

interface WhichProps {
  menus: ReturnType<typeof useMenus>;
  pdf_path: string | undefined;
  onChoose: (pdf_path: string) => void;
}

/** Whether a menu's file is called just that: its name says nothing to anybody. */
const isTheHouses = (name = "") => /^menus?$/i.test(name.trim());

/** Which menu: a choice only where there is one. */
function Which({ menus: { data, error, isError, refetch }, pdf_path, onChoose }: WhichProps) {
  if (isError) return <ErrorNotice title="The menus could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <p className={styles.line} role="status">
        <Loader size={16} aria-hidden /> Looking for the menus…
      </p>
    );
  }
  if (data.menus.length === 1) return <OneMenu menu={data.menus[0]} />;
  return (
    <NativeSelect
      label="Menu"
      value={pdf_path}
      description={versionFacts(data.menus.find((menu) => menu.pdf_path === pdf_path))}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={data.menus.map((menu) => ({ value: menu.pdf_path, label: labelOf(menu) }))}
    />
  );
}

function OneMenu({ menu }: { menu: Menu | undefined }) {
  const name = menu?.version ? versionInWords(menu.version) : menu?.name;
  return (
    <p className={styles.line}>
      {!menu?.version && isTheHouses(name) ? (
        "The house’s menu goes along."
      ) : (
        <>
          The menu <b dir="auto">{name}</b> goes along.
        </>
      )}{" "}
      {versionFacts(menu)}
    </p>
  );
}

const labelOf = ({ name, version }: Menu) => (version ? `${name}: ${versionInWords(version)}` : name);

/** By what a version is told from every other one. */
function versionFacts(menu: Menu | undefined): string | undefined {
  const version = menu?.version;
  return version ? `Guests get it since ${longDate(version.counts_from)}. SHA-256 ${shortHash(version.sha256)}` : undefined;
}

/** Nobody is left to send to: the specification's sentence, that all of them have it, or that the others have said no. */
function Nobody({ who, onClose }: { who: WhoGetsIt; onClose: () => void }) {
  const isAnyNo = who.without.some(isRefusal);
  const others = isAnyNo ? "Nobody is left to send the menu to" : MENU_TEXTS.noValidPhones;
  const body = (
    <div className="stack">
      {who.have > 0 && <p className={styles.line}>{haveIt(who.have)}</p>}
      <Without who={who} />
    </div>
  );
  return <Sentence title={who.have > 0 && !isAnyNo ? "Everybody has the menu already" : others} body={body} onClose={onClose} />;
}

interface SentenceProps {
  title: string;
  body: ReactNode;
  onClose: () => void;
  onAgain?: () => void;
}

/** Nothing can be sent: why, and what to do. */
function Sentence({ title, body, onClose, onAgain }: SentenceProps) {
  return (
    <NativeDialog
      opened
      role="alertdialog"
      title={title}
      icon={<TriangleAlert size={22} strokeWidth={1.75} aria-hidden />}
      onClose={onClose}
      actions={
        <>
          {onAgain && (
            <Button size="lg" variant="default" onClick={onAgain} data-mantine-stop-propagation="true">
              Look again
            </Button>
          )}
          <Button size="lg" onClick={onClose} data-autofocus data-mantine-stop-propagation="true">
            OK
          </Button>
        </>
      }
    >
      {body}
    </NativeDialog>
  );
}
