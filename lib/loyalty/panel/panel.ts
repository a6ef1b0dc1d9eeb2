import type { AnswerOf } from "../../api/endpoint";
import { type Caller, mayWorkIn } from "../../caller";
import { now } from "../../clock";
import { runBulk } from "../../db/bulk-steps";
import { hubStore } from "../../db/find-store";
import { lastCheck } from "../ledger/check";
import { programmeNow } from "../programme/programme";
import type { loyaltyPanel as contract } from "./contract";
import type { LoyaltyFigures, LoyaltyPanelInput } from "./panel-step";

const DAY = 24 * 3_600_000;
const ACTIVE_DAYS = 90;
const ODD_DAYS = 30;

const daysAgo = (days: number) => new Date(now().getTime() - days * DAY).toISOString();

/** Loyalty in figures, read in a thread. */
export async function panelFor({ branches }: Pick<Caller, "branches">): Promise<AnswerOf<typeof contract>> {
  const hub = await hubStore();
  const input: LoyaltyPanelInput = { hub: hub.file, branches, since: daysAgo(ACTIVE_DAYS), oddSince: daysAgo(ODD_DAYS) };
  const figures = await runBulk<LoyaltyFigures>("loyalty-panel", input);
  const waiting = await hub.read.loyaltyAdjustment.findMany({ where: { state: "waiting" }, select: { branch: true } });
  const { unit, is_on } = programmeNow(hub.sql);
  const check = await lastCheck();
  return {
    ...figures,
    ...{ unit, is_on, waiting: waiting.filter(({ branch }) => mayWorkIn(branches, branch)).length },
    checked: check && { at: check.at, customers: check.customers, differs: check.differs },
  };
}
