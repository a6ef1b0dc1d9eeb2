import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { userName } from "../../auth/user-name";
import { mayWorkIn } from "../../caller";
import type { Tx } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { campaignOf } from "../campaigns/state";
import type { Item } from "../item-states";
import type { CancelState, cancelStatus } from "./contract";

/** A switch that stops sending, as the hub keeps it: each branch has one, each campaign, and the whole group. */
export interface SendingPause {
  cancelled: boolean;
  by: string;
  at: string;
  /** Counts how often everything was cancelled: a worker that knows an older one asks again before it begins anything. */
  epoch: number;
  /** When that was last; empty for never. */
  emptied_at: string;
}

/** Whose messages are meant: those that a branch has queued, or all of them (null). What is counted, stopped, cancelled and resumed is the same. */
export type Scope = string | null;

export const SENDING_PAUSE = "brake";
export const OFF: SendingPause = { cancelled: false, by: "", at: "", epoch: 0, emptied_at: "" };

/** The name under which a pause is kept. */
export const sendingPauseName = (scope: Scope) => (scope === null ? SENDING_PAUSE : `${SENDING_PAUSE}:${scope}`);

const OF_CAMPAIGN = "campaign:";

/** The same for a campaign alone. @param campaign as `campaignOf` names it */
export const campaignPause = (campaign: string) => sendingPauseName(`${OF_CAMPAIGN}${campaign}`);

/** Every pause that was ever pulled. */
export interface Pauses {
  group: SendingPause;
  /** A branch's own. */
  of: (branch: string) => SendingPause;
  /** A campaign's own. */
  ofCampaign: (campaign: string) => SendingPause;
  /** The branches that their own has stopped. */
  stopped: string[];
  /** The campaigns that their own has. */
  stoppedCampaigns: string[];
}

const PAUSES = `SELECT name, value FROM queue_setting WHERE name = '${SENDING_PAUSE}' OR name GLOB '${SENDING_PAUSE}:*'`;

export function pausesOf(sql: Database.Database): Pauses {
  return pausesFrom(statement<[], { name: string; value: string }>(sql, PAUSES).all());
}

/** The same within a transaction, which has changed some of them. */
export async function pausesIn(tx: Tx<"hub">): Promise<Pauses> {
  return pausesFrom(
    await tx.queueSetting.findMany({ where: { OR: [{ name: SENDING_PAUSE }, { name: { startsWith: `${SENDING_PAUSE}:` } }] } }),
  );
}

function pausesFrom(rows: readonly { name: string; value: string }[]): Pauses {
  const known = new Map(rows.map(({ name, value }) => [name, { ...OFF, ...JSON.parse(value) } as SendingPause])); // older rows know no `emptied_at`
  const own = [...known].flatMap(([name, { cancelled }]) =>
    cancelled && name !== SENDING_PAUSE ? [name.slice(SENDING_PAUSE.length + 1)] : [],
  );
  return {
    group: known.get(SENDING_PAUSE) ?? OFF,
    of: (branch) => known.get(sendingPauseName(branch)) ?? OFF,
    ofCampaign: (campaign) => known.get(campaignPause(campaign)) ?? OFF,
    stopped: own.filter((name) => !name.startsWith(OF_CAMPAIGN)),
    stoppedCampaigns: own.flatMap((name) => (name.startsWith(OF_CAMPAIGN) ? [name.slice(OF_CAMPAIGN.length)] : [])),
  };
}

type TaskRow = Parameters<typeof campaignOf>[0];

/**
 * What the pauses say of a message: the group's, that of the branch which queued it, and its campaign's.
 * @returns `emptied_at` as of `SendingPause`, the latest of them
 */
export function pauseOn(
  sql: Database.Database,
  pauses: Pauses,
  { task_id }: Pick<Item, "task_id">,
): Pick<SendingPause, "cancelled" | "emptied_at"> {
  const task = statement<[string], TaskRow>(sql, "SELECT id, kind, branch, date FROM queue_task WHERE id = ?").get(task_id);
  const pulled = [pauses.group, ...(task ? [pauses.of(task.branch), pauses.ofCampaign(campaignOf(task))] : [])];
  return {
    cancelled: pulled.some(({ cancelled }) => cancelled),
    emptied_at: pulled.reduce((latest, { emptied_at }) => (emptied_at > latest ? emptied_at : latest), ""),
  };
}

/** Who has paused a message's campaign alone, and when; null where nobody has. */
export function pausedAlone(sql: Database.Database, task_id: string): { by: string; at: string } | null {
  const task = statement<[string], TaskRow>(sql, "SELECT id, kind, branch, date FROM queue_task WHERE id = ?").get(task_id);
  const own = task ? pausesOf(sql).ofCampaign(campaignOf(task)) : OFF;
  return own.cancelled ? { by: userName(sql, own.by) ?? own.by, at: own.at } : null;
}

/** As people see it, with the name of who pulled it: of a branch, the group's counts as well. */
export function stateOf(sql: Database.Database, pauses: Pauses, scope: Scope): CancelState {
  const whole_group = pauses.group.cancelled;
  const { cancelled, by, at } = whole_group || scope === null ? pauses.group : pauses.of(scope);
  return { cancelled, by: cancelled ? (userName(sql, by) ?? by) : null, at: cancelled ? at : null, branch: scope, whole_group };
}

const WAITING = `SELECT count(*) FILTER (WHERE i.status = 'PENDING' OR i.phase = 'claimed') AS waiting, count(*) AS all_of_them FROM queue_item i JOIN queue_task t ON t.id = i.task_id
  WHERE i.status IN ('PENDING', 'IN_PROGRESS') AND (@scope IS NULL OR t.branch = @scope)`;

/** How sending stands, how many messages wait, which a cancel takes back, and how many have been handed over. @param branches whose: the caller's */
export async function cancelState(scope: Scope, branches: readonly string[] | null): Promise<AnswerOf<typeof cancelStatus>> {
  const { sql } = await hubStore();
  const counts = statement<[{ scope: Scope }], { waiting: number; all_of_them: number }>(sql, WAITING).get({ scope });
  const { waiting, all_of_them } = counts ?? { waiting: 0, all_of_them: 0 };
  const pauses = pausesOf(sql);
  const stopped = pauses.stopped.filter((branch) => mayWorkIn(branches, branch));
  return { ...stateOf(sql, pauses, scope), waiting, handed_over: all_of_them - waiting, stopped };
}
