import type { Branch } from "../db/branch";
import { firstAnswer, keepReceipt, type Receipt, type ReceiptKey, refuseOtherBody } from "../db/receipts";
import { hubStore } from "../db/stores";
import { log } from "../log";
import { processWide } from "../process-wide";
import { failpoint } from "../test-hooks";
import type { Endpoint } from "./endpoint";

interface Outcome {
  status: number;
  answer: unknown;
}

const underWay = processWide("calls under way by key", () => new Map<string, { body_hash: string; outcome: Promise<Outcome> }>());

/**
 * Does the work once for each Idempotency-Key: the same key with the same body gives the first answer again, also while
 * the first call is still under way.
 * @throws AppError `idempotency_mismatch` when the key came with another body
 */
export async function answerOnce(
  contract: Endpoint,
  branch: Branch,
  key: ReceiptKey | null,
  work: () => Promise<Outcome>,
): Promise<Response> {
  // A file's own call compares its contents when they have come in, and keeps its answer itself.
  if (!key || contract.reads === "file") return asResponse(await work());
  const running = underWay.get(key.key);
  if (running) {
    refuseOtherBody(running, key);
    return asResponse(await running.outcome);
  }
  const outcome = firstOrAgain(contract, branch, key, work);
  underWay.set(key.key, { body_hash: key.body_hash, outcome });
  try {
    return asResponse(await outcome);
  } finally {
    underWay.delete(key.key);
  }
}

async function firstOrAgain(contract: Endpoint, branch: Branch, key: ReceiptKey, work: () => Promise<Outcome>): Promise<Outcome> {
  const store = await keeperOf(contract, branch);
  const earlier = firstAnswer(store, key);
  if (earlier) return earlier;
  const outcome = await work();
  if (!contract.receipts) {
    failpoint("answer:unkept");
    await keepInHub({ ...key, ...outcome });
    failpoint("answer:kept");
  }
  return outcome;
}

/** The work is done by now: a hub that is busy or full must not make the caller hear that nothing was changed. */
async function keepInHub(receipt: Receipt): Promise<void> {
  try {
    const hub = await hubStore();
    await hub.write((tx) => keepReceipt(tx, receipt));
  } catch (error) {
    log().error({ err: error }, "an answer was not kept for its Idempotency-Key");
  }
}

function keeperOf(contract: Endpoint, branch: Branch) {
  if (contract.receipts === "table") return branch.table();
  if (contract.receipts === "contacts") return branch.contacts();
  return hubStore();
}

function asResponse({ status, answer }: Outcome): Response {
  return Response.json(answer, { status });
}
