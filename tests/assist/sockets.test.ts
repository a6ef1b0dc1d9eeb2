import { createHmac } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startAssist } from "@/lib/assist/contract";
import { endAllSharing, endExpiredSessions } from "@/lib/assist/end-expired-sessions";
import { assist, openLines } from "@/lib/assist/rooms";
import { listAudit } from "@/lib/audit/contract";
import { logout } from "@/lib/auth/contract";
import { setClock } from "@/lib/clock";
import { closeStores } from "@/lib/db/find-store";
import { changeUser } from "@/lib/users/contract";
import { type AssistPeer, AssistServer, VIDEO } from "../support/assist-socket";
import { call, enterHouse } from "../support/house";
import { type MadePerson, makePerson, makeRole } from "../support/people";
import { serveHandlers } from "../support/server";
import { rows } from "../support/stores";

let server: AssistServer;
let base = "";
let hubFile = "";
let host: MadePerson;
let viewer: MadePerson;

async function open(settings: Record<string, string> = {}): Promise<void> {
  hubFile = path.join(enterHouse(settings), "hub.db");
  await makeRole("sharer", ["remote_assist_share"]);
  await makeRole("watcher", ["remote_assist_view"]);
  host = await makePerson("rima", { roles: ["sharer"] });
  viewer = await makePerson("karim", { roles: ["watcher"] });
  base = await serveHandlers();
  server = new AssistServer(base);
}
beforeEach(() => open());
afterEach(() => setClock(null));

const start = async (who = host) => (await server.post<{ id: string; code: string }>("/assist/start", who)).answer;

describe("a socket is let in", () => {
  it("by its ticket once, for that session and role alone", async () => {
    const { id } = await start();
    const ticket = await server.ticket(id, "host", host);
    const first = await server.raw({ session: id, role: "host", ticket });
    expect((await first.hears("welcome")).session).toBe(id);
    const mine = () => server.ticket(id, "host", host);
    const wrong = [
      { session: id, role: "host", ticket },
      { session: id, role: "host", ticket: "" },
      { session: id, role: "host", ticket: "A".repeat(32) },
      { session: id, role: "viewer", ticket: await mine() },
      { session: "A".repeat(22), role: "host", ticket: await mine() },
      { session: id, role: "boss", ticket: await mine() },
    ];
    for (const query of wrong) expect((await (await server.raw(query)).end()).code).toBe(4401);
    expect(first.closed).toBeNull();
  });

  it("within 30 seconds", async () => {
    const { id } = await start();
    const ticket = await server.ticket(id, "host", host);
    setClock(() => new Date(Date.now() + 31_000));
    expect((await (await server.raw({ session: id, role: "host", ticket })).end()).code).toBe(4401);
  });

  it("and is nobody's where it is gone before that", async () => {
    const { id } = await start();
    const ticket = await server.ticket(id, "host", host);
    await closeStores();
    const holder = new Database(hubFile); // so that the look at the sign-in waits
    holder.pragma("locking_mode = EXCLUSIVE");
    holder.exec("BEGIN EXCLUSIVE");
    const peer = await server.raw({ session: id, role: "host", ticket });
    expect(assist().tickets.size).toBe(0);
    peer.socket.terminate();
    await peer.end();
    holder.close();
    await endExpiredSessions(); // which waits behind it
    await expect.poll(() => [assist().rooms.get(id)?.session.online.host, openLines()]).toEqual([false, 0]);
  });

  it("from our own pages alone", async () => {
    const { id } = await start();
    for (const origin of ["https://evil.test", "null", `${new URL(base).origin}.evil.test`, "http://127.0.0.1:1", undefined]) {
      const ticket = await server.ticket(id, "host", host);
      const address = { session: id, role: "host", ticket };
      const peer = origin === undefined ? await server.raw(address, "") : await server.raw(address, origin);
      expect({ origin, heard: peer.heard, state: peer.socket.readyState }).toEqual({ origin, heard: [], state: peer.socket.CLOSED });
      // Refused before it was looked at: the ticket still opens.
      expect(await (await server.raw(address)).hears("welcome")).toMatchObject({ role: "host" });
    }
  });

  it("from the pages of a server that the settings name, which got their ticket here", async () => {
    await open({ CORS_ORIGINS: "http://branch.test:8000" });
    const { id } = await start();
    const from = async (origin: string) => server.raw({ session: id, role: "host", ticket: await server.ticket(id, "host", host) }, origin);
    expect((await (await from("http://branch.test:8000")).hears("welcome")).session).toBe(id);
    for (const origin of ["https://branch.test:8000", "http://branch.test", "http://other.branch.test:8000"])
      expect((await from(origin)).heard, origin).toEqual([]);
  });

  it("four times for one person, and the same side's second one takes the first's place", async () => {
    const { id } = await start();
    const first = await server.connect(id, "host", host);
    const second = await server.connect(id, "host", host);
    expect((await first.end()).code).toBe(4409);
    expect(second.closed).toBeNull();
  });

  it("with what the settings say of STUN and TURN, by credentials of its own that end", async () => {
    const secret = "a-secret-of-the-relay";
    await open({
      STUN_URLS: "stun:10.0.0.1:3478",
      TURN_URLS: "turn:turn.test:3478,turns:turn.test:443?transport=tcp",
      TURN_SECRET: secret,
    });
    const { id } = await start();
    const { ice } = await (await server.connect(id, "host", host)).hears("welcome");
    expect(ice[0]).toEqual({ urls: ["stun:10.0.0.1:3478"] });
    const { urls, username = "", credential } = ice[1] ?? { urls: [] };
    expect(urls).toEqual(["turn:turn.test:3478", "turns:turn.test:443?transport=tcp"]);
    const [expiry, session, role] = username.split(":");
    expect([session, role]).toEqual([id, "host"]);
    expect(Math.abs(Number(expiry) - Date.now() / 1000 - 7200)).toBeLessThan(60);
    expect(credential).toBe(createHmac("sha1", secret).update(username).digest("base64"));
  });

  it("and with no server where the settings say none: browsers refuse one without an address", async () => {
    await open({ STUN_URLS: "none" });
    const { id } = await start();
    expect((await (await server.connect(id, "host", host)).hears("welcome")).ice).toEqual([]);
  });
});

describe("a socket that is refused", () => {
  async function refusals() {
    const { entries } = (await call("admin", listAudit, { query: { group: "refusals" } })).answer;
    return entries.map(({ who, what }) => `${who.name}: ${what}`).sort();
  }

  it("stands in the trail with who it was, and without ticket, code or session", async () => {
    const { id, code } = await start();
    const ticket = await server.ticket(id, "host", host);
    await server.raw({ session: id, role: "host", ticket }, "https://evil.test");
    await (await server.raw({ session: id, role: "host", ticket: "A".repeat(32) })).end();
    await (await server.raw({ session: id, role: "viewer", ticket })).end();
    const late = await server.ticket(id, "host", host);
    assist().rooms.delete(id);
    await (await server.raw({ session: id, role: "host", ticket: late })).end();
    const other = await start();
    const third = await server.ticket(other.id, "host", host);
    await makeRole("sharer", []);
    await (await server.raw({ session: other.id, role: "host", ticket: third })).end();
    expect(await refusals()).toEqual([
      "Nobody who is signed in: Was refused GET /assist/ws: 403 cross_site",
      "Nobody who is signed in: Was refused GET /assist/ws: 4401 unauthenticated",
      "rima: Was refused GET /assist/ws: 4401 unauthenticated",
      "rima: Was refused GET /assist/ws: 4403 forbidden",
      "rima: Was refused GET /assist/ws: 4404 not_found",
    ]);
    const kept = JSON.stringify(rows(hubFile, "SELECT * FROM event WHERE kind = 'calls.refused'"));
    for (const secret of [id, code, ticket, late, third, "A".repeat(32), "evil.test"]) expect(kept).not.toContain(secret);
  });

  it("a thousand times is one entry that counts them", async () => {
    const tries = async () => {
      await (await server.raw({ session: "x", role: "host", ticket: "x" })).end();
    };
    for (let tens = 0; tens < 100; tens += 1) await Promise.all(Array.from({ length: 10 }, tries));
    expect(rows(hubFile, "SELECT 1 FROM event WHERE kind = 'calls.refused'").length).toBeLessThan(2);
    const said = await refusals();
    expect(said.length).toBeLessThan(3);
  });

  it("because it says too much is counted once, and one whose sign-in has ended is none", async () => {
    const { id } = await start();
    const flood = await server.connect(id, "host", host);
    for (let sent = 0; sent < 200; sent += 1) flood.say({ type: "ping", t: sent });
    await flood.end();
    expect(await refusals()).toEqual(["rima: Was refused GET /assist/ws: 4429 rate_limited"]);
    const again = await server.connect(id, "host", host);
    await call("nobody", logout, { headers: host.headers });
    await endExpiredSessions();
    expect((await again.end()).code).toBe(4401);
    expect(await refusals()).toHaveLength(1);
  });
});

describe("a session over its sockets", () => {
  it.each([1000, 1001])("takes the question back when the viewer closes theirs with %i, and waits for one that was cut", async (code) => {
    const { id, code: said } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${said}`, viewer);
    const state = () => assist().rooms.get(id)?.session;
    const cut = await server.connect(id, "viewer", viewer);
    cut.socket.terminate();
    await expect.poll(() => state()?.online.viewer).toBe(false);
    expect(state()?.state).toBe("pending_approval");
    const back = await server.connect(id, "viewer", viewer);
    expect((await back.hears("welcome")).state).toBe("pending_approval");
    back.socket.close(code);
    expect((await sharing.hears("code")).code).not.toBe(said);
    expect(state()?.state).toBe("waiting");
  });

  it("passes the description and the candidates to the other side, and nothing that is not to be said", async () => {
    const { host: sharing, viewer: watching } = await server.pair(host, viewer);
    expect(watching.last("offer")).toMatchObject({ gen: 1, sdp: VIDEO });
    expect(sharing.last("answer")).toMatchObject({ gen: 1, sdp: VIDEO });
    watching.say({ type: "pointer", x: 0.5, y: 0.25 });
    expect(await sharing.hears("pointer")).toMatchObject({ x: 0.5, y: 0.25 });
    // Everything that is the other side's to say.
    for (const message of [
      { type: "offer", gen: 2, sdp: VIDEO },
      { type: "join_decision", accept: true },
    ]) {
      const since = watching.heard.length;
      watching.say(message);
      expect(await watching.hears("error", since)).toMatchObject({ code: "not_yours" });
    }
    const since = sharing.heard.length;
    sharing.say({ type: "pointer", x: 0, y: 0 });
    expect(await sharing.hears("error", since)).toMatchObject({ code: "not_yours" });
    expect(watching.types().filter((type) => type === "pointer")).toEqual([]);
    expect(sharing.types().filter((type) => type === "offer")).toEqual([]);
  });

  it("lets nobody see anything before the host has said yes", async () => {
    const { id, code } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${code}`, viewer);
    const watching = await server.connect(id, "viewer", viewer);
    sharing.say({ type: "offer", gen: 1, sdp: VIDEO });
    expect(await sharing.hears("error")).toMatchObject({ code: "not_now" });
    watching.say({ type: "join_decision", accept: true });
    expect(await watching.hears("error")).toMatchObject({ code: "not_yours" });
    expect(watching.types()).not.toContain("offer");
    sharing.say({ type: "join_decision", accept: false });
    expect(await watching.hears("denied")).toMatchObject({ why: "host" });
    expect((await watching.end()).code).toBe(4410);
    expect((await sharing.hears("code")).code).toMatch(/^\d{6}$/);
    expect((await sharing.hears("code")).code).not.toBe(code);
  });

  it("has a code that is none as soon as the host has let somebody in: to others, to them, and after the end", async () => {
    const { id, code } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${code}`, viewer);
    sharing.say({ type: "join_decision", accept: true });
    await expect.poll(() => assist().rooms.get(id)?.session.state).toBe("connecting");
    const other = await makePerson("hadi", { roles: ["watcher"] });
    const tried = () => Promise.all([other, viewer].map((who) => server.post<{ error: string }>(`/assist/join/${code}`, who)));
    const invalid = [404, "Invalid code."];
    expect((await tried()).map(({ status, answer }) => [status, answer.error])).toEqual([invalid, invalid]);
    expect(sharing.closed).toBeNull();
    await server.post(`/assist/end/${id}`, host);
    expect((await tried()).map(({ status, answer }) => [status, answer.error])).toEqual([invalid, invalid]);
  });

  it.each([
    ["a no", "host", (sharing: AssistPeer) => sharing.say({ type: "join_decision", accept: false })],
    ["a minute without an answer", "timeout", () => setClock(() => new Date(Date.now() + 61_000))],
  ] as const)("tells %s to a viewer whose socket comes after it, for a minute, and to nobody else", async (_, why, answers) => {
    const { id, code } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${code}`, viewer);
    const early = await server.ticket(id, "viewer", viewer);
    const since = sharing.heard.length;
    answers(sharing);
    const next = await sharing.hears("code", since);
    const late = await server.raw({ session: id, role: "viewer", ticket: await server.ticket(id, "viewer", viewer) });
    const earlier = await server.raw({ session: id, role: "viewer", ticket: early });
    expect((await late.hears("denied")).why).toBe(why);
    expect((await late.end()).code).toBe(4410);
    // A ticket lasts for half a minute of the clock, which the second way has put forward.
    expect((await earlier.end()).code).toBe(why === "host" ? 4410 : 4401);
    const other = await makePerson("hadi", { roles: ["watcher"] });
    expect((await server.post("/assist/ticket", other, { id, role: "viewer" })).status).toBe(404);
    expect((await server.post("/assist/ticket", viewer, { id, role: "host" })).status).toBe(404);
    await server.post(`/assist/join/${next.code}`, viewer);
    expect((await server.connect(id, "viewer", viewer)).last("denied")).toBeUndefined();
    await server.post(`/assist/end/${id}`, viewer);
    expect((await server.post("/assist/ticket", viewer, { id, role: "viewer" })).status).toBe(404);
  });

  it("forgets a no after a minute", async () => {
    const { id, code } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${code}`, viewer);
    sharing.say({ type: "join_decision", accept: false });
    await sharing.hears("code");
    setClock(() => new Date(Date.now() + 61_000));
    expect((await server.post("/assist/ticket", viewer, { id, role: "viewer" })).status).toBe(404);
  });

  it("tells each side which quality goes out, from its first moment and when it comes back", async () => {
    const { id, host: sharing, viewer: watching } = await server.pair(host, viewer);
    expect((await watching.hears("welcome")).preset).toBe("low");
    watching.say({ type: "quality", preset: "normal", paused: false });
    expect(await sharing.hears("quality")).toMatchObject({ preset: "normal" });
    expect(watching.types()).not.toContain("quality");
    sharing.say({ type: "quality", preset: "normal" });
    expect(await watching.hears("quality")).toMatchObject({ preset: "normal" });
    watching.socket.terminate();
    expect((await (await server.connect(id, "viewer", viewer)).hears("welcome")).preset).toBe("normal");
    expect((await (await server.connect(id, "host", host)).hears("welcome")).preset).toBe("normal");
  });

  it("takes the preset auto, and refuses a pause, which no picture has", async () => {
    const { host: sharing, viewer: watching } = await server.pair(host, viewer);
    watching.say({ type: "quality", preset: "auto", paused: false });
    expect(await sharing.hears("quality")).toMatchObject({ preset: "low" });
    expect(watching.closed).toBeNull();
    watching.say({ type: "quality", preset: "low", paused: true });
    expect((await watching.end()).code).toBe(4400);
  });

  it("gives a socket that comes back what it missed, in its order, and nothing to another page", async () => {
    const { id, host: sharing, viewer: watching } = await server.pair(host, viewer);
    const { resume } = await watching.hears("welcome");
    const last = watching.heard.at(-1)?.seq ?? 0;
    watching.socket.terminate();
    await sharing.hears(
      "peer",
      sharing.heard.findLastIndex(({ type }) => type === "answer"),
    );
    sharing.say({ type: "offer", gen: 2, sdp: VIDEO });
    sharing.say({ type: "ice", gen: 2, candidate: null });
    const back = await server.connect(id, "viewer", viewer);
    back.say({ type: "resume", token: resume, last });
    await back.hears("ice");
    const missed = back.heard.filter(({ type }) => type === "offer" || type === "ice").map(({ type }) => type);
    expect(missed).toEqual(["offer", "ice"]);
    const strange = await server.connect(id, "viewer", viewer);
    strange.say({ type: "resume", token: "A".repeat(22), last: 0 });
    expect((await strange.end()).code).toBe(4403);
    expect(strange.types()).not.toContain("offer");
  });

  it("tells a page whose first socket comes late what was said until then", async () => {
    const { id, code } = await start();
    await server.post(`/assist/join/${code}`, viewer);
    const sharing = await server.connect(id, "host", host);
    const { seq } = await sharing.hears("join_request");
    expect([(await sharing.hears("welcome")).seq, seq]).toEqual([0, 1]);
    // That socket breaks before its page has said a word: nobody knows whether it heard the question.
    sharing.socket.terminate();
    const strange = await server.connect(id, "host", host);
    strange.say({ type: "resume", token: "A".repeat(22), last: 0 });
    await strange.end(); // another page's word is not that one's
    const again = await server.connect(id, "host", host);
    expect((await again.hears("join_request")).seq).toBe(seq);
    again.say({ type: "join_decision", accept: true });
    again.say({ type: "offer", gen: 1, sdp: VIDEO });
    again.say({ type: "ping", t: 1 });
    await again.hears("pong");
    const watching = await server.connect(id, "viewer", viewer);
    await watching.hears("offer");
    expect(watching.heard.map(({ type, seq }) => [type, seq])).toEqual([
      ["welcome", 0],
      ["state", 1],
      ["offer", 2],
    ]);
  });

  it("ends for both when one of them ends it, and whoever comes back hears how", async () => {
    for (const side of ["host", "viewer"] as const) {
      const { id, ...both } = await server.pair(host, viewer);
      both[side].say({ type: "ended" });
      for (const peer of [both.host, both.viewer]) {
        expect((await peer.hears("ended")).reason).toBe(side);
        expect((await peer.end()).code).toBe(4410);
      }
      const back = await server.connect(id, "host", host);
      expect([(await back.hears("ended")).reason, (await back.hears("welcome")).ice]).toEqual([side, []]);
    }
  });

  it("ends when the server stops", async () => {
    const { host: sharing, viewer: watching } = await server.pair(host, viewer);
    await endAllSharing();
    expect([(await sharing.hears("ended")).reason, (await watching.hears("ended")).reason]).toEqual(["shutdown", "shutdown"]);
  });
});

describe("somebody who may no more", () => {
  const ways: [string, number, () => Promise<unknown>][] = [
    ["disabled", 4401, () => call("admin", changeUser, { params: { id: host.id }, body: { disabled: true } })],
    ["signed out", 4401, () => call("nobody", logout, { headers: host.headers })],
    ["without the permission", 4403, () => makeRole("sharer", [])],
    ["of another branch", 4403, () => call("admin", changeUser, { params: { id: host.id }, body: { branches: ["batroun"] } })],
  ];
  it.each(ways)("is cut off within two seconds: %s", async (_, code, change) => {
    const { host: sharing, viewer: watching } = await server.pair(host, viewer);
    await change();
    const began = performance.now();
    expect((await sharing.end()).code).toBe(code);
    expect((await watching.hears("ended")).reason).toBe("revoked");
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(assist().timer).not.toBeNull();
  });

  it("cannot come back by a ticket that they still have", async () => {
    const { id } = await start();
    const ticket = await server.ticket(id, "host", host);
    await call("admin", changeUser, { params: { id: host.id }, body: { disabled: true } });
    expect([4401, 4404]).toContain((await (await server.raw({ session: id, role: "host", ticket })).end()).code);
  });

  it("is a viewer too, and one who only asked leaves the host waiting", async () => {
    const { id, code } = await start();
    const sharing = await server.connect(id, "host", host);
    await server.post(`/assist/join/${code}`, viewer);
    await call("admin", changeUser, { params: { id: viewer.id }, body: { disabled: true } });
    await endExpiredSessions();
    expect((await sharing.hears("code")).code).not.toBe(code);
    expect(assist().rooms.get(id)?.session.state).toBe("waiting");
  });
});

describe("junk and floods", () => {
  it("close the socket that sends them, by their number, and disturb nobody", async () => {
    const other = await server.pair(await makePerson("h2", { roles: ["sharer"] }), await makePerson("v2", { roles: ["watcher"] }));
    const deep = `{"v":1,"seq":1,"type":"ping","t":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const bad: [string, number, string | Buffer][] = [
      ["no JSON", 4400, "hello"],
      ["unknown type", 4400, '{"v":1,"seq":1,"type":"control","key":"Enter"}'],
      ["unknown field", 4400, '{"v":1,"seq":1,"type":"ping","t":1,"admin":true}'],
      ["another version", 4400, '{"v":2,"seq":1,"type":"ping","t":1}'],
      ["deep", 4400, deep],
      ["binary", 4400, Buffer.from('{"v":1,"seq":1,"type":"ping","t":1}')],
      ["too large", 1009, "x".repeat(10 * 1024 * 1024)],
      ["a long description", 4400, JSON.stringify({ v: 1, seq: 1, type: "offer", gen: 1, sdp: "a".repeat(33_000) })],
    ];
    for (const [what, code, data] of bad) {
      const { id } = await start();
      const peer = await server.connect(id, "host", host);
      peer.socket.send(data);
      expect({ what, code: (await peer.end()).code }).toEqual({ what, code });
    }
    const { id } = await start();
    const flood = await server.connect(id, "host", host);
    for (let count = 0; count < 1_000; count++) flood.say({ type: "ping", t: count });
    expect((await flood.end()).code).toBe(4429);
    expect(flood.types().filter((type) => type === "pong").length).toBeLessThan(70);
    other.viewer.say({ type: "pointer", x: 1, y: 1 });
    expect(await other.host.hears("pointer")).toMatchObject({ x: 1 });
    expect([other.host.closed, other.viewer.closed]).toEqual([null, null]);
  });

  it("a message that was said twice closes the socket", async () => {
    const { id } = await start();
    const peer = await server.connect(id, "host", host);
    peer.socket.send('{"v":1,"seq":5,"type":"ping","t":1}');
    peer.socket.send('{"v":1,"seq":5,"type":"ping","t":1}');
    expect((await peer.end()).code).toBe(4400);
  });
});

it("of many sessions at once each pointer arrives, and nothing of them stays", async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => [
      await makePerson(`host${index}`, { roles: ["sharer"] }),
      await makePerson(`viewer${index}`, { roles: ["watcher"] }),
    ]),
  );
  const pairs = [];
  for (const [one, two] of people) if (one && two) pairs.push(await server.pair(one, two));
  await Promise.all(
    pairs.map(async ({ host: sharing, viewer: watching }, index) => {
      const since = sharing.heard.length;
      watching.say({ type: "pointer", x: index / 12, y: 0 });
      expect(await sharing.hears("pointer", since)).toMatchObject({ x: index / 12 });
    }),
  );
  for (const { host: sharing } of pairs) sharing.say({ type: "ended" });
  await Promise.all(pairs.flatMap(({ host: one, viewer: two }) => [one.end(), two.end()]));
  setClock(() => new Date(Date.now() + 61_000));
  await endExpiredSessions();
  await endExpiredSessions();
  expect([assist().rooms.size, assist().codes.size, assist().tickets.size]).toEqual([0, 0, 0]);
  expect((await call("nobody", startAssist, { headers: host.headers })).status).toBe(200);
});
