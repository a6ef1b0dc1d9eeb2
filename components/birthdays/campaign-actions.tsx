import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { EllipsisVertical } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useNotesAbove } from "@/components/ui/notes-above";
import { OpensPanel } from "@/components/ui/opens-panel";
import { saveFile } from "@/components/ui/save-file";
import { SpecifiedWords } from "@/components/ui/specified-words";
import { toast } from "@/components/ui/toast";
import type { Action, ActionsMenu as Menu } from "./actions-menu";
import styles from "./campaign-actions.module.css";
import { fetchBirthdays } from "./queries";

interface Props {
  actions: readonly Action[];
  /** What is to be done next; null where nothing presses, and undefined until it is known. */
  next: Action["key"] | null | undefined;
}

/** What is no step of a campaign. */
const ASIDE: readonly Action["key"][] = ["csv", "vcf", "statistics"];

/** Those that can be shown: of a campaign that is being loaded none, for nobody knows yet what they would do. */
export function shownActions(actions: readonly Action[], next: Props["next"]): Action[] {
  return actions.filter(({ key }) => next !== undefined || ASIDE.includes(key));
}

const OF_SENDING: readonly Action["key"][] = ["generate", "send", "retry"];

/** Those of the book that was asked: central's guests get vouchers and greetings from the restaurants' books. */
export function sendingHere(actions: readonly Action[], isInBooks: boolean): Action[] {
  return actions.filter(({ key }) => !isInBooks || !OF_SENDING.includes(key));
}

/**
 * What is done with everybody of a date. On a phone the next step stands under the thumb and the others behind a button, on a
 * tablet what is no step of the campaign.
 */
export function CampaignActions({ actions, next }: Props) {
  const isPhone = useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false });
  const isWide = useMediaQuery("(min-width: 1280px)", undefined, { getInitialValueInEffect: false });
  const shown = shownActions(actions, next);
  if (isPhone) return <PhoneBar actions={shown} next={next} />;
  const folded = isWide ? [] : shown.filter(({ key }) => ASIDE.includes(key));
  return (
    <div className={styles.actions}>
      {next === undefined && <Skeleton height={44} width={280} radius="md" />}
      {shown
        .filter((action) => !folded.includes(action))
        .map((action) => (
          <ActionButton key={action.key} action={action} isNext={action.key === next} />
        ))}
      {folded.length > 0 && <More actions={folded} />}
    </div>
  );
}

interface ActionButtonProps {
  action: Action;
  isNext: boolean;
  isMain?: boolean;
  /** It has just taken the place of another one. */
  isNew?: boolean;
}

/** It keeps the focus while it cannot be pressed, so it is never the browser's own `disabled`. */
function ActionButton({ action, isNext, isMain = false, isNew = false }: ActionButtonProps) {
  const { label, icon: Icon, run, shortcut, isBusy } = action;
  const off = action.off || isNew;
  return (
    <Button
      className={isMain ? styles.main : undefined}
      variant={isNext || off ? "filled" : "default"}
      loading={isBusy && !off}
      aria-keyshortcuts={shortcut}
      aria-disabled={off ? true : undefined}
      data-disabled={off ? true : undefined}
      title={action.off || undefined}
      onClick={() => {
        if (!off) run();
      }}
      leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden />}
    >
      <SpecifiedWords text={label} />
    </Button>
  );
}

const ActionsMenu = lazyComponent<ComponentProps<typeof Menu>>(() => import("./actions-menu").then((module) => module.ActionsMenu), {
  onClose: (props) => props.onClose,
});

/** Longer than the second tap of one finger is in coming. */
const SAME_FINGER_MS = 800;

/** Whether what stands in a place has just taken it from something else, so that a press may still be meant for that. */
function useIsNew(key: string | undefined): boolean {
  const [stood, setStood] = useState(key);
  useEffect(() => {
    if (stood === key) return;
    const timer = window.setTimeout(() => setStood(key), stood === undefined ? 0 : SAME_FINGER_MS);
    return () => window.clearTimeout(timer);
  }, [stood, key]);
  return stood !== undefined && stood !== key;
}

function PhoneBar({ actions, next }: Props) {
  const bar = useNotesAbove();
  // Until it is known which step is next, nothing stands there that would be another under the finger.
  const main = next === undefined ? undefined : actions.find(({ key }) => key === (next ?? "statistics"));
  const isNew = useIsNew(main?.key);
  return (
    <div className={styles.bar} ref={bar}>
      {main ? <ActionButton action={main} isNext={main.key === next} isMain isNew={isNew} /> : <Skeleton className={styles.main} />}
      <More actions={actions.filter((action) => action !== main)} />
    </div>
  );
}

function More({ actions }: Pick<Props, "actions">) {
  return (
    <OpensPanel
      kind="menu"
      button={(opener) => (
        <ActionIcon className={styles.more} variant="default" aria-label="More to do with this date" {...opener}>
          <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      )}
      panel={(place) => <ActionsMenu {...place} actions={actions} />}
    />
  );
}

/** Everybody of a date as a file; which of the two is being fetched. */
export function useExport(date: string) {
  const [fetching, setFetching] = useState<"csv" | "vcf" | null>(null);
  const save = async (kind: "csv" | "vcf") => {
    setFetching(kind);
    try {
      saveFile(await fetchBirthdays(date, kind));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setFetching(null);
    }
  };
  return { fetching, save };
}
