import { route } from "@/lib/http/route";
import { can } from "@/lib/permissions";
import { openTask } from "@/lib/queue/contract";
import { openTask as open } from "@/lib/queue/list";
import { SEES_PHONES } from "@/lib/queue/who-may-send";

export const GET = route(openTask, ({ params, signedIn, branches }) =>
  open(params.id, can(signedIn?.user.permissions ?? [], SEES_PHONES), branches),
);
