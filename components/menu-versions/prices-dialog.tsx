import { Button, Checkbox, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { NativeDialog } from "@/components/ui/native-dialog";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { isApiError } from "@/lib/api/api-error";
import { differenceOf } from "@/lib/menu-prices/bulk-rule";
import type { MenuPrice } from "@/lib/menu-prices/contract";
import type { MenuVersion } from "@/lib/menu-versions/contract";
import { VERSION_TEXTS as TEXTS } from "@/lib/menu-versions/version-texts";
import { versionInWords } from "@/lib/menu-versions/words";
import { BulkRuleFields } from "./bulk-rule-fields";
import styles from "./menu-versions.module.css";
import { useChangePrices, useMenuPrices } from "./queries";

interface Props {
  version: MenuVersion;
  onMade: (version: MenuVersion) => void;
  onClose: () => void;
}

/** What is typed of a version's prices, and what it comes to. */
function usePriceForm(version: MenuVersion, onMade: Props["onMade"]) {
  const read = useMenuPrices(version.id);
  const change = useChangePrices(version.id);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [accepted, setAccepted] = useState<string[]>([]);
  const [name, setName] = useState(version.name);
  const [isWhole, setWhole] = useState(false);
  const prices = read.data?.prices ?? [];
  const changes = prices.flatMap(({ id, text }) => {
    const said = typed[id]?.trim() ?? "";
    return said !== "" && said !== text ? [{ id, text: said }] : [];
  });
  const guards = guardsOf(change.error);
  const isReady = changes.length > 0 && name.trim() !== "" && guards.every(({ id }) => accepted.includes(id));
  const submit = () =>
    change.mutate(
      { changes, name, accepted },
      {
        onSuccess: ({ message, version: made }) => {
          toast.success(message);
          onMade(made);
        },
      },
    );
  const type = (id: string, text: string) => {
    setTyped({ ...typed, [id]: text });
    setAccepted(accepted.filter((one) => one !== id)); // another price is another question
  };
  const accept = (id: string, isAccepted: boolean) => setAccepted(isAccepted ? [...accepted, id] : accepted.filter((one) => one !== id));
  const fill = (filled: Record<string, string>) => setTyped({ ...typed, ...filled });
  const shown = prices.filter(({ is_sure, id }) => isWhole || is_sure || typed[id]);
  return { read, change, typed, accepted, name, setName, isWhole, setWhole, shown, changes, guards, isReady, submit, type, accept, fill };
}

type PriceForm = ReturnType<typeof usePriceForm>;

/** Other prices on the same menu: they become a draft, which is looked at before anybody gets it. */
export function PricesDialog({ version, onMade, onClose }: Props) {
  const form = usePriceForm(version, onMade);
  const { read, change, changes, guards, accepted, isReady, submit, accept } = form;
  return (
    <NativeDialog
      opened
      role="dialog"
      title={<>Other prices on {versionInWords(version)}</>}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" disabled={!isReady} loading={change.isPending} onClick={submit}>
            {changes.length === 0
              ? "Make the draft"
              : `Make a draft with ${changes.length} other ${changes.length === 1 ? "price" : "prices"}`}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {read.error && <ErrorNotice title="No price can be changed in this menu." error={read.error} onRetry={() => void read.refetch()} />}
        {!read.data && !read.error && <Skeleton height={240} radius="md" aria-label="Loading" />}
        {read.data && <Form form={form} lost={read.data.lost} hasOthers={read.data.prices.some(({ is_sure }) => !is_sure)} />}
        {guards.map(({ id, why }) => (
          <Checkbox key={id} label={why} checked={accepted.includes(id)} onChange={(event) => accept(id, event.currentTarget.checked)} />
        ))}
        {change.error && <p role="alert">{changeFailure(change.error, "", TEXTS.shows)}</p>}
      </div>
    </NativeDialog>
  );
}

function Form({ form, lost, hasOthers }: { form: PriceForm; lost: readonly string[]; hasOthers: boolean }) {
  const { shown, typed, type, fill, isWhole, setWhole, name, setName } = form;
  return (
    <>
      <p className={styles.facts}>{TEXTS.pricesHelp}</p>
      {lost.length > 0 && <p role="alert">{lostInWords(lost)}</p>}
      <BulkRuleFields prices={shown} onFill={fill} />
      <PriceList prices={shown} typed={typed} onType={type} />
      {hasOthers && (
        <Checkbox label="Show every number of the menu" checked={isWhole} onChange={(event) => setWhole(event.currentTarget.checked)} />
      )}
      <TextInput
        label="What the new version is called, as guests read it"
        {...AUTO_DIR}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </>
  );
}

/** At most so many dishes are named. */
const NAMED = 5;

function lostInWords(lost: readonly string[]): string {
  const more = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : "";
  const are = lost.length === 1 ? "The price of one dish is" : `The prices of ${lost.length} dishes are`;
  return `${are} not found on this menu any more: ${lost.slice(0, NAMED).join(", ")}${more}. Whoever has the Menu price calibrator says what became of them.`;
}

interface ListProps {
  prices: readonly MenuPrice[];
  typed: Readonly<Record<string, string>>;
  onType: (id: string, text: string) => void;
}

function PriceList({ prices, typed, onType }: ListProps) {
  if (prices.length === 0) return <p className="note">No number of this menu looks like a price.</p>;
  return (
    <ul className={styles.list}>
      {prices.map(({ id, text, beside, name, code, page }) => (
        <li key={id} className={styles.row}>
          <span className={styles.what}>
            <bdi>{name || beside || text}</bdi>
            <span className={styles.facts}>
              {code && <bdi>{code} · </bdi>}
              <bdi>{text}</bdi> · page {page}
              {differenceInWords(text, typed[id])}
            </span>
          </span>
          <TextInput
            aria-label={`New price in the place of ${text}, ${name || beside}`}
            placeholder={text}
            inputMode="decimal"
            maxLength={20}
            className={styles.price}
            value={typed[id] ?? ""}
            onChange={(event) => onType(id, event.currentTarget.value)}
          />
        </li>
      ))}
    </ul>
  );
}

/** ` · 12 % dearer`, beside what is typed. */
function differenceInWords(before: string, after: string | undefined): string {
  const difference = after ? differenceOf(before, after) : null;
  if (difference === null || difference === 0) return "";
  return ` · ${Math.abs(difference).toLocaleString("en", { maximumFractionDigits: 1 })} % ${difference > 0 ? "dearer" : "cheaper"}`;
}

interface Guard {
  id: string;
  why: string;
}

/** What the server wants to be accepted first. */
function guardsOf(error: unknown): Guard[] {
  const guards = isApiError(error) ? error.fields.guards : undefined;
  return Array.isArray(guards) ? (guards as Guard[]) : [];
}
