import { useAppSettings } from "@/components/app-base/app-settings";
import { useToday } from "@/components/app-base/server-clock";
import { useMayOpen, useSession } from "@/components/app-base/session";
import { changeFailure } from "@/components/ui/change-failure";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { dayAndTime } from "@/components/ui/local-times";
import { toast } from "@/components/ui/toast";
import { DATE_FORMATS, type DateFormat, dateFormat, inDigits } from "@/lib/date-format";
import { DATE_SETTING_TEXTS } from "@/lib/date-setting/date-setting-texts";
import styles from "./date-setting.module.css";
import { useChangeDateFormat, useDateFormat } from "./queries";

/** How dates are written in digits, in every branch: chosen here, or said to whoever may not choose. */
export function DateSetting() {
  const { data } = useDateFormat();
  const may = useMayOpen()("user_create");
  const { user } = useSession();
  const today = useToday();
  const format = data?.format ?? dateFormat();
  return (
    <section className={styles.card} aria-label={DATE_SETTING_TEXTS.title}>
      {may && user?.branches === null ? (
        <Choice format={format} today={today} />
      ) : (
        <>
          <h2 className={styles.title}>{DATE_SETTING_TEXTS.title}</h2>
          <p className={styles.now}>
            <b className="tabular">{inDigits(today, format)}</b>, {DATE_SETTING_TEXTS.order[format]}
          </p>
          <p className="note">{DATE_SETTING_TEXTS.notTheirs}</p>
        </>
      )}
      {data?.changed && <Changed {...data.changed} />}
    </section>
  );
}

function Choice({ format, today }: { format: DateFormat; today: string }) {
  const change = useChangeDateFormat();
  return (
    <>
      <ChoiceChips
        label={DATE_SETTING_TEXTS.title}
        choices={DATE_FORMATS.map((value) => ({ value, label: inDigits(today, value), note: DATE_SETTING_TEXTS.order[value] }))}
        value={change.isPending ? change.variables : format}
        onChange={(value) => change.mutate(value as DateFormat, { onSuccess: ({ message }) => toast.success(message) })}
        error={change.error && changeFailure(change.error, DATE_SETTING_TEXTS.notChanged, DATE_SETTING_TEXTS.openAgain)}
      />
      <p className="note">{DATE_SETTING_TEXTS.counts}</p>
    </>
  );
}

function Changed({ by, at }: { by: string; at: string }) {
  const { timeZone } = useAppSettings();
  return (
    <p className="note">
      Chosen by <bdi>{by}</bdi>, <time dateTime={at}>{dayAndTime(at, timeZone)}</time>
    </p>
  );
}
