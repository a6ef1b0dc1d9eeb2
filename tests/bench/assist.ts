import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { WebSocket } from "ws";
import { AssistPeer, AssistServer, type Caller } from "../support/assist-socket";
import { heldBy } from "./memory";
import { percentile, report } from "./report";
import { type Bench, end, openBench, signIn, startBeside } from "./server";

/** docs/design/reliability.md A-15. */
const SESSIONS = 50;
/** Each viewer points so often, at a pace that no limit refuses. */
const POINTS = 30;
const PACE_MS = 100;
/** docs/design/reliability.md S-29: so many devices say so many words at once. */
const FLOODS = 5;
const WORDS = 200;
const ROUNDS = 9;

/** Who points, and who sees it. */
interface Pair {
  host: AssistPeer;
  viewer: AssistPeer;
}

/** Remote Assist's sockets, beside a program that only passes on what it is told: under floods, and with many sessions at once. */
export async function benchAssist(folder: string): Promise<void> {
  const bench = await openBench(path.join(folder, "assist"));
  const { child, said } = await startBeside("tests/bench/bare-relay.mjs", [], "listens on");
  const relay = /ws:\S+/.exec(said)?.[0] ?? "";
  try {
    const server = new AssistServer(`${bench.server.url}/api`);
    const people = await signInSharers(bench, 2 * SESSIONS + FLOODS);
    const pairs = await reportMemory(bench, server, people);
    const bare = await Promise.all(pairs.map((_, number) => barePair(relay, number)));
    const ours = await Promise.all(pairs.map(pointAgain));
    const theirs = await Promise.all(bare.map(pointAgain));
    const signalling = { ours: percentile(ours.flat(), 0.95), bare: percentile(theirs.flat(), 0.95) };
    report({ figure: `a pointer of ${SESSIONS} sessions, p95`, value: signalling.ours, unit: "ms", limit: 50, bare: signalling.bare });
    await reportFloods({ server, relay, rude: people.slice(2 * SESSIONS) }, pairs, bare);
    await reportLeft(bench, server, { people, pairs });
  } finally {
    await end(child);
    await bench.server.stop();
  }
}

async function signInSharers({ call }: Bench, count: number): Promise<Caller[]> {
  const permissions = ["remote_assist_share", "remote_assist_view"];
  const role = await call("PUT", "/api/auth/roles/assist", { permissions });
  if (role.status !== 200) throw new Error(`Making a role answered ${role.status}: ${role.text}`);
  const people: Caller[] = [];
  for (let number = 0; number < count; number++) {
    const username = `assist-${uuid()}`;
    await call("POST", "/api/auth/new-user", { username, password: "bench-password", roles: ["assist"] });
    people.push({ headers: { authorization: await signIn(call, username) } });
  }
  return people;
}

async function reportMemory({ server }: Bench, assist: AssistServer, people: Caller[]): Promise<Pair[]> {
  await assist.pair(...two(people, 0)).then(endPair); // what a first session loads stays, however many follow
  const before = await heldBy(server);
  const pairs: Pair[] = [];
  for (let number = 0; number < SESSIONS; number++) pairs.push(await assist.pair(...two(people, number)));
  const value = ((await heldBy(server)) - before) / SESSIONS;
  report({ figure: `memory of each of ${SESSIONS} sessions`, value, unit: "MB", limit: 1 });
  return pairs;
}

/** What fifty more leave behind: the first ones left what the process keeps, such as compiled code. */
async function reportLeft({ server }: Bench, assist: AssistServer, { people, pairs }: { people: Caller[]; pairs: Pair[] }): Promise<void> {
  await Promise.all(pairs.map(endPair));
  const before = await heldBy(server);
  for (let number = 0; number < pairs.length; number++) await assist.pair(...two(people, number)).then(endPair);
  report({ figure: `memory that ${pairs.length} more leave behind`, value: (await heldBy(server)) - before, unit: "MB", limit: 5 });
}

function two(people: Caller[], number: number): [host: Caller, viewer: Caller] {
  const [host, viewer] = people.slice(2 * number);
  if (!host || !viewer) throw new Error("There are fewer people than sessions.");
  return [host, viewer];
}

async function endPair({ host, viewer }: Pair): Promise<void> {
  host.say({ type: "ended" });
  await Promise.all([host.end(), viewer.end()]);
}

async function pointAgain(pair: Pair): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < POINTS; count++) {
    times.push(await point(pair));
    await pause(PACE_MS);
  }
  return times;
}

/** Milliseconds that a pointer takes from one side to the other. */
async function point({ host, viewer }: Pair): Promise<number> {
  const before = host.types().filter((type) => type === "pointer").length;
  const began = performance.now();
  viewer.say({ type: "pointer", x: 0.5, y: 0.5 });
  while (host.types().filter((type) => type === "pointer").length === before) await once(host.socket, "message");
  return performance.now() - began;
}

/** What a pointer takes while others say far more than they may: rounds of ours and of the bare relay's take turns. */
async function reportFloods(
  { server, relay, rude }: { server: AssistServer; relay: string; rude: Caller[] },
  [ours]: Pair[],
  [bare]: Pair[],
): Promise<void> {
  if (!ours || !bare) throw new Error("There is nobody to point.");
  const rooms = await Promise.all(
    rude.map(async (who) => ({ who, id: (await server.post<{ id: string }>("/assist/start", who)).answer.id })),
  );
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const floods = await Promise.all(rooms.map(({ who, id }) => server.connect(id, "host", who)));
    times.ours.push(await pointBeside(floods, ours));
    for (const flood of floods) await flood.end();
    const theirs = await Promise.all(rooms.map(() => connectBare(relay, "flood", 0)));
    times.bare.push(await pointBeside(theirs, bare));
    for (const flood of theirs) flood.socket.terminate();
  }
  const value = percentile(times.ours, 0.5);
  const figure = `a pointer while ${FLOODS} devices say ${WORDS} words at once, median`;
  report({ figure, value, unit: "ms", limit: null, bare: percentile(times.bare, 0.5), maxRatio: 4 });
}

async function pointBeside(floods: AssistPeer[], pair: Pair): Promise<number> {
  for (const flood of floods) for (let count = 0; count < WORDS; count++) flood.say({ type: "ping", t: count });
  return point(pair);
}

async function barePair(relay: string, number: number): Promise<Pair> {
  return { host: await connectBare(relay, "host", number), viewer: await connectBare(relay, "viewer", number) };
}

async function connectBare(relay: string, role: string, number: number): Promise<AssistPeer> {
  const peer = new AssistPeer(new WebSocket(`${relay}/${role}/${number}`));
  await once(peer.socket, "open");
  return peer;
}
