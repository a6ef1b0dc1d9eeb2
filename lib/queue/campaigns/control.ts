import type { AnswerOf } from "../../api/endpoint";
import { now } from "../../clock";
import type { WriteBy } from "../../db/actor";
import type { Branch } from "../../db/branch";
import { Prisma } from "../../db/clients";
import { hubStore } from "../../db/find-store";
import { AppError } from "../../errors";
import { branchName } from "../../known-branches";
import { failpoint } from "../../test-hooks";
import { workerNotifier } from "../leases/worker-notifier";
import { cancelItems, setSendingPause } from "../pause/pause";
import { campaignPause } from "../pause/state";
import { campaignNow, campaignOfTask, type TaskRow } from "./campaigns";
import type { Campaign, cancelCampaign as cancelContract } from "./contract";
import { campaignInWords, campaignOf, cancelledText } from "./state";

/** Stops one campaign of a branch, until somebody resumes it; what waits stays in the queue. @throws AppError `not_found` */
export async function pauseCampaign(branch: Branch, id: string, by: WriteBy): Promise<Campaign> {
  const campaign = await campaignOfBranch(branch, id);
  const hub = await hubStore();
  await hub.write(by, async (tx) => {
    await setSendingPause(tx, campaignPause(campaignOf(campaign)), true, by);
    const payload = { ...placeOf(campaign), cancelled_items: 0, still_sending: 0 };
    return { answer: undefined, happened: [{ kind: "sending.stopped", subjects: [campaign.id], payload }] };
  });
  return campaignNow(hub, id);
}

/** Goes on with one campaign; its branch's pause, and the group's, stay as they are. @throws AppError `not_found` */
export async function resumeCampaign(branch: Branch, id: string, by: WriteBy): Promise<Campaign> {
  const campaign = await campaignOfBranch(branch, id);
  const hub = await hubStore();
  await hub.write(by, async (tx) => {
    await setSendingPause(tx, campaignPause(campaignOf(campaign)), false, by);
    return { answer: undefined, happened: [{ kind: "sending.resumed", subjects: [campaign.id], payload: placeOf(campaign) }] };
  });
  workerNotifier().notify();
  return campaignNow(hub, id);
}

/**
 * Cancels what no worker was allowed to send yet of one campaign (`cancelItems`). It is not stopped then: who queues it again
 * means it. @throws AppError `not_found`
 */
export async function cancelCampaign(branch: Branch, id: string, by: WriteBy): Promise<AnswerOf<typeof cancelContract>> {
  const campaign = await campaignOfBranch(branch, id);
  const hub = await hubStore();
  let counts = { cancelled_items: 0, still_sending: 0 };
  await hub.write(by, async (tx) => {
    await setSendingPause(tx, campaignPause(campaignOf(campaign)), false, by, { empties: true });
    const tasks = JSON.stringify(campaignOfTask(hub.sql, id).map((task) => task.id));
    counts = await cancelItems(tx, Prisma.sql`task_id IN (SELECT value FROM json_each(${tasks}))`, now().getTime());
    // The whole answer is read when this is committed, and kept with the call's key then.
    const happened = [{ kind: "sending.stopped" as const, subjects: [campaign.id], payload: { ...placeOf(campaign), ...counts } }];
    return { answer: undefined, happened };
  });
  failpoint("cancel:committed");
  const handed = counts.still_sending > 0 ? ` ${counts.still_sending} had been handed to WhatsApp already and may still arrive.` : "";
  const detail = `${cancelledText(campaign, counts.cancelled_items)}${handed} What else is queued goes on.`;
  return { ...(await campaignNow(hub, id)), ...counts, detail };
}

/** @throws AppError `not_found`, also for one of another branch than the one that is asked for */
async function campaignOfBranch(branch: Branch, id: string): Promise<TaskRow> {
  const { sql } = await hubStore();
  const [campaign] = campaignOfTask(sql, id);
  if (campaign?.branch === branch.key) return campaign;
  const name = branchName(branch.key);
  throw new AppError("not_found", `There is no such campaign of ${name}. Nothing was changed. Choose the branch that has queued it.`);
}

/** What the trail says of whose it was. */
const placeOf = (campaign: TaskRow) => ({ branch: campaign.branch, campaign: campaignInWords(campaign) });
