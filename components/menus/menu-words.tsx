import { Loader } from "@mantine/core";
import { useBranch } from "@/components/app-base/app-settings";
import { ForecastNote } from "@/components/queue/forecast-note";
import { sendersOf } from "@/components/queue/forecast-words";
import { MessageWords, type Readers, readersOf } from "@/components/queue/message-readers";
import { useWorkers } from "@/components/queue/queries";
import { withTemplates } from "@/components/queue/senders-for";
import type { AnswerOf } from "@/lib/api/endpoint";
import { MENU_TEXT } from "@/lib/queue/message-texts";
import type { askTemplate } from "@/lib/queue/templates/contract";
import type { MenuPlace } from "./kept-sending";
import { useMenuTemplate } from "./queries";
import styles from "./send-menu-dialog.module.css";
import type { WhoGetsIt } from "./who-gets-it";

interface Props {
  place: MenuPlace;
  to: WhoGetsIt["to"];
}

/** The words that go out with the menu, as the first guests read them; nobody writes them here. */
export function MenuWords({ place, to }: Props) {
  const here = useBranch();
  const list = useWorkers(true).data;
  const workers = list ? withTemplates(list, "menu") : [];
  const { data, isPending } = useMenuTemplate(
    place,
    to.map(({ phone }) => phone),
  );
  if (isPending) {
    return (
      <p className={styles.line} role="status">
        <Loader size={16} aria-hidden /> Looking which words go out…
      </p>
    );
  }
  return (
    <div className={styles.words}>
      <ForecastNote forecast={data?.forecast} kind="menu" />
      <MessageWords
        readers={readersOfMenu(to, data, sendersOf(workers, data?.forecast, true))}
        message={MENU_TEXT}
        here={place.branch ?? here}
        field={null}
      />
    </div>
  );
}

/** @param answer who gets the template; of a server that does not say, everybody is taken to read the menu's own words */
export function readersOfMenu(
  to: WhoGetsIt["to"],
  answer: AnswerOf<typeof askTemplate> | undefined,
  workers: Parameters<typeof readersOf>[3],
): Readers<WhoGetsIt["to"][number]> {
  const byTemplate = new Set(answer?.guests.map((index) => to[index]));
  return readersOf(to, answer?.template, (one) => byTemplate.has(one), workers);
}
