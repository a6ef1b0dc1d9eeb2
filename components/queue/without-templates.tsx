import { TriangleAlert } from "lucide-react";
import { inList } from "@/components/ui/counted";
import type { TaskKind } from "@/lib/queue/contract";
import { refusedInWords } from "@/lib/queue/next-try/words";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import type { WorkerShown } from "@/lib/queue/senders/contract";
import { useCampaigns } from "./campaign-queries";
import { TemplateWay } from "./obstacle-note";
import { useWorkers } from "./queries";
import { isUnderWay } from "./queue-status";
import { isLacking } from "./senders-for";
import styles from "./worker-cards.module.css";

const KINDS: Record<TaskKind, string> = { menu: "menus", birthday: "birthdays", service: "letters" };

/**
 * What an official number that is online cannot send, and why: a sentence each for what has no template, and for what WhatsApp does not take.
 * @param names of the workers, where they are not named above it
 */
export function cannotSend(missing: readonly Obstacle[], names: readonly string[] = []): string[] {
  const [who, whom] = names.length === 0 ? ["It sends", "it"] : [`${inList(names)} ${names.length > 1 ? "send" : "sends"}`, "that number"];
  const kindsOf = (what: Obstacle["what"]) => missing.flatMap((one) => (one.what === what && one.kind ? [KINDS[one.kind]] : []));
  const told = (kinds: readonly string[], why: string) =>
    kinds.length === 0 ? [] : [`${who} no ${inList(kinds, "or")}, except to guests who have written to ${whom} within 24 hours: ${why}`];
  return [
    ...told(kindsOf("no_template"), "no approved template is named for them."),
    ...told(kindsOf("template_stopped"), names.length > 0 ? `${refusedInWords(names)}.` : "WhatsApp does not take the template."),
  ];
}

interface Props {
  missing: readonly Obstacle[];
  /** Of the workers, where they are not named above. */
  names?: readonly string[];
}

/** The same with the way to mend it or who can. */
export function WithoutTemplates({ missing, names }: Props) {
  const [first] = missing;
  if (!first) return null;
  return (
    <>
      {cannotSend(missing, names).map((sentence) => (
        <p key={sentence} className={styles.problem}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
          <span>{sentence}</span>
        </p>
      ))}
      <div className={styles.way}>
        <TemplateWay kind={first.kind ?? "service"} who={first.who} />
      </div>
    </>
  );
}

/** What is missing, by the names of the workers of whose numbers it is: those that lack the same are told once. */
export function ofSameNumbers(missing: readonly Obstacle[], able: readonly Pick<WorkerShown, "id" | "name" | "transport">[]) {
  const groups = new Map<string, { names: string[]; missing: Obstacle[] }>();
  for (const one of missing) {
    const names = able.filter((worker) => isLacking(one, worker)).map(({ name }) => name);
    if (names.length === 0) continue;
    const group = groups.get(names.join()) ?? { names, missing: [] };
    groups.set(names.join(), { names, missing: [...group.missing, one] });
  }
  return [...groups.values()];
}

/** Above the list: an official number is idle while something waits that it could send with a template, however a phone goes on. */
export function IdleNumbers({ isOpen }: { isOpen: boolean }) {
  const list = useWorkers(isOpen).data;
  const pages = useCampaigns(isOpen).data?.pages ?? [];
  const kinds = new Set(
    pages.flatMap(({ campaigns, unfinished = [] }) => [...campaigns, ...unfinished].filter(isUnderWay).map(({ kind }) => kind)),
  );
  const missing = list?.no_template?.filter(({ kind }) => kind && kinds.has(kind)) ?? [];
  const able = list?.workers.filter(({ can_send }) => can_send) ?? [];
  return ofSameNumbers(missing, able).map(({ names, missing }) => <WithoutTemplates key={names.join()} missing={missing} names={names} />);
}
