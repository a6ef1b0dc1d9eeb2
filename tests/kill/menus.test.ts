import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { menuBytes, menuForm } from "../support/menus";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, NO_FAULTS, type Operation, SEED, Tally } from "./kills";

const BRANCH = "jounieh";

interface Round {
  name: string;
  form: Awaited<ReturnType<typeof menuForm>>;
  isAnswered: boolean;
}

interface Version {
  name: string;
  sha256: string;
  bytes: number;
}

const tally = new Tally();
const rounds: Round[] = [];
let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T20:00:00.000Z");
});
afterAll(() => house.close());

/** @returns null where the server was killed before it had answered */
async function upload({ name, form }: Round): Promise<number | null> {
  const headers = { ...form.headers, authorization: house.authorization, "x-branch": BRANCH, "idempotency-key": `upload of ${name}` };
  try {
    const answer = await fetch(`${house.url}/api/menus/versions?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers,
      body: form.raw,
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

const folder = (...parts: string[]) => path.join(house.data, ...parts);

/** A version that is listed has its file, whole: guests would get it. */
function expectWholeFiles(versions: readonly Version[]): void {
  for (const { sha256, bytes } of versions) {
    const file = readFileSync(folder("menus", ".versions", `${sha256}.pdf`));
    expect([file.length, createHash("sha256").update(file).digest("hex")]).toEqual([bytes, sha256]);
  }
}

const operation: Operation = {
  prepare: async () => {
    const name = `Menu ${rounds.length}`;
    rounds.push({ name, form: await menuForm(await menuBytes(`Hummus ${100 + rounds.length},000 LBP`)), isAnswered: false });
  },
  run: async () => {
    const round = rounds.at(-1);
    const status = round ? await upload(round) : null;
    if (status !== null) expect(status).toBe(200);
    if (round && status !== null) round.isAnswered = true;
    return status !== null;
  },
  check: async (stage) => {
    if (stage === "settled")
      for (const round of rounds.filter(({ isAnswered }) => !isAnswered)) {
        expect(await upload(round)).toBe(200);
        round.isAnswered = true;
      }
    const versions = house.rows<Version>("hub.db", "SELECT name, sha256, bytes FROM menu_version");
    for (const { name, isAnswered } of rounds)
      tally.judge(versions.filter((version) => version.name === name).length, 1, isAnswered ? "be" : "may be");
    expectWholeFiles(versions);
    if (stage === "settled") expect(versions).toHaveLength(rounds.length);
  },
};

test("a menu whose upload was killed is there whole or not at all, and once when it is sent again", { timeout: 600_000 }, async () => {
  await killAtPoints(house, operation, ["menu:kept"]);
  await killAtRandom(house, operation);
  console.log(`menus: ${house.kills} kills (seed ${SEED}): ${tally.line()}`);
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(tally.faults, `seed ${SEED}`).toEqual(NO_FAULTS);
});
