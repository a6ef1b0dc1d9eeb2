import { beforeEach, describe, expect, it } from "vitest";
import { enterHouse } from "../support/house";
import { serveHandlers } from "../support/server";
import { OldAssist } from "./old-assist";
import { OldClient } from "./old-client";

/** Remote Assist's socket, by a client that has read the documents alone. */

const SDP = "v=0\r\no=- 7 1 IN IP4 127.0.0.1\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
const ANSWER = "v=0\r\no=- 9 1 IN IP4 127.0.0.1\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";
const CANDIDATE = { candidate: "candidate:1 1 udp 1 127.0.0.1 9 typ host", sdpMid: "0", sdpMLineIndex: 0 };

let base = "";
beforeEach(async () => {
  enterHouse();
  base = await serveHandlers();
});

async function signedIn(name: "admin" | "second", at = base): Promise<OldClient> {
  const client = new OldClient(at);
  expect((await client.logIn("admin")).status, name).toBe(200);
  return client;
}

/** Two people, a code, and the host's yes. */
async function paired(at = base) {
  const [sharer, watcher] = [await signedIn("admin", at), await signedIn("second", at)];
  const { body: started } = await sharer.post("/assist/start");
  expect(started).toMatchObject({ id: expect.any(String), code: expect.stringMatching(/^\d{6}$/), expires_at: expect.any(String) });
  const host = await OldAssist.enter(sharer, started.id, "host");
  expect(await host.hears("welcome")).toMatchObject({ session: started.id, role: "host", state: "waiting", ice: expect.any(Array) });
  expect((await watcher.post("/assist/join/000000")).body.detail).toBe("Invalid code.");
  expect((await watcher.post(`/assist/join/${started.code}`, {})).body).toMatchObject({ id: started.id, state: "pending_approval" });
  const viewer = await OldAssist.enter(watcher, started.id, "viewer");
  expect(await viewer.hears("welcome")).toMatchObject({ session: started.id, role: "viewer", state: "pending_approval" });
  expect(await host.hears("join_request")).toMatchObject({ viewer: { name: expect.any(String) }, expires_at: expect.any(String) });
  host.sayBare({ type: "join_decision", accept: true });
  expect(await host.hears("state")).toMatchObject({ state: "connecting" });
  return { id: started.id as string, code: started.code as string, sharer, watcher, host, viewer };
}

/** The picture is agreed on, and stands. */
async function live(at = base) {
  const pair = await paired(at);
  const { host, viewer } = pair;
  host.sayBare({ type: "offer", sdp: SDP });
  expect(await viewer.hears("offer")).toMatchObject({ sdp: SDP, gen: 1 });
  viewer.sayBare({ type: "answer", sdp: ANSWER });
  expect(await host.hears("answer")).toMatchObject({ sdp: ANSWER, gen: 1 });
  for (const [from, to] of [
    [host, viewer],
    [viewer, host],
  ] as const) {
    from.sayBare({ type: "ice", candidate: CANDIDATE });
    expect(await to.hears("ice")).toMatchObject({ candidate: CANDIDATE, gen: 1 });
    from.sayBare({ type: "ice", candidate: null });
    expect((await to.hears("ice")).candidate).toBeNull();
  }
  viewer.say({ type: "media", gen: 1, up: true });
  expect(await host.hears("state")).toMatchObject({ state: "live" });
  return pair;
}

describe("Remote Assist from the documents alone", () => {
  it.each(["/api", ""])("pairs by a code, offers bare, answers, and says every control word (below `%s`)", async (prefix) => {
    const { host, viewer } = await live(base.replace(/\/api$/, prefix));
    viewer.say({ type: "renegotiate", reason: "codec" });
    expect(await host.hears("renegotiate")).toMatchObject({ reason: "codec" });
    viewer.say({ type: "quality", preset: "auto" });
    expect(await host.hears("quality")).toMatchObject({ preset: expect.stringMatching(/^low$|^normal$/) });
    host.say({ type: "quality", preset: "normal" });
    expect(await viewer.hears("quality")).toMatchObject({ preset: "normal" });
    viewer.say({ type: "pointer", x: 0.25, y: 1 });
    expect(await host.hears("pointer")).toMatchObject({ x: 0.25, y: 1 });
    host.say({ type: "stats", fps: 15, width: 1280, kbits: 900, rtt: 12, path: "host" });
    for (const side of [host, viewer]) {
      side.say({ type: "ping", t: 42 });
      expect(await side.hears("pong")).toMatchObject({ t: 42 });
    }
    expect([...host.heard, ...viewer.heard].filter(({ type }) => type === "error")).toEqual([]);
  });

  it("is left by either side, and by the host's call, and the code is dead then", async () => {
    const first = await live();
    first.viewer.sayBare({ type: "ended" });
    expect(await first.host.hears("ended")).toMatchObject({ reason: "viewer" });
    expect([await first.host.end(), await first.viewer.end()]).toEqual([4410, 4410]);
    const second = await live();
    second.host.sayBare({ type: "ended" });
    expect(await second.viewer.hears("ended")).toMatchObject({ reason: "host" });
    const third = await live();
    expect((await third.sharer.post(`/assist/end/${third.id}`)).status).toBe(200);
    expect(await third.viewer.hears("ended")).toMatchObject({ reason: "host" });
    expect(await third.host.end()).toBe(4410);
    expect((await third.watcher.post(`/assist/join/${third.code}`, {})).body.detail).toBe("Invalid code.");
  });

  it("goes on after a cut line by the token of the welcome", async () => {
    const { id, sharer, host, viewer } = await live();
    const token = host.heard.find(({ type }) => type === "welcome")?.resume;
    const again = await OldAssist.enter(sharer, id, "host");
    expect(await again.hears("welcome")).toMatchObject({ role: "host", state: "live" });
    expect(await host.end(), "the same user's second socket takes the place of the first").toBe(4409);
    again.say({ type: "resume", token, last: 0 });
    again.say({ type: "ping", t: 1 });
    expect(await again.hears("pong")).toMatchObject({ t: 1 });
    again.sayBare({ type: "offer", sdp: SDP });
    expect(await viewer.hears("offer")).toMatchObject({ sdp: SDP });
  });

  it("says who is not let in, and what is not theirs to say", async () => {
    const { id, sharer, host, viewer } = await live();
    expect(await (await OldAssist.open(sharer, id, "host", {})).end()).toBe(4401);
    expect(await (await OldAssist.open(sharer, id, "host", { ticket: "forged" })).end()).toBe(4401);
    viewer.sayBare({ type: "offer", sdp: SDP });
    expect(await viewer.hears("error")).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    host.sayBare({ type: "nonsense" });
    expect(await host.end()).toBe(4400);
  });
});
