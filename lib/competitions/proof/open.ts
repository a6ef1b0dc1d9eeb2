import type { Caller } from "../../caller";
import { hubStore } from "../../db/find-store";
import { env } from "../../env";
import { AppError } from "../../errors";
import type { FileAnswer } from "../../http/file-route";
import type { PublicAnswer, PublicAsked } from "../../public-page";
import { languageFor } from "../../reservations/public/page-words";
import { mayDo } from "../../reservations/public/throttles";
import { competitionById } from "../rows";
import { visibleCompetition } from "../visible";
import { proofOf } from "./facts";
import { PROOF_POLICY, proofDocument, proofPage } from "./page";

/** The proof as one file. @throws AppError `not_found`, `conflict` before the lock */
export async function openProofFile(id: string, caller: Pick<Caller, "branches">): Promise<FileAnswer> {
  const { sql } = await hubStore();
  const facts = proofOf(sql, visibleCompetition(sql, id, caller));
  if (!facts) throw new AppError("conflict", "There is no proof before the list is locked. Nothing was changed.");
  const { GROUP_NAME: house, TIME_ZONE: timeZone } = env();
  return { body: proofDocument({ facts, house, timeZone }), fileName: `draw-${id}.html` };
}

const TOO_OFTEN: PublicAnswer = {
  status: 429,
  headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "60" },
  body: "Too many tries. Please wait a minute.\n",
};

/** The guests' page `/draw/{id}`: the proof of a competition whose list is locked. @returns null for everything else */
export async function answerProof(asked: PublicAsked): Promise<PublicAnswer | null> {
  const [root, id = "", ...more] = asked.path;
  if (root !== "draw" || more.length > 0 || asked.method !== "GET" || !/^[0-9a-f-]{36}$/.test(id)) return null;
  if (!mayDo("look", asked.address)) return TOO_OFTEN;
  const { sql } = await hubStore();
  const row = competitionById(sql, id);
  const facts = row && proofOf(sql, row);
  if (!facts) return null;
  const language = languageFor(asked.query.get("lang"), asked.languages);
  const { GROUP_NAME: house, TIME_ZONE: timeZone } = env();
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": PROOF_POLICY,
    "x-robots-tag": "noindex",
  };
  return { status: 200, headers, body: proofPage({ facts, house, timeZone }, language) };
}
