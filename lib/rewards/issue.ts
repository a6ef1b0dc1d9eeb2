import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import type { Caller } from "../caller";
import { now, timestamp } from "../clock";
import { bySystem, stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { branchName } from "../known-branches";
import { telling, writeLines } from "../loyalty/ledger/lines";
import { takenOf } from "../loyalty/ledger/spend";
import { enqueueMessages } from "../queue/enqueue";
import { reachOf } from "../reservations/messages/tell";
import { failpoint } from "../test-hooks";
import { ensureVoucherKeys } from "../vouchers/ensure-keys";
import { codeOf } from "./codes";
import type { issueReward as issueContract } from "./contract";
import { lapseRewards } from "./lapse";
import { customersOf } from "./lines";
import { balanceOf, customersNow, type LoyaltyGuest, loyaltyOfGuest } from "./loyalty-of-guest";
import { finishReward } from "./redeem";
import { redemptionShown } from "./shown";
import { COUNTING, HELD_FOR, partOf } from "./states";
import { codeMessage } from "./words";

type Body = BodyOf<typeof issueContract>;
type Answer = AnswerOf<typeof issueContract>;

/**
 * Begins a reward for a guest: its points are taken in the one transaction that looks at balance, stock and what one guest may have. The
 * message with the code goes out once, also where the call is repeated.
 * @throws AppError `not_found`, `conflict` where something does not suffice, or nobody can write to the guest
 */
export async function issueReward(branch: Branch, body: Body, by: WriteBy): Promise<Answer> {
  await lapseRewards(); // what is over holds no points and no stock
  const known = await loyaltyOfGuest(branch, body.guest);
  if (body.way === "message") await requireReach(known);
  const keys = await ensureVoucherKeys(by);
  const hub = await hubStore();
  const answer = await hub.write(by, (tx) => begin(tx, branch, { body, known, by }));
  failpoint("reward:issued");
  const { id } = answer.redemption;
  if (body.way !== "message") return answer;
  const why = await sendCode(branch, known, answer.redemption, codeOf(id, keys.addresses));
  if (why === null) return answer;
  await finishReward(branch, id, "release", stepOf(by));
  throw new AppError("conflict", `No code can be sent to this guest: ${why} The points are back.`);
}

async function requireReach({ contact }: LoyaltyGuest): Promise<void> {
  if ((await reachOf(contact.phones)).can) return;
  throw refused("No code can be sent to this guest: they have no number that WhatsApp reaches, or want no messages.");
}

interface Beginning {
  body: Body;
  known: LoyaltyGuest;
  by: WriteBy;
}

async function begin(tx: Tx<"hub">, branch: Branch, { body, known, by }: Beginning) {
  const reward = await tx.loyaltyReward.findUnique({ where: { id: body.reward } });
  if (!reward) throw new AppError("not_found", "There is no such reward. No points were taken.");
  requireGiven(reward, branch.key);
  const points = body.points ?? reward.points;
  if (points > reward.points || (points < reward.points && !reward.is_partial))
    throw refused(`${reward.name} takes ${reward.points} points.`);
  const worth = points === reward.points ? reward.value : partOf(reward.value, points, reward.points);
  if (reward.kind === "amount" && worth < 1) throw refused("So few points are worth nothing.");
  const ids = await customersNow(tx, known);
  const has = await balanceOf(tx, ids);
  if (has < points) throw refused(`${known.contact.name || "This guest"} has ${has} points, and this takes ${points}.`);
  await requireLeft(tx, reward, ids);
  const id = uuid();
  const at = timestamp();
  const row = await tx.loyaltyRedemption.create({
    data: {
      ...{ id, reward_id: reward.id, guest_id: known.contact.id, guest_name: known.contact.name, branch: branch.key, points, worth },
      ...{
        state: "ISSUED",
        way: body.way,
        until: new Date(now().getTime() + HELD_FOR).toISOString(),
        issued_at: at,
        issued_by: by.actor.id,
      },
    },
    include: { reward: true },
  });
  return telling(by, async (say): Promise<Answer> => {
    const what = { type: "CREATE_REWARD", source: "reward", branch: branch.key, reason: reward.name, redemption_id: id } as const;
    const lines = await takenOf(tx, ids, points, what);
    await writeLines(tx, lines, say);
    failpoint("reward:lines");
    say({ kind: "reward.issued", subjects: [id, ...customersOf(lines)], payload: { reward: reward.name, points, branch: branch.key } });
    const how = body.way === "message" ? "WhatsApp brings the guest a code: type it here." : "Scan the guest's card.";
    return { message: `${points} points are held for ten minutes. ${how}`, redemption: await redemptionShown(tx, row) };
  });
}

const refused = (why: string) => new AppError("conflict", `${why} No points were taken.`);

type RewardRow = NonNullable<Awaited<ReturnType<Tx<"hub">["loyaltyReward"]["findUnique"]>>>;

/** @throws AppError `conflict` where a reward is not given here and today */
function requireGiven({ name, branches, valid_from, valid_until, is_ended }: RewardRow, branch: string): void {
  const today = businessDayOf(now(), eveningHours(env()));
  const places = JSON.parse(branches) as string[];
  if (is_ended) throw refused(`${name} is given no more.`);
  if (places.length > 0 && !places.includes(branch)) throw refused(`${name} is not given in ${branchName(branch)}.`);
  if (valid_from !== null && today < valid_from) throw refused(`${name} is not given yet.`);
  if (valid_until !== null && today > valid_until) throw refused(`${name} was given until ${valid_until}.`);
}

/** @throws AppError `conflict` where none is left, or the guest had all that one guest may have */
async function requireLeft(tx: Tx<"hub">, { id, name, stock, per_guest }: RewardRow, customers: readonly string[]): Promise<void> {
  const state = { in: [...COUNTING] };
  if (stock !== null && (await tx.loyaltyRedemption.count({ where: { reward_id: id, state } })) >= stock)
    throw refused(`No ${name} is left.`);
  if (per_guest === null) return;
  const [had] = await tx.$queryRaw<{ times: number | bigint }[]>`
    SELECT count(DISTINCT r.id) AS times FROM json_each(${JSON.stringify(customers)}) j
    CROSS JOIN loyalty_ledger l ON l.customer_id = j.value AND l.type = 'CREATE_REWARD'
    JOIN loyalty_redemption r ON r.id = l.redemption_id
    WHERE r.reward_id = ${id} AND r.state IN (SELECT value FROM json_each(${JSON.stringify(COUNTING)}))`;
  if (Number(had?.times ?? 0) >= per_guest)
    throw refused(`One guest may have ${name} ${per_guest === 1 ? "once" : `${per_guest} times`}, and this one has.`);
}

/** The server sends in nobody's name: what the message may say was decided by whoever began the reward. */
const HOUSE: Caller = { requirePermission: () => {}, requireBranch: () => {}, branches: null };

/** @returns why it was not queued; null where it was. Wanted for minutes, it waits for no quiet hours, and does not go once the reward has lapsed */
async function sendCode(
  branch: Branch,
  { contact }: LoyaltyGuest,
  { id, reward, until }: Pick<Answer["redemption"], "id" | "reward" | "until">,
  code: string,
): Promise<string | null> {
  const message = codeMessage(contact.language, reward, code);
  const items = [{ name: contact.name, phone: contact.phones, message, branch: branch.key }];
  const by = { ...stepOf(bySystem("rewards")), receipt: { key: `reward code ${id}`, body_hash: "", status: 200 } };
  const { enqueued, skipped, invalid } = await enqueueMessages(branch, { items, campaign: "service" }, by, HOUSE, { until });
  return enqueued > 0 ? null : ([...skipped, ...invalid][0]?.reason ?? "it could not be queued.");
}
