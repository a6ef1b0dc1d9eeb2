import { changeNotice } from "@/lib/control/contract";
import { setNotice } from "@/lib/control/switches";
import { route } from "@/lib/http/route";

export const PUT = route(changeNotice, ({ body, by }) => setNotice(body, by));
