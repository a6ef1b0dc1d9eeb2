import { changeDateFormat as change, dateFormatShown } from "@/lib/date-setting/change";
import { changeDateFormat, readDateFormat } from "@/lib/date-setting/contract";
import { route } from "@/lib/http/route";

export const GET = route(readDateFormat, () => dateFormatShown());

export const PUT = route(changeDateFormat, ({ body, by }) => change(body, by));
