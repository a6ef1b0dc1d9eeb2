import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { FOLDERS } from "../data-folders";
import { stepOf, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { dataDir } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { processWide } from "../process-wide";
import { enqueueMessages } from "../queue/enqueue";
import { keepPicture } from "../vouchers/keep-picture";
import { placeOf } from "../vouchers/png-and-pdf";
import type { sendStatement as contract } from "./contract";
import { drawnStatement } from "./statement";
import { STATEMENT_WORDS } from "./words";

const FULL = "The disk is full. Nothing was queued. Free some space on the server, then send again.";

/** Pictures whose message is not in the queue yet. */
const underWay = () => processWide("statements under way", () => new Set<string>());

/** By its task, so that it is found again when the message has ended. */
const fileOf = (task: string) => `${FOLDERS.statements}/${task}.png`;

/**
 * Queues a guest's statement as a letter with the picture, in their language. Who said no, was never asked or has no number gets none, as of any
 * letter, and the answer says why.
 * @throws AppError `not_found` for nobody, and for a guest who never had a point; `invalid_request` where no number can be written to
 */
export async function sendStatement(branch: Branch, id: string, caller: Caller, by: WriteBy): Promise<AnswerOf<typeof contract>> {
  const { contact, language, balance, unit, picture } = await drawnStatement(branch, id, caller, by);
  await forgetSent();
  const task = uuid();
  const file = fileOf(task);
  underWay().add(`${task}.png`);
  const message = STATEMENT_WORDS[language].letter(balance, unit, env().GROUP_NAME.replace(/[{}]/g, ""));
  const items = [{ name: contact.name, phone: contact.phones, message, branch: branch.key }];
  try {
    await keepPicture({ file }, picture, FULL);
    const answer = await enqueueMessages(branch, { items, campaign: "service" }, by, caller, { task, picture: file });
    if (answer.task_id === null) rmSync(placeOf({ file }), { force: true });
    else await noteSent(branch, task, by);
    return answer;
  } catch (error) {
    rmSync(placeOf({ file }), { force: true });
    throw error;
  } finally {
    underWay().delete(`${task}.png`);
  }
}

/** Whoever has the card says yes for the guest, so it stands in the trail where it went. */
async function noteSent(branch: Branch, task: string, by: WriteBy): Promise<void> {
  const hub = await hubStore();
  const happened = [{ kind: "statement.queued" as const, subjects: [task], payload: { branch: branch.key } }];
  await hub.write(stepOf(by), async () => ({ answer: undefined, happened }));
}

const WANTED = "SELECT 1 FROM queue_item WHERE task_id = ? AND status NOT IN ('SENT', 'CANCELLED') LIMIT 1";

/** Pictures whose message has gone, or goes no more, are kept by nobody: they bear a name, a balance and a card. */
async function forgetSent(): Promise<void> {
  const { sql } = await hubStore();
  const files = await readdir(path.join(dataDir(), FOLDERS.statements)).catch(() => []);
  for (const name of files.filter((one) => !underWay().has(one))) {
    const isWanted = statement<[string], unknown>(sql, WANTED).get(name.replace(/\.png$/, "")) !== undefined;
    if (!isWanted) rmSync(placeOf({ file: `${FOLDERS.statements}/${name}` }), { force: true });
  }
}
