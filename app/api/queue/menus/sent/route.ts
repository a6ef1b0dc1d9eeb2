import { route } from "@/lib/http/route";
import { menusSent } from "@/lib/menus/contract";
import { menusSent as read } from "@/lib/menus/sent";
import { can } from "@/lib/permissions";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

export const GET = route(menusSent, ({ branch, query, signedIn }) =>
  read(branch, query.table_name, can(signedIn?.user.permissions ?? [], SEES_PHONES)),
);
