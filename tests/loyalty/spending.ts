import { expect } from "vitest";
import { hubFile } from "@/lib/db/files";
import { adjustPoints } from "@/lib/points-by-hand/contract";
import { confirmReward, createReward, finishReward, issueReward } from "@/lib/rewards/contract";
import { call } from "../support/house";
import { rows } from "../support/stores";

const REWARD = {
  ...{ name: "Dessert", points: 5, kind: "item" as const, value: 0, branches: [], valid_from: null, valid_until: null },
  ...{ stock: null, per_guest: null, is_partial: false },
};

export type RewardSaid = Partial<Omit<typeof REWARD, "kind" | "branches" | "valid_until" | "stock" | "per_guest">> & {
  kind?: "item" | "percent" | "amount";
  branches?: string[];
  valid_until?: string | null;
  stock?: number | null;
  per_guest?: number | null;
};

/** Makes a reward; a dessert for five points unless said otherwise. */
export async function makeReward(said: RewardSaid = {}): Promise<string> {
  const { status, answer } = await call("admin", createReward, { body: { ...REWARD, ...said } });
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer.reward.id;
}

export const adjust = (guest: string, points: number, reason = "Asked for it") =>
  call("admin", adjustPoints, { body: { guest, points, reason } });

export const issue = (guest: string, reward: string, more: { points?: number; way?: "message" | "card"; key?: string } = {}) =>
  call("staff", issueReward, {
    body: { guest, reward, way: more.way ?? "message", ...(more.points && { points: more.points }) },
    key: more.key,
  });

/** The code that WhatsApp brings the guest: of the newest message that has one. */
export function codeSent(): string {
  const [sent] = rows<{ text: string }>(
    hubFile(),
    "SELECT text FROM queue_item WHERE text GLOB '*[0-9][0-9][0-9][0-9][0-9][0-9]*' ORDER BY rowid DESC",
  );
  return /\d{6}/.exec(sent?.text ?? "")?.[0] ?? "";
}

export const confirm = (id: string, code = codeSent()) => call("staff", confirmReward, { params: { id }, body: { code } });
export const finish = (id: string, what: "redeem" | "release" = "redeem") =>
  call("staff", finishReward, { params: { id }, body: { what } });
