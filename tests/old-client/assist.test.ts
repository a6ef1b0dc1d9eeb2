import { expect, it } from "vitest";
import { AssistServer, VIDEO } from "../support/assist-socket";
import { enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { serveHandlers } from "../support/server";

const CANDIDATE = { candidate: "candidate:1 1 udp 1 127.0.0.1 9 typ host", sdpMid: "0", sdpMLineIndex: 0 };
const description = (id: number, version = 1) => `v=0\r\no=- ${id} ${version} IN IP4 127.0.0.1\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n`;

async function open() {
  enterHouse();
  await makeRole("sharer", ["remote_assist_share"]);
  await makeRole("watcher", ["remote_assist_view"]);
  const [host, viewer] = [await makePerson("rima", { roles: ["sharer"] }), await makePerson("karim", { roles: ["watcher"] })];
  return { server: new AssistServer(await serveHandlers()), host, viewer };
}

it("Remote Assist: a session is started with a code, joined by it and ended", async () => {
  const { server, host, viewer } = await open();
  const started = await server.post<{ id: string; code: string }>("/assist/start", host);
  expect(started).toMatchObject({ status: 200, answer: { id: expect.any(String), code: expect.stringMatching(/^\d{6}$/) } });
  const { id, code } = started.answer;
  expect(await server.post("/assist/join/000", viewer)).toMatchObject({ status: 404, answer: { detail: "Invalid code." } });
  expect(await server.post(`/assist/join/${code}`, viewer)).toMatchObject({ status: 200, answer: { id } });
  expect((await server.post(`/assist/end/${id}`, host)).status).toBe(200);
});

it("Remote Assist: offer, answer, ice and ended are taken as the specification writes them, and reach the other side", async () => {
  const { server, host: sharer, viewer: watcher } = await open();
  const { host, viewer } = await server.pair(sharer, watcher, { live: false });
  const say = (from: typeof host, message: object) => from.socket.send(JSON.stringify(message));

  say(host, { type: "offer", sdp: description(7) });
  expect(await viewer.hears("offer")).toMatchObject({ type: "offer", sdp: description(7), gen: 1 });
  say(viewer, { type: "answer", sdp: VIDEO, from: "viewer" });
  expect(await host.hears("answer")).toMatchObject({ type: "answer", sdp: VIDEO, gen: 1 });
  say(host, { type: "ice", candidate: CANDIDATE });
  say(viewer, { type: "ice", candidate: CANDIDATE });
  expect((await viewer.hears("ice")).candidate).toEqual(CANDIDATE);
  expect(await host.hears("ice")).toMatchObject({ candidate: CANDIDATE, gen: 1 });

  // The same connection once more, and then another one in its place.
  for (const [sdp, gen] of [
    [description(7, 2), 1],
    [description(8), 2],
  ] as const) {
    const since = viewer.heard.length;
    say(host, { type: "offer", sdp });
    expect(await viewer.hears("offer", since)).toMatchObject({ sdp, gen });
  }
  say(host, { type: "ended" });
  expect(await viewer.hears("ended")).toMatchObject({ reason: "host" });
  expect(host.closed).not.toMatchObject({ code: 4400 });
});

it("Remote Assist: a bare message is held to the same rules", async () => {
  const { server, host: sharer, viewer: watcher } = await open();
  const { host, viewer } = await server.pair(sharer, watcher, { live: false });
  viewer.socket.send(JSON.stringify({ type: "offer", sdp: VIDEO }));
  expect(await viewer.hears("error")).toMatchObject({ code: "not_yours" });
  host.socket.send(JSON.stringify({ type: "offer", sdp: `${VIDEO}m=audio 9 UDP/TLS/RTP/SAVPF 0\r\n` }));
  expect(await host.hears("error")).toMatchObject({ code: "no_sound_no_data" });
  host.socket.send(JSON.stringify({ type: "offer" }));
  expect((await host.end()).code).toBe(4400);
});
