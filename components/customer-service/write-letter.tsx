import { Button, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ArrowRight, CircleAlert, Send } from "lucide-react";
import { useRef, useState } from "react";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useRefusals } from "@/components/opt-outs/queries";
import { ForecastNote } from "@/components/queue/forecast-note";
import { LeftOut } from "@/components/queue/left-out";
import { MessageWords } from "@/components/queue/message-readers";
import { SendersNote } from "@/components/queue/obstacle-note";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { HeldButton } from "@/components/ui/held-button";
import { useLayer } from "@/components/ui/layers";
import { dayAndTime } from "@/components/ui/local-times";
import { type BranchKey, branchName } from "@/lib/known-branches";
import { CUSTOMER_SERVICE_TEXTS } from "@/lib/queue/customer-service-texts";
import type { Forecast } from "@/lib/queue/forecast/contract";
import { NO_PHONE } from "@/lib/queue/left-out-reasons";
import { ChosenPeople } from "./chosen-people";
import { FindPeople } from "./find-people";
import { type Chosen, itemsFor, keyOf, LONGEST_TEXT, phoneOf, phonesOf, type Refused, sorted } from "./recipients";
import type { UsedLetter } from "./use-letter";
import { useBefore } from "./use-recipient-check";
import { type DialogProps, type Step, useSending } from "./use-sending";
import { useReaders } from "./use-template-split";
import { wroteInWords } from "./who-wrote";
import styles from "./write-letter.module.css";

interface Props extends DialogProps {
  letter: UsedLetter;
}

/** Of so many guests it is shown what they get. */
const PREVIEWS = 3;

/** People on the left and the message on the right; on a phone one after the other. */
export function WriteLetter({ letter, onClose }: Props) {
  const here = useBranch();
  const isPhone = useMediaQuery("(max-width: 639px)", undefined, { getInitialValueInEffect: false });
  const [step, setStep] = useState<Step>("people");
  const box = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const show = (next: Step) => {
    setStep(next);
    // On a phone the field comes with its step.
    window.setTimeout(() => (next === "people" ? box : text).current?.focus());
  };
  const { going, refused, later } = useGoing(letter, here);
  const { readers, insteadOfWords, isAsked, wrote, official, forecast, quietUntil } = useReaders(going);
  const sending = useSending({ letter, going, refused, message: insteadOfWords ?? letter.message, here, forecast, show });
  useLayer(isPhone && step === "message", () => setStep("people"), true);

  return (
    <DialogFrame
      size="wide"
      title={CUSTOMER_SERVICE_TEXTS.title}
      subtitle={`A WhatsApp message to guests · ${branchName(here)}`}
      onClose={onClose}
      locked={sending.isSending}
      onKey={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void sending.send();
      }}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose} disabled={sending.isSending}>
          Close
        </Button>
      }
      footer={
        <Footer
          reached={itemsFor(letter.message, going, here).length}
          sending={sending}
          onNext={isPhone && step === "people" ? () => show("message") : null}
        />
      }
    >
      {isPhone && <Steps step={step} onStep={setStep} chosen={letter.chosen.length} />}
      <div className={styles.columns} data-step={step} inert={sending.isSending}>
        <section className={styles.people} aria-label="People">
          <FindPeople letter={letter} box={box} />
          <ChosenPeople letter={letter} refused={refused} />
        </section>
        <div className={styles.message}>
          <Before {...{ going, refused, later, wrote, official, forecast, quietUntil }} />
          <MessageWords
            readers={readers}
            field={insteadOfWords === null ? { onWrite: letter.write, most: LONGEST_TEXT, area: text } : null}
            previews={isAsked ? 0 : PREVIEWS}
            message={letter.message}
            here={here}
          />
        </div>
      </div>
    </DialogFrame>
  );
}

/** Which recipients get the letter, which do not and why, and which get it later, by what the server knows of them and of this text. */
function useGoing({ chosen, message, unanswered }: UsedLetter, here: BranchKey) {
  const { going, refused } = sorted(chosen, useRefusals(chosen.map(phonesOf)));
  const { insteadOfWords } = useReaders(going);
  // What nobody answered may be in the queue already: it is asked for again as it was, whoever would be left out of a new one.
  const before = useBefore(going, unanswered ? "" : (insteadOfWords ?? message), here);
  return { going: before.going, refused: [...refused, ...before.leftOut], later: before.later };
}

interface BeforeProps {
  going: readonly Chosen[];
  refused: readonly Refused[];
  later: readonly Refused[];
  /** Who of them has written to the official number within 24 hours; null where that is not known, or needed. */
  wrote: readonly Chosen[] | null;
  /** Whose official numbers that is said of. */
  official: readonly string[];
  forecast: Forecast | null;
  /** ISO 8601; null where letters go at this hour. */
  quietUntil: string | null;
}

/** What is shown before sending: that nothing can go out, who is left out, and who gets it later. */
function Before({ going, refused, later, wrote, official, forecast, quietUntil }: BeforeProps) {
  const { timeZone } = useAppSettings();
  const unreached = going.filter((one) => phoneOf(one) === "").map((person) => ({ person, reason: NO_PHONE }));
  const rows = (people: readonly Refused[]) => people.map(({ person, reason }) => ({ key: keyOf(person), name: person.name, reason }));
  const people = rows([...refused, ...unreached]);
  return (
    <div className={styles.notes}>
      <SendersNote kind="service" />
      {going.length > 0 && quietUntil && (
        <p role="status" className={styles.wrote}>
          Letters are not sent at this hour: they go out from {dayAndTime(quietUntil, timeZone)} on.
        </p>
      )}
      {going.length > 0 && <ForecastNote forecast={forecast} kind="service" />}
      {wrote && going.length > 0 && <p className={styles.wrote}>{wroteInWords(wrote, going.length, official)}</p>}
      {people.length > 0 && <LeftOut title="Left out" people={people} />}
      {later.length > 0 && <LeftOut title="Goes out later" people={rows(later)} />}
    </div>
  );
}

interface FooterProps {
  /** How many of the chosen have a number, and are not left out. */
  reached: number;
  sending: ReturnType<typeof useSending>;
  /** Where the message is still to be written. */
  onNext: (() => void) | null;
}

function Footer({ reached, sending, onNext }: FooterProps) {
  return (
    <div className={styles.footer}>
      <p className={styles.problem} role="alert">
        {sending.problem && (
          <>
            <CircleAlert size={18} strokeWidth={1.75} aria-hidden /> {sending.problem}
          </>
        )}
      </p>
      {onNext ? (
        <Button size="lg" className={styles.queue} onClick={onNext} rightSection={<ArrowRight size={18} aria-hidden />}>
          {reached > 0 ? `Write to ${counted(reached, "guest")}` : "Write the message"}
        </Button>
      ) : (
        <HeldButton
          size="lg"
          className={styles.queue}
          loading={sending.isSending}
          onClick={sending.send}
          leftSection={<Send size={18} strokeWidth={1.75} aria-hidden />}
        >
          {reached > 0 ? `Queue ${counted(reached, "message")}` : "Queue messages"}
        </HeldButton>
      )}
    </div>
  );
}

function Steps({ step, onStep, chosen }: { step: Step; onStep: (step: Step) => void; chosen: number }) {
  return (
    <SegmentedControl
      fullWidth
      aria-label="Step"
      value={step}
      onChange={(value) => onStep(value as Step)}
      data={[
        { value: "people", label: chosen > 0 ? `1 People · ${chosen}` : "1 People" },
        { value: "message", label: "2 Message" },
      ]}
      classNames={{ root: styles.steps, label: styles.stepLabel }}
    />
  );
}
