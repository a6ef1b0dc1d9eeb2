import { isLargeBirthday } from "../birthday-search/bulk";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import { hubStore } from "../db/stores";
import { today } from "../vouchers/reads";
import { campaignIn, type OpenCampaignInput } from "./bulk";
import type { Campaign } from "./contract";

/** Where the birthday messages for a date stand (`campaignIn`); of very many guests beside the event loop. */
export async function openCampaign(branch: Branch, date: string): Promise<Campaign> {
  const book = await branch.contacts();
  const hub = await hubStore();
  const asked = { branch: branch.key, date, at: now().getTime(), today: today() };
  if (!isLargeBirthday(book.sql, date)) return campaignIn({ hub: hub.sql, book: book.sql }, asked);
  const input: OpenCampaignInput = { ...asked, hub: hub.file, book: book.file };
  return runBulk<Campaign>("open-campaign", input);
}
