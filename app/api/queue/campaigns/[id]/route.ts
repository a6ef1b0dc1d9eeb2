import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { readCampaign as read } from "@/lib/queue/campaigns/campaigns";
import { readCampaign } from "@/lib/queue/campaigns/contract";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

export const GET = route(readCampaign, ({ params, signedIn, branches }) =>
  read(params.id, can(signedIn?.user.permissions ?? [], SEES_PHONES), branches),
);
