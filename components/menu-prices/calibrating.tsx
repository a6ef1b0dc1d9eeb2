import { Button, Checkbox, TextInput, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { changeFailure } from "@/components/ui/change-failure";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { toast } from "@/components/ui/toast";
import { FIELD_WORDS, CALIBRATOR_TEXTS as TEXTS } from "@/lib/menu-prices/calibrator-texts";
import { VERSION_TEXTS } from "@/lib/menu-versions/version-texts";
import { versionInWords } from "@/lib/menu-versions/words";
import styles from "./calibrator.module.css";
import { type Calibration, type NumberOfMenu, useSaveCalibration } from "./queries";
import { type AllSaid, dishOf, fieldsOf, type Said, saidOf, stateNow } from "./said";
import { Sheet, ZOOMS } from "./sheet";

/** Which number is looked at, and what is said of all of them. */
function useCalibrating({ version, prices: numbers, number, may_change }: Calibration) {
  const [said, setSaid] = useState<AllSaid>({});
  const [chosen, setChosen] = useState<string | null>(numbers[0]?.id ?? null);
  const [page, setPage] = useState(numbers[0]?.page ?? 1);
  const [forget, setForget] = useState(false);
  const save = useSaveCalibration();
  const list = useRef<HTMLUListElement>(null);
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  const choose = (id: string) => {
    setChosen(id);
    setPage(numbers.find((one) => one.id === id)?.page ?? page);
    rowOf(id)?.scrollIntoView({ block: "nearest" });
  };
  const step = (by: number) => {
    const next = numbers[numbers.findIndex(({ id }) => id === chosen) + by];
    if (!next) return;
    choose(next.id);
    rowOf(next.id)?.focus();
  };
  const say = (of: NumberOfMenu, what: Partial<Said>) => setSaid({ ...said, [of.id]: { ...saidOf(of, said), ...what } });
  const named = (of: NumberOfMenu) => saidOf(of, said).name || dishOf(of.beside);
  const sayKind = (of: NumberOfMenu, kind: Said["kind"]) => say(of, { kind, name: kind === "price" ? named(of) : saidOf(of, said).name });
  const current = numbers.find(({ id }) => id === chosen);
  const onKeys = (event: KeyboardEvent) => {
    const isMove = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isMove) step(event.key === "ArrowDown" ? 1 : -1);
    else if (current && may_change && /^[po]$/i.test(event.key)) sayKind(current, event.key.toLowerCase() === "p" ? "price" : "other");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const suggested = numbers.filter((one) => stateNow(one, said) === "suggested");
  const confirmAll = () => {
    const all = suggested.map((one) => [one.id, { kind: "price" as const, name: named(one), code: saidOf(one, said).code }]);
    setSaid({ ...said, ...Object.fromEntries(all) });
  };
  const submit = () =>
    save.mutate(
      { version_id: version.id, seen: number, fields: fieldsOf(numbers, said), forget_lost: forget },
      { onSuccess: ({ message }) => toast.success(message) },
    );
  const isChanged = Object.keys(said).length > 0 || forget;
  return {
    said,
    chosen,
    page,
    setPage,
    forget,
    setForget,
    save,
    list,
    choose,
    say,
    sayKind,
    current,
    onKeys,
    suggested,
    confirmAll,
    submit,
    isChanged,
  };
}

/** The page of the menu beside the list of its numbers: what is said of one is seen on both. */
export function Calibrating({ calibration }: { calibration: Calibration }) {
  const { version, prices: numbers, lost, may_change } = calibration;
  const [zoom, setZoom] = useState<number>(ZOOMS.indexOf(1));
  const work = useCalibrating(calibration);
  const { said, chosen, page, setPage, choose, current, suggested, save } = work;
  return (
    <div className={styles.page}>
      <Sheet {...{ version, numbers, said, page, zoom, chosen }} onPage={setPage} onZoom={setZoom} onChoose={choose} />
      <section className={styles.box} aria-label="Numbers">
        <p className={styles.facts}>
          <bdi>
            {version.menu}, {versionInWords(version)}
          </bdi>
          . {TEXTS.keys}
        </p>
        <Numbers numbers={numbers} work={work} />
        {current && (
          <Chosen
            key={current.id}
            number={current}
            said={saidOf(current, said)}
            disabled={!may_change}
            onSay={(what) => work.say(current, what)}
            onKind={(kind) => work.sayKind(current, kind)}
          />
        )}
        {lost.length > 0 && <Lost lost={lost} forget={work.forget} onForget={work.setForget} />}
        {!may_change && <p className="note">{VERSION_TEXTS.onlyEverywhere}</p>}
        {save.error && <p role="alert">{changeFailure(save.error, TEXTS.notSaved, TEXTS.shows)}</p>}
        <div className={styles.tools}>
          {suggested.length > 0 && (
            <Button variant="default" disabled={!may_change} onClick={work.confirmAll}>
              Confirm all {suggested.length} that look like prices
            </Button>
          )}
          <Button disabled={!may_change || !work.isChanged} loading={save.isPending} onClick={work.submit}>
            Save
          </Button>
        </div>
      </section>
    </div>
  );
}

function Numbers({ numbers, work }: { numbers: readonly NumberOfMenu[]; work: ReturnType<typeof useCalibrating> }) {
  const { said, chosen, list, choose, onKeys } = work;
  return (
    <ul className={styles.list} ref={list}>
      {numbers.map((one) => (
        <li key={one.id}>
          <UnstyledButton
            className={styles.row}
            data-id={one.id}
            aria-current={one.id === chosen}
            onClick={() => choose(one.id)}
            onKeyDown={onKeys}
          >
            <span>
              <b className="tabular">
                <bdi>{one.text}</bdi>
              </b>{" "}
              <bdi>{saidOf(one, said).name || one.beside}</bdi>
            </span>
            <span className={styles.facts}>
              {FIELD_WORDS[stateNow(one, said)]}
              {one.has_moved && ", has moved"}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

interface ChosenProps {
  number: NumberOfMenu;
  said: Said;
  disabled: boolean;
  onSay: (what: Partial<Said>) => void;
  onKind: (kind: Said["kind"]) => void;
}

function Chosen({ number: { text }, said: { kind, name, code }, disabled, onSay, onKind }: ChosenProps) {
  return (
    <fieldset className={styles.box} disabled={disabled}>
      <legend className={styles.facts}>
        What <bdi>{text}</bdi> is
      </legend>
      <div className={styles.tools}>
        <Button variant={kind === "price" ? "filled" : "default"} aria-pressed={kind === "price"} onClick={() => onKind("price")}>
          A price
        </Button>
        <Button variant={kind === "other" ? "filled" : "default"} aria-pressed={kind === "other"} onClick={() => onKind("other")}>
          Another number
        </Button>
      </div>
      {kind === "price" && (
        <div className={styles.fields}>
          <TextInput
            label="Dish"
            {...AUTO_DIR}
            maxLength={120}
            value={name}
            onChange={(event) => onSay({ name: event.currentTarget.value })}
          />
          <TextInput label="Code" maxLength={40} value={code} onChange={(event) => onSay({ code: event.currentTarget.value })} />
        </div>
      )}
    </fieldset>
  );
}

function Lost({ lost, forget, onForget }: { lost: Calibration["lost"]; forget: boolean; onForget: (forget: boolean) => void }) {
  return (
    <section className={styles.box} aria-label={TEXTS.lost}>
      <h2 className={styles.facts}>{TEXTS.lost}</h2>
      <p className={styles.facts}>{TEXTS.lostHelp}</p>
      <ul className="plain-list">
        {lost.map(({ name, beside, page }) => (
          <li key={`${page} ${beside} ${name}`}>
            <bdi>{name || beside}</bdi>
          </li>
        ))}
      </ul>
      <Checkbox label="Forget them" checked={forget} onChange={(event) => onForget(event.currentTarget.checked)} />
    </section>
  );
}
