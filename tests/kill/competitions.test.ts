import { afterAll, beforeAll, expect, test } from "vitest";
import { AFTER_CLOSE, CLOSES_AT, DRAWS_AT, OPENS_AT, people, ROUND_IS_THERE, ROUNDS, WHILE_OPEN } from "../competitions/rounds";
import { KillHouse } from "./house";
import { killAtPoints, killAtRandom, LEAST_KILLS, type Operation } from "./kills";
import { type Intent, Ledger } from "./ledger";

const BRANCH = "jounieh";
const HUB = "hub.db";

/** One competition's way from its closed list to its winner's voucher. */
interface Way {
  id: string;
  lock: Intent;
  draw: Intent;
  link: Intent | null;
  voucher: Intent | null;
}

interface Row {
  state: string;
  list_sha256: string | null;
  randomness: string | null;
  places: number;
  lists: number;
}

let house: KillHouse;
beforeAll(async () => {
  house = await KillHouse.open(WHILE_OPEN);
});
afterAll(() => house.close());

/** Of every competition that was locked: its list, and its winners once they are known. They never become others. */
const lists = new Map<string, string>();
const winners = new Map<string, string>();

async function closedOne(): Promise<string> {
  house.setClock(WHILE_OPEN);
  await house.signIn();
  const body = { title: "Autumn", branches: [BRANCH], prize: "Dinner", winners: 1, reserves: 2, opens_at: OPENS_AT, closes_at: CLOSES_AT };
  const made = await house.request("POST", "/competitions", { branch: BRANCH, body });
  expect(made?.status, JSON.stringify(made)).toBe(201);
  const { id = "" } = (made?.body ?? {}) as { id?: string };
  await house.request("POST", `/competitions/${id}/step`, { branch: BRANCH, body: { version: 1, to: "OPEN" } });
  const form = new FormData();
  form.append("file", new File([people(12)], "comments.csv"));
  const headers = { authorization: house.authorization, "x-branch": BRANCH };
  const brought = await fetch(`${house.url}/api/competitions/${id}/entries`, { method: "POST", headers, body: form });
  expect(brought.status, await brought.text()).toBe(200);
  house.setClock(AFTER_CLOSE);
  await house.request("POST", `/competitions/${id}/step`, { branch: BRANCH, body: { version: 2, to: "CLOSED" } });
  return id;
}

function operation(): Operation {
  let way: Way | null = null;
  return {
    prepare: async () => {
      const id = await closedOne();
      way = {
        id,
        lock: Ledger.intent(`/competitions/${id}/lock`, BRANCH, { version: 3, way: "drand", draws_at: DRAWS_AT }),
        draw: Ledger.intent(`/competitions/${id}/draw`, BRANCH, { version: 4, round: ROUNDS.september }),
        link: null,
        voucher: null,
      };
    },
    run: async () => {
      if (!way) return false;
      const { id } = way;
      if (!(await house.send(way.lock))) return false;
      house.setClock(ROUND_IS_THERE);
      if (!(await house.send(way.draw))) return false;
      const [{ place = "" } = {}] = house.rows<{ place: string }>(
        HUB,
        "SELECT id AS place FROM competition_place WHERE competition_id = ? AND position = 1",
        id,
      );
      const guest = { branch: BRANCH, name: `Rana ${id.slice(-4)}`, phones: `03 ${id.replace(/\D/g, "").slice(-6).padStart(6, "1")}` };
      way.link = Ledger.intent(`/competitions/${id}/places/${place}/guest`, BRANCH, { version: 5, ...guest });
      if (!(await house.send(way.link))) return false;
      const verified = await house.send(Ledger.intent(`/competitions/${id}/step`, BRANCH, { version: 6, to: "VERIFIED" }));
      if (!verified) return false;
      way.voucher = Ledger.intent(`/competitions/${id}/places/${place}/voucher`, BRANCH, { version: 7, tell: true });
      return Boolean(await house.send(way.voucher));
    },
    check: (stage) => {
      if (stage === "settled") house.setClock(ROUND_IS_THERE);
      checkAll();
    },
  };
}

/** What is locked is whole, what is drawn is whole, and neither is another one than before. */
function checkAll(): void {
  const all = house.rows<Row & { id: string }>(
    HUB,
    `SELECT id, state, list_sha256, randomness, (SELECT count(*) FROM competition_place p WHERE p.competition_id = c.id) AS places,
      (SELECT count(*) FROM competition_list l WHERE l.competition_id = c.id) AS lists FROM competition c`,
  );
  for (const { id, state, list_sha256, randomness, places, lists: listed } of all) {
    const isLocked = !["OPEN", "CLOSED"].includes(state);
    const isDrawn = ["DRAWN", "VERIFIED", "PRIZE_GIVEN"].includes(state);
    expect([listed, list_sha256 !== null], `${id} ${state}`).toEqual(isLocked ? [1, true] : [0, false]);
    expect([places, randomness !== null], `${id} ${state}`).toEqual(isDrawn ? [3, true] : [0, false]);
    if (list_sha256 !== null) expect(lists.get(id) ?? list_sha256).toBe(list_sha256);
    if (list_sha256 !== null) lists.set(id, list_sha256);
    if (!isDrawn) continue;
    const now = house.rows<{ entry: string }>(HUB, "SELECT entry FROM competition_place WHERE competition_id = ? ORDER BY position", id);
    const drawn = now.map(({ entry }) => entry).join(" ");
    expect(winners.get(id) ?? drawn).toBe(drawn);
    winners.set(id, drawn);
  }
  // Nobody has two vouchers, or two messages, for one prize.
  expect(house.rows(HUB, "SELECT prize_of FROM voucher WHERE prize_of <> '' GROUP BY prize_of HAVING count(*) > 1")).toEqual([]);
  expect(house.rows(HUB, "SELECT name FROM queue_item GROUP BY name HAVING count(*) > 1")).toEqual([]);
  expect(
    house.rows(`${BRANCH}/contacts.db`, "SELECT name FROM contact WHERE name LIKE 'Rana %' GROUP BY name HAVING count(*) > 1"),
  ).toEqual([]);
}

const POINTS = [
  "competition-lock:listed",
  "competition-lock:committed",
  "competition-draw:begin",
  "competition-draw:places",
  "competition-draw:committed",
  "competition-link:place",
  "competition-link:committed",
  "take-winners:written",
  "take-winners:committed",
  "competition-voucher:issued",
  "competition-voucher:told",
];

test("a list that is locked stays the one it was, and its winners too, wherever the server is killed", { timeout: 1_200_000 }, async () => {
  await killAtPoints(house, operation(), POINTS);
  await killAtRandom(house, operation());
  expect(house.kills).toBeGreaterThanOrEqual(LEAST_KILLS);
  expect(winners.size).toBeGreaterThan(0);
});
