import { Button, Checkbox, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { changeFailure } from "@/components/ui/change-failure";
import { counted } from "@/components/ui/counted";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { dayAndTime } from "@/components/ui/local-times";
import { ErrorNotice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import type { AnswerOf } from "@/lib/api/endpoint";
import { LOYALTY_TEXTS as TEXTS } from "@/lib/loyalty/loyalty-texts";
import type { readTiers, Tier, TiersPreview } from "@/lib/loyalty/tiers/contract";
import { PROPOSED_TIERS } from "@/lib/loyalty/tiers/limits";
import { NumberField, numberOf } from "./fields";
import { FormDialog } from "./form-dialog";
import styles from "./loyalty.module.css";
import { useChangeTiers, useTiersPreview, useTiersSetting } from "./queries";
import { TierBadge } from "./tier-badge";

type Setting = AnswerOf<typeof readTiers>;

/** The tiers of guests, and the way to naming them. */
export function TiersBox() {
  const { data, error, refetch } = useTiersSetting();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.box} aria-label={TEXTS.tiers}>
      <h2 className={styles.title}>{TEXTS.tiers}</h2>
      {data ? <Says setting={data} /> : error ? null : <Skeleton height={24} radius="md" aria-label="Loading" />}
      {error && <ErrorNotice title={TEXTS.notLoaded} error={error} onRetry={() => void refetch()} />}
      <div className={styles.actions}>
        <Button variant="default" disabled={!data} onClick={() => setOpen(true)}>
          {data?.tiers ? "Change or end them" : "Give guests tiers"}
        </Button>
      </div>
      {isOpen && data && <TiersDialog setting={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Says({ setting: { tiers, changed } }: { setting: Setting }) {
  const { timeZone } = useAppSettings();
  if (!tiers) return <p className="note">{TEXTS.noTiers}</p>;
  return (
    <>
      <ul className={styles.list}>
        {tiers.map(({ name, visits }, at) => (
          <li key={name} className={styles.row}>
            <span className={styles.actions}>
              <TierBadge tier={{ name, place: at + 1, of: tiers.length }} />
              <bdi>{name}</bdi>
            </span>
            <span className={styles.facts}>from {counted(visits, "visit")} in twelve months</span>
          </li>
        ))}
      </ul>
      {changed && (
        <p className="note">
          Changed by <bdi>{changed.by}</bdi>, {dayAndTime(changed.at, timeZone)}.
        </p>
      )}
    </>
  );
}

const MOST = 6;

interface Row {
  name: string;
  visits: string;
}

const rowsOf = (tiers: readonly Tier[]): Row[] => tiers.map(({ name, visits }) => ({ name, visits: String(visits) }));

/** What was typed as tiers, the fewest visits first, and what is wrong with it. Rows without a word are none. */
function readRows(rows: readonly Row[]): { tiers: Tier[]; problem: string | null } {
  const said = rows.filter(({ name, visits }) => name.trim() !== "" || visits.trim() !== "");
  const tiers = said
    .map(({ name, visits }) => ({ name: name.trim(), visits: numberOf(visits) ?? Number.NaN }))
    .sort((a, b) => a.visits - b.visits);
  if (tiers.length === 0) return { tiers, problem: "Name at least one tier." };
  if (tiers.some(({ name, visits }) => name === "" || !(visits >= 1 && visits <= 400)))
    return { tiers, problem: "Each tier has a name, and 1 to 400 visits." };
  const isTwice = (values: readonly unknown[]) => new Set(values).size < values.length;
  if (isTwice(tiers.map(({ visits }) => visits)) || isTwice(tiers.map(({ name }) => name.toLowerCase())))
    return { tiers, problem: "Two tiers have one name, or as many visits." };
  return { tiers, problem: null };
}

/** Says who would be in which tier, before it counts. */
function TiersDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const [before] = useState(setting);
  const [isOn, setOn] = useState(true);
  const [rows, setRows] = useState(() => rowsOf(setting.tiers ?? PROPOSED_TIERS));
  const { tiers, problem } = readRows(rows);
  const [counting] = useDebouncedValue(isOn && problem === null ? tiers.map(({ visits }) => visits).join(",") : "", 400);
  const preview = useTiersPreview(counting);
  const change = useChangeTiers();
  const shown = rows.length < MOST ? [...rows, { name: "", visits: "" }] : rows;
  const type = (at: number, more: Partial<Row>) =>
    setRows(shown.map((row, index) => (index === at ? { ...row, ...more } : row)).slice(0, Math.max(rows.length, at + 1)));
  const save = () =>
    change.mutate(
      { tiers: isOn ? tiers : null, seen: setting.changed?.at ?? null },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={TEXTS.tiers}
      submit={isOn ? "Let them count" : "End the tiers"}
      isReady={isOn ? problem === null : setting.tiers !== null}
      isSaving={change.isPending}
      problem={change.error && changeFailure(change.error, TEXTS.notSaved, TEXTS.shows)}
      onSubmit={save}
      onClose={onClose}
    >
      {setting.changed && setting.changed.at !== before.changed?.at && (
        <p role="alert">
          <bdi>{setting.changed.by}</bdi> changed the tiers meanwhile:{" "}
          {setting.tiers?.map(({ name, visits }) => `${name} from ${visits}`).join(", ") ?? "there are none"}. Yours stand here, and would
          replace them.
        </p>
      )}
      <Checkbox
        label="Guests have tiers by their visits in twelve months"
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {/* biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place, whatever is typed in it */}
      {isOn && shown.map((row, at) => <TierRow key={at} place={at + 1} row={row} onType={(more) => type(at, more)} />)}
      {isOn && problem && <p className="note">{problem}</p>}
      {isOn && counting !== "" && <Preview preview={preview} tiers={tiers} />}
    </FormDialog>
  );
}

function TierRow({ place, row, onType }: { place: number; row: Row; onType: (more: Partial<Row>) => void }) {
  return (
    <fieldset className={styles.pair} aria-label={`Tier ${place}`}>
      <TextInput
        label="Name"
        {...AUTO_DIR}
        maxLength={20}
        value={row.name}
        onChange={(event) => onType({ name: event.currentTarget.value })}
      />
      <NumberField label="From so many visits" value={row.visits} onChange={(visits) => onType({ visits })} />
    </fieldset>
  );
}

function Preview({ preview: { data, error, refetch }, tiers }: { preview: ReturnType<typeof useTiersPreview>; tiers: readonly Tier[] }) {
  if (error) return <ErrorNotice title="They could not be counted." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} radius="md" aria-label="Counting who would be in which tier" role="status" />;
  const nameOf = ({ visits }: TiersPreview["tiers"][number]) => tiers.find((one) => one.visits === visits)?.name ?? `${visits} visits`;
  return (
    <div role="status">
      <p>Today it would be:</p>
      <ul className={styles.list}>
        {data.tiers.map((tier) => (
          <li key={tier.visits} className={styles.row}>
            <span className={styles.what}>
              <bdi>{nameOf(tier)}</bdi>
              {tier.first.length > 0 && (
                <span className={styles.facts}>
                  {tier.first.map(({ id, name, visits }, at) => (
                    <span key={id}>
                      {at > 0 && ", "}
                      <bdi>{name}</bdi> {visits}
                    </span>
                  ))}
                </span>
              )}
            </span>
            <span className={styles.amount}>{counted(tier.guests, "guest")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
