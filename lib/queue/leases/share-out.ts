import type { Item } from "../item-states";

/** A worker that asks for messages, as the hub knows it. */
export interface Asking {
  worker_id: string;
  boot_id: string;
  account: string | null;
  max: number;
}

type Candidate = Pick<Item, "id" | "account" | "prefer_worker" | "priority" | "task_id" | "kind" | "digits">;

type Turn = Pick<Item, "priority" | "task_id">;

/**
 * Which of two messages goes first; 0 for those queued at once. The ids of tasks are in the order of time (RFC 9562, version 7). Not by when
 * they are due: whoever was put off until a number has room would stand behind all who were never asked about.
 */
export const inTurn = (one: Turn, other: Turn) =>
  one.priority - other.priority || (one.task_id < other.task_id ? -1 : Number(one.task_id > other.task_id));

/**
 * Who gets which message. The more urgent goes first, whoever it was dealt to: somebody at a table does not wait for the end of
 * a campaign. Among those alike what was queued first goes first, too; of what was queued at once, first everybody those that were dealt
 * to them, then the others one by one in turn, so that nobody takes all while somebody waits. A message that a number has begun goes to that number alone, and nobody is given what
 * they cannot send where somebody else can.
 * @param dealt messages that were dealt to those who ask, in their order
 * @param free messages that were dealt to nobody, or to somebody who is away or cannot send, in their order
 * @param leaves whether a number leaves a message to others (`AvailableSenders.leaves`)
 * @returns the index of the asking worker by the id of the message, in the order in which they go out
 */
export function shareOut<One extends Candidate>(
  asking: readonly Asking[],
  dealt: readonly One[],
  free: readonly One[],
  leaves: (item: One, account: string | null) => boolean = () => false,
): Map<string, number> {
  const left = asking.map(({ max }) => max);
  const shares = new Map<string, number>();
  const give = (item: One, index: number) => {
    const one = asking[index];
    if (!one || (left[index] ?? 0) <= 0 || shares.has(item.id)) return false;
    if (item.account !== null && item.account !== one.account) return false;
    if (leaves(item, one.account)) return false;
    shares.set(item.id, index);
    left[index] = (left[index] ?? 0) - 1;
    return true;
  };
  let turn = 0;
  const giveInTurn = (item: One) => {
    const order = asking.map((_, index) => (turn + index) % asking.length);
    const taker = order.find((index) => give(item, index));
    if (taker !== undefined) turn = taker + 1;
  };
  const giveToTheirs = (item: One) => {
    give(
      item,
      asking.findIndex(({ worker_id }, index) => worker_id === item.prefer_worker && (left[index] ?? 0) > 0),
    );
  };
  const all = [...dealt.map((item) => ({ item, hand: giveToTheirs })), ...free.map((item) => ({ item, hand: giveInTurn }))];
  for (const { item, hand } of all.sort((one, other) => inTurn(one.item, other.item))) hand(item);
  return shares;
}
