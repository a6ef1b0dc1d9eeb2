import { route } from "@/lib/http/route";
import { takeBackAnswer } from "@/lib/queue/replies/contract";
import { takeBackAnswer as takeBack } from "@/lib/queue/replies/take-back";

export const POST = route(takeBackAnswer, ({ body, branches, by }) => takeBack(body.id, branches, by));
