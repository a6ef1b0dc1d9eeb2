import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { hubFile } from "@/lib/db/files";
import { clockAt } from "../support/clocks";
import { enterHouse, restartHouse } from "../support/house";
import { alter, rows } from "../support/stores";
import { AFTER_CLOSE, closed, draw, lock, locked, open, people, ROUND_IS_THERE, ROUNDS } from "./support";

beforeEach(() => {
  enterHouse();
  clockAt(AFTER_CLOSE);
});

describe("a lock", () => {
  it("names a round to come, publishes the list's hash, and lets nothing change", async () => {
    const id = await closed(people(8));
    const { status, answer } = await lock(id);
    expect(answer.error).toBeUndefined();
    expect(status).toBe(200);
    expect(answer.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.entries).toBe(8);
    const { competition } = await open(id);
    expect(competition.lock).toMatchObject({ sha256: answer.sha256, way: "drand", round: ROUNDS.september.round });
    expect(competition.draws_at).toBe("2023-09-15T11:00:03.000Z");
    const [list] = rows<{ canonical: string }>(hubFile(), "SELECT canonical FROM competition_list");
    expect(list?.canonical.split("\n").filter(Boolean)).toHaveLength(16);
    expect(list?.canonical).not.toMatch(/guest_\d|friend/);
    for (const statement of [
      "DELETE FROM competition_entry",
      "UPDATE competition_entry SET text = 'other'",
      "INSERT INTO competition_entry (competition_id, comment_id, username, text, commented_at, said, source, added_at) SELECT competition_id, 'x', 'late', 'x', '', 'x', 'paste', '' FROM competition_entry LIMIT 1",
      "UPDATE competition SET winners = 5",
      "UPDATE competition SET round = round + 1",
      "UPDATE competition SET closes_at = '2024'",
      "UPDATE competition SET list_sha256 = 'x'",
      "UPDATE competition SET state = 'OPEN'",
      "DELETE FROM competition",
      "UPDATE competition_list SET canonical = canonical || 'x'",
      "DELETE FROM competition_list",
    ])
      expect(() => alter(hubFile(), statement), statement).toThrow(/never|after the lock|no step/);
  });
});

describe("a draw", () => {
  it("waits for the named round, takes that round alone, and is done once", async () => {
    const id = await locked(people(8));
    expect((await draw(id)).answer.error).toContain("not there yet");
    clockAt(ROUND_IS_THERE);
    const { september, first } = ROUNDS;
    const wrong = [
      [first, "This is round 1, and round 657413 was named"],
      [{ ...september, round: 657_414 }, "This is round 657414"],
      [{ ...september, signature: first.signature }, "has not signed this for round 657413"],
      [{ ...september, signature: `${september.signature.slice(0, -1)}c` }, "has not signed this"],
      [{ ...september, signature: "0".repeat(96) }, "has not signed this"],
      [{ ...september, randomness: first.randomness }, "is not that of the signature"],
    ] as const;
    for (const [round, why] of wrong) {
      const { status, answer } = await draw(id, round);
      expect(answer.error, why).toContain(why);
      expect(status).toBe(400);
    }
    expect((await open(id)).places).toEqual([]);
    const { answer, status } = await draw(id);
    expect(answer.error).toBeUndefined();
    expect(status).toBe(200);
    const { places, competition } = await open(id);
    expect(places.map(({ is }) => is)).toEqual(["winner", "winner", "reserve", "reserve"]);
    expect(competition.drawn?.randomness).toBe(september.randomness);
    expect((await draw(id)).status).toBe(409);
    for (const statement of [
      "UPDATE competition SET drawn_at = NULL",
      "UPDATE competition SET randomness = 'x'",
      "UPDATE competition_place SET position = position + 10",
      "UPDATE competition_place SET username = 'me'",
      "DELETE FROM competition_place",
      "INSERT INTO competition_place (id, competition_id, position, entry, score, comment_id, username, initials) SELECT 'x', competition_id, 99, 'x', 'x', 'x', 'me', 'm.' FROM competition_place LIMIT 1",
      "UPDATE competition SET state = 'LOCKED'",
      "UPDATE competition_list SET ranked = 'x'",
    ])
      expect(() => alter(hubFile(), statement), statement).toThrow(/never|no step|once/);
  });

  it("gives the same winners after a restart between lock and draw", async () => {
    const [one, other] = [await locked(people(12)), await locked(people(12), { title: "Again" })];
    clockAt(ROUND_IS_THERE);
    await draw(one);
    await restartHouse();
    await draw(other);
    const winners = async (id: string) => (await open(id)).places.map(({ username, score }) => [username, score]);
    expect(await winners(other)).toEqual(await winners(one));
  });

  it("without internet is made by a secret whose hash was published with the list", async () => {
    const id = await locked(people(8), {}, "secret");
    const { competition } = await open(id);
    expect(competition.lock).toMatchObject({ way: "secret", round: null, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
    clockAt(ROUND_IS_THERE);
    expect((await draw(id)).answer.error).toContain("by its secret, and by no round");
    expect((await draw(id, null)).answer.error).toBeUndefined();
    expect((await open(id)).places).toHaveLength(4);
  });

  it("reads the round from the address of the settings, and believes only its signature", async () => {
    const drand = await roundsAt();
    enterHouse({ DRAND_URL: drand.url });
    const id = await locked(people(6));
    clockAt(ROUND_IS_THERE);
    const { september, first } = ROUNDS;
    for (const [answer, why] of [
      [{ status: 404, body: "not yet" }, "not published yet"],
      [{ status: 500, body: "" }, "could not be read"],
      [{ status: 200, body: "<html>" }, "is no round"],
      [{ status: 200, body: JSON.stringify({ ...september, signature: first.signature }) }, "has not signed this"],
      [{ status: 200, body: JSON.stringify(first) }, "This is round 1"],
      [{ status: 302, body: "", location: "http://192.0.2.1/" }, "Nobody answered"],
    ] as const) {
      drand.next.push(answer);
      expect((await draw(id, null)).answer.error).toContain(why);
    }
    expect((await open(id)).places).toEqual([]);
    drand.next.push({ status: 200, body: JSON.stringify(september) });
    expect((await draw(id, null)).answer.error).toBeUndefined();
    expect(drand.asked.at(-1)).toMatch(/^\/[0-9a-f]{64}\/public\/657413$/);
    expect((await open(id)).competition.drawn?.randomness).toBe(september.randomness);
  });

  it("on a server that reads none is asked for by name", async () => {
    const id = await locked(people(6));
    clockAt(ROUND_IS_THERE);
    expect((await draw(id, null)).answer.error).toContain("fetches no rounds by itself");
  });
});

interface Answer {
  status: number;
  body: string;
  location?: string;
}

/** A place where rounds are read; it answers what it is told to. */
async function roundsAt() {
  const next: Answer[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { status, body, location } = next.shift() ?? { status: 404, body: "" };
    response.writeHead(status, location ? { location } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, next, asked };
}
