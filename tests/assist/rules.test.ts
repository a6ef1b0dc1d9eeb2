import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistRole } from "@/lib/assist/contract";
import { begun, type Effect, type Happens, isVideoOnly, MAY_SAY, MOST_CANDIDATES, type Session, step } from "@/lib/assist/session";
import { END_REASONS, type FromClient, fromClient, type SessionState } from "@/lib/assist/signals";

const NOON = Date.parse("2026-11-20T10:00:00Z");
const VIDEO = "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n";

/** A session to which things happen one after the other, a second apart. */
class Story {
  session: Session = begun(NOON);
  now = NOON;
  private seq = 0;

  happen(what: Happens, seconds = 1): Effect[] {
    this.now += seconds * 1000;
    const { session, effects } = step(this.session, what, this.now);
    this.session = session;
    return effects;
  }

  say(from: AssistRole, message: object): Effect[] {
    this.seq++;
    return this.happen({ type: "message", from, message: fromClient.parse({ v: 1, seq: this.seq, ...message }) }, 0);
  }

  /** Both are there and the host has let the viewer in. */
  static connecting(): Story {
    const story = new Story();
    story.happen({ type: "socket", role: "host", online: true });
    story.happen({ type: "joined" });
    story.happen({ type: "socket", role: "viewer", online: true });
    story.say("host", { type: "join_decision", accept: true });
    return story;
  }

  static live(): Story {
    const story = Story.connecting();
    story.say("host", { type: "offer", gen: 1, sdp: VIDEO });
    story.say("viewer", { type: "answer", gen: 1, sdp: VIDEO });
    story.say("viewer", { type: "media", gen: 1, up: true });
    return story;
  }
}

const toldTo = (effects: Effect[], to: AssistRole) =>
  effects.flatMap((one) => (one.do === "say" && one.to === to ? [one.message.type] : []));
const ICE = { type: "ice", candidate: { candidate: "candidate:1 1 udp 1 10.0.0.1 5000 typ host", sdpMid: "0" } };

describe("a session", () => {
  it("goes from waiting over the host's approval to live", () => {
    const story = new Story();
    expect(story.session.state).toBe("waiting");
    expect(story.happen({ type: "joined" })).toEqual([{ do: "ask the host" }]);
    story.happen({ type: "socket", role: "host", online: true });
    story.happen({ type: "socket", role: "viewer", online: true });
    const accepted = story.say("host", { type: "join_decision", accept: true });
    expect([story.session.state, accepted[0]]).toEqual(["connecting", { do: "code is used" }]);
    story.say("host", { type: "offer", gen: 1, sdp: VIDEO });
    expect(toldTo(story.say("host", { type: "media", gen: 1, up: true }), "viewer")).toEqual(["state"]);
    expect(story.session.state).toBe("live");
  });

  it("waits anew with another code when the host says no, when a minute passes, and when the viewer goes away", () => {
    const ways: ((story: Story) => Effect[])[] = [
      (story) => story.say("host", { type: "join_decision", accept: false }),
      (story) => story.happen({ type: "time" }, 61),
      (story) => story.say("viewer", { type: "ended" }),
    ];
    for (const way of ways) {
      const story = new Story();
      story.happen({ type: "joined" });
      const effects = way(story);
      expect(effects.at(-1)).toEqual({ do: "new code" });
      expect([story.session.state, story.session.hasViewer, story.session.until - story.now]).toEqual(["waiting", false, 600_000]);
    }
  });

  it("ends when its time is over: unused in ten minutes, unconnected in 30 s, cut off for a minute, and after two hours", () => {
    const passes = (story: Story, seconds: number) => {
      story.happen({ type: "time" }, seconds);
      return [story.session.state, story.session.reason];
    };
    expect(passes(new Story(), 599)).toEqual(["waiting", null]);
    expect(passes(new Story(), 601)).toEqual(["ended", "expired"]);
    expect(passes(Story.connecting(), 29)).toEqual(["connecting", null]);
    expect(passes(Story.connecting(), 31)).toEqual(["ended", "network"]);
    const cut = Story.live();
    cut.happen({ type: "socket", role: "viewer", online: false });
    expect(passes(cut, 59)).toEqual(["reconnecting", null]);
    expect(passes(cut, 2)).toEqual(["ended", "network"]);
    expect(passes(Story.live(), 7_000)).toEqual(["live", null]);
    expect(passes(Story.live(), 7_201)).toEqual(["ended", "limit"]);
  });

  it("is live again when the socket is back, and when the picture is", () => {
    const story = Story.live();
    expect(toldTo(story.happen({ type: "socket", role: "host", online: false }), "viewer")).toEqual(["peer", "state"]);
    expect(story.session.state).toBe("reconnecting");
    expect(toldTo(story.happen({ type: "socket", role: "host", online: true }, 5), "viewer")).toEqual(["peer", "state"]);
    expect(story.session.state).toBe("live");
    story.say("viewer", { type: "media", gen: 1, up: false });
    expect(story.session.state).toBe("reconnecting");
    story.say("host", { type: "media", gen: 1, up: true });
    expect(story.session.state).toBe("live");
  });

  it("keeps what the host says goes out, passes it on, and lets the viewer only ask for another quality", () => {
    const story = Story.connecting();
    expect(story.session.preset).toBe("low");
    expect(story.say("host", { type: "quality", preset: "normal" })).toEqual([
      { do: "say", to: "viewer", message: { type: "quality", preset: "normal" } },
    ]);
    expect(story.session.preset).toBe("normal");
    expect(toldTo(story.say("viewer", { type: "quality", preset: "low" }), "host")).toEqual(["quality"]);
    expect(story.session.preset).toBe("normal");
    const asking = new Story();
    asking.happen({ type: "joined" });
    expect(toldTo(asking.say("viewer", { type: "quality", preset: "normal" }), "host")).toEqual([]);
  });

  it("takes auto for low, from which the host's quality steps decide", () => {
    for (const from of ["host", "viewer"] as const) {
      const story = Story.live();
      story.say("host", { type: "quality", preset: "normal" });
      const to = from === "host" ? "viewer" : "host";
      expect(story.say(from, { type: "quality", preset: "auto" })).toEqual([
        { do: "say", to, message: { type: "quality", preset: "low" } },
      ]);
      expect(story.session.preset).toBe(from === "host" ? "low" : "normal");
    }
  });

  it("passes a message to the other side alone, without its counter", () => {
    const story = Story.live();
    const [effect, ...more] = story.say("viewer", { type: "pointer", x: 0.25, y: 1 });
    expect([effect, more]).toEqual([{ do: "say", to: "host", message: { type: "pointer", x: 0.25, y: 1 } }, []]);
  });
});

describe("out of their order", () => {
  it("a candidate before its offer is passed on, one of an older connection is dropped", () => {
    const story = Story.connecting();
    expect(toldTo(story.say("host", { ...ICE, gen: 1 }), "viewer")).toEqual(["ice"]);
    story.say("host", { type: "offer", gen: 1, sdp: VIDEO });
    story.say("host", { type: "offer", gen: 2, sdp: VIDEO });
    expect(story.say("host", { ...ICE, gen: 1 })).toEqual([]);
    expect(story.say("viewer", { ...ICE, gen: 1 })).toEqual([]);
    expect(story.say("viewer", { type: "answer", gen: 1, sdp: VIDEO })).toEqual([]);
    expect(story.say("host", { type: "offer", gen: 1, sdp: VIDEO })).toEqual([]);
    expect(story.say("viewer", { type: "media", gen: 1, up: true })).toEqual([]);
    expect(toldTo(story.say("viewer", { type: "answer", gen: 2, sdp: VIDEO }), "host")).toEqual(["answer"]);
    story.say("viewer", { type: "media", gen: 2, up: true });
    expect(story.session.state).toBe("live");
  });

  it("an answer without an offer changes nothing", () => {
    const story = Story.connecting();
    const before = story.session;
    expect(story.say("viewer", { type: "answer", gen: 1, sdp: VIDEO })).toEqual([]);
    expect(story.session).toEqual(before);
  });

  it("a hundred and one candidates are one too many", () => {
    const story = Story.connecting();
    for (let count = 0; count < MOST_CANDIDATES; count++) expect(toldTo(story.say("host", { ...ICE, gen: 1 }), "viewer")).toEqual(["ice"]);
    expect(toldTo(story.say("host", { ...ICE, gen: 1 }), "host")).toEqual(["error"]);
    expect(toldTo(story.say("host", { ...ICE, gen: 1 }), "viewer")).toEqual([]);
  });
});

describe("what is shared", () => {
  it("is a picture: no sound and no data, in an offer and in an answer", () => {
    expect(isVideoOnly(VIDEO)).toBe(true);
    for (const line of ["m=audio 9 UDP/TLS/RTP/SAVPF 111", "m=application 9 UDP/DTLS/SCTP webrtc-datachannel"]) {
      const sdp = `${VIDEO}${line}\r\n`;
      const story = Story.connecting();
      const effects = story.say("host", { type: "offer", gen: 1, sdp });
      expect([toldTo(effects, "host"), toldTo(effects, "viewer"), story.session.gen]).toEqual([["error"], [], 0]);
      expect(toldTo(Story.live().say("viewer", { type: "answer", gen: 1, sdp }), "host")).toEqual([]);
    }
  });
});

// The transitions that docs/design/reliability.md 6.2 draws, written from it and not from the code.
const DRAWN: Record<SessionState, SessionState[]> = {
  waiting: ["pending_approval", "ended"],
  pending_approval: ["waiting", "connecting", "ended"],
  connecting: ["live", "ended"],
  live: ["reconnecting", "ended"],
  reconnecting: ["live", "ended"],
  ended: [],
};
const OF_HOST = ["join_decision", "offer"];
const OF_VIEWER = ["answer", "renegotiate", "pointer"];

const role = fc.constantFrom<AssistRole>("host", "viewer");
const gen = fc.integer({ min: 1, max: 4 });
const sdp = fc.constantFrom(VIDEO, `${VIDEO}m=audio 9 X 1\r\n`, "junk");
const said = fc.oneof(
  fc.record({ type: fc.constant("join_decision"), accept: fc.boolean() }),
  fc.record({ type: fc.constantFrom("offer", "answer"), gen, sdp }),
  fc.record({ type: fc.constant("ice"), gen, candidate: fc.constantFrom(null, ICE.candidate) }),
  fc.record({ type: fc.constant("media"), gen, up: fc.boolean() }),
  fc.constant({ type: "renegotiate", reason: "codec" }),
  fc.record({ type: fc.constant("quality"), preset: fc.constantFrom("low", "normal", "auto") }),
  fc.constant({ type: "pointer", x: 0.5, y: 0.5 }),
  fc.constant({ type: "stats", fps: 15, width: 1280, kbits: 800, rtt: 4, path: "host" }),
  fc.constant({ type: "ended" }),
);
const happens: fc.Arbitrary<{ what: Happens; seconds: number }> = fc.record({
  seconds: fc.constantFrom(0, 0, 0, 1, 5, 31, 61, 601),
  what: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ from: role, message: said }).map(({ from, message }): Happens => {
        return { type: "message", from, message: fromClient.parse({ v: 1, seq: 1, ...message }) };
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant("socket" as const), role, online: fc.boolean() }) },
    { weight: 2, arbitrary: fc.constant<Happens>({ type: "joined" }) },
    { weight: 1, arbitrary: fc.constantFrom<Happens>({ type: "time" }, { type: "withdrawn" }, { type: "leaves", role: "viewer" }) },
    { weight: 1, arbitrary: fc.constantFrom(...END_REASONS).map((reason): Happens => ({ type: "end", reason })) },
  ),
});

describe("whatever happens, in whatever order", () => {
  it("only the drawn transitions are made, nobody says what is the other's, and nothing follows the end", () => {
    fc.assert(
      fc.property(fc.array(happens, { maxLength: 30 }), (all) => {
        let session = begun(NOON);
        let now = NOON;
        for (const { what, seconds } of all) {
          now += seconds * 1000;
          const { session: next, effects } = step(session, what, now);
          if (next.state !== session.state) expect(DRAWN[session.state]).toContain(next.state);
          if (session.state === "ended") expect(effects).toEqual([]);
          expect(next.gen).toBeGreaterThanOrEqual(session.gen);
          if (next.state === "live")
            expect([next.media, next.online.host, next.online.viewer, next.gen > 0]).toEqual([true, true, true, true]);
          if (next.state === "connecting" && session.state === "pending_approval")
            expect(what).toMatchObject({ type: "message", from: "host", message: { type: "join_decision", accept: true } });
          if (what.type === "message") expectOwnWords(what.from, what.message, session.state, effects);
          session = next;
        }
      }),
      { numRuns: 10_000 },
    );
  });
});

/** What reached the other side was the sender's to say, at that time. */
function expectOwnWords(from: AssistRole, message: FromClient, state: SessionState, effects: Effect[]): void {
  const passed = effects.some(
    (one) => one.do === "say" && one.to !== from && one.message.type === message.type && message.type !== "ended",
  );
  if (!passed) return;
  expect(from === "host" ? OF_VIEWER : OF_HOST).not.toContain(message.type);
  expect(["connecting", "live", "reconnecting"]).toContain(state);
  expect(MAY_SAY[message.type].when).toContain(state);
}
