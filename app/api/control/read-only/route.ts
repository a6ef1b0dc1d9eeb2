import { changeReadOnly } from "@/lib/control/contract";
import { setReadOnly } from "@/lib/control/switches";
import { route } from "@/lib/http/route";

export const PUT = route(changeReadOnly, ({ body, by }) => setReadOnly(body, by));
