import { choicesOf, keepChoices } from "@/lib/all-data/choices/choices";
import { readChoices, saveChoices } from "@/lib/all-data/choices/contract";
import { route } from "@/lib/http/route";

export const GET = route(readChoices, async ({ by }) => ({ choices: await choicesOf(by.actor.id) }));

export const PUT = route(saveChoices, ({ by, body }) => keepChoices(by.actor.id, body, by));
