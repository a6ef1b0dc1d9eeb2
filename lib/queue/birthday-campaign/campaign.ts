import { namesOfWhoMay } from "../../auth/user-name";
import { isLargeBirthday } from "../../birthdays/search-step";
import { type Caller, holds } from "../../caller";
import { now } from "../../clock";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { today } from "../../vouchers/list";
import { manyWait } from "../forecast/waiting";
import { MAY_ENQUEUE, SEES_PHONES, SENDS_BIRTHDAYS } from "../who-may-send";
import { campaignIn, type OpenCampaignInput } from "./campaign-step";
import type { Campaign } from "./contract";

/** Where the birthday messages for a date stand, and who may send them where the caller may not. */
export async function openCampaign(branch: Branch, date: string, caller: Pick<Caller, "requirePermission">): Promise<Campaign> {
  const campaign = await standingOfDate(branch, date, holds(caller, SEES_PHONES));
  if (holds(caller, MAY_ENQUEUE.birthday)) return campaign;
  return { ...campaign, who_may_send: namesOfWhoMay((await hubStore()).sql, SENDS_BIRTHDAYS, branch.key) };
}

/** As `campaignIn`; of very many guests, or where much waits, beside the event loop. */
export async function standingOfDate(branch: Branch, date: string, seesPhones: boolean): Promise<Campaign> {
  const book = await branch.contacts();
  const hub = await hubStore();
  const asked = { branch: branch.key, date, at: now().getTime(), today: today(), seesPhones };
  if (!isLargeBirthday(book.sql, date) && !manyWait(hub.sql)) return campaignIn({ hub: hub.sql, book: book.sql }, asked);
  const input: OpenCampaignInput = { ...asked, hub: hub.file, book: book.file };
  return runBulk<Campaign>("open-campaign", input);
}
