import { ScrollText } from "lucide-react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useMayOpen } from "@/components/app-base/session";
import { useSendingLimits } from "@/components/queue/limits";
import { counted } from "@/components/ui/counted";
import { dayAndTime } from "@/components/ui/local-times";
import type { ControlState } from "@/lib/control/contract";
import { CONTROL_TEXTS } from "@/lib/control/control-texts";
import { LANGUAGES } from "@/lib/languages";
import { Item, Tile } from "./tile";

const BY_THE_SERVER = "Set in the server’s own settings, by whoever keeps it.";

/** Which rules count, and where each is changed. */
export function RulesTile({ state: { rules, helpers } }: { state: ControlState }) {
  const limits = useSendingLimits();
  const mayOpen = useMayOpen();
  const of = rules.limits;
  const help = of ? {} : { helpers: helpers.user_create };
  const leads = { run: () => limits.open(), label: "Sending limits" };
  return (
    <Tile title={CONTROL_TEXTS.rules} icon={ScrollText}>
      <Item name="Business day">
        <p>
          An evening goes on until {rules.day_ends_at} of the next day. {BY_THE_SERVER}
        </p>
      </Item>
      <Item name="End of Day">
        <p>
          It may be run from {rules.end_of_day_at} on. {BY_THE_SERVER}
        </p>
      </Item>
      <Item name="Duplicates" leads={{ to: "/guest-search", label: "Search Guest" }}>
        <p>Who shares the last eight digits of a number is taken for one guest; that two are two people is said on a guest’s card.</p>
      </Item>
      <Item name="Points" {...(mayOpen("nav_loyalty") ? { leads: { to: "/loyalty", label: "Loyalty programme" } } : {})}>
        <p>{rules.points ? pointsInWords(rules.points) : "None are given."}</p>
      </Item>
      <Item name="Vouchers" leads={{ to: "/birthdays", label: "Birthday Search" }}>
        <p>
          {rules.voucher_percent} % off, good for {rules.voucher_days} days after the birthday.
        </p>
      </Item>
      <Item name="Quiet hours" leads={leads} {...help}>
        <p>{of ? quietInWords(of) : "Nobody is greeted late at night."}</p>
      </Item>
      <Item name="Message caps" leads={leads} {...help}>
        {of ? <Caps of={of} /> : <p>So many messages go to a guest, and from a number, in a day.</p>}
      </Item>
      <Item name="Templates" leads={{ run: () => limits.open("birthday"), label: "See and preview" }} {...help}>
        <p>{of ? templatesInWords(of.templates) : "The words that go to guests who have not written lately."}</p>
      </Item>
    </Tile>
  );
}

type Limits = NonNullable<ControlState["rules"]["limits"]>;

const pointsInWords = ({ per_visit, unit }: NonNullable<ControlState["rules"]["points"]>) =>
  `${unit === "points" ? counted(per_visit, "point") : `${per_visit.toLocaleString("en")} ${unit}`} for each guest of a saved table, once.`;

const quietInWords = ({ quiet_from, quiet_to }: Limits) =>
  quiet_from === quiet_to ? "There are none: messages go out at any hour." : `Nobody is greeted between ${quiet_from} and ${quiet_to}.`;

function Caps({ of: { guest_per_day, cloud_per_day, phone_per_day, changed } }: { of: Limits }) {
  const { timeZone } = useAppSettings();
  return (
    <p>
      At most {guest_per_day} to a guest in a day, {phone_per_day.toLocaleString("en")} from a linked phone, and{" "}
      {counted(cloud_per_day, "guest")} by official numbers.
      {changed && (
        <>
          {" "}
          Changed by <bdi>{changed.by}</bdi>, <time dateTime={changed.at}>{dayAndTime(changed.at, timeZone)}</time>.
        </>
      )}
    </p>
  );
}

const KINDS: Record<string, string> = { birthday: "birthdays", menu: "menus", service: "letters" };

function templatesInWords(templates: Limits["templates"]): string {
  if (templates.length === 0) return "None is set: official numbers write only to guests who wrote within a day.";
  return `${templates.map(({ kind, language }) => `For ${KINDS[kind] ?? kind} in ${languageOf(language)}`).join(", ")}.`;
}

function languageOf(code: string): string {
  const [short = ""] = code.split("_");
  return Object.hasOwn(LANGUAGES, short) ? LANGUAGES[short as keyof typeof LANGUAGES] : code;
}
