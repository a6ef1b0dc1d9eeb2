import { describe, expect, it } from "vitest";
import { failuresCounted, recordFailure, refuseIfThrottled } from "@/lib/auth/throttle";
import { callersCounted, countCall } from "@/lib/http/rate-limit";
import { RecentTimes } from "@/lib/recent-times";
import { holdMonotonicClock } from "./support/clocks";

const MANY = 100_000;
const MINUTE = 60_000;

const stranger = (username: string, address: string) => ({ username, address, isKnown: false });

describe("what is counted of 100,000 callers", () => {
  it("goes away after their minute, although none of them calls again", () => {
    const clock = holdMonotonicClock();
    for (let number = 0; number < MANY; number++) countCall("/contacts/import", `10.0.0.${number}`, 30);
    expect(callersCounted()).toBe(MANY);
    for (let half = 0; half < 4; half++) {
      clock.pass(MINUTE / 2 + 1);
      countCall("/contacts/import", "somebody else", 30);
    }
    expect(callersCounted()).toBe(1);
    clock.pass(2 * MINUTE);
    expect(callersCounted()).toBe(0);
  });

  it("goes away after the hour of a failed sign-in", () => {
    const clock = holdMonotonicClock();
    for (let number = 0; number < MANY / 2; number++) recordFailure(stranger(`name ${number}`, "10.0.0.7"));
    for (let number = 0; number < MANY / 2; number++) recordFailure(stranger("staff", `10.0.0.${number}`));
    expect(failuresCounted()).toBeGreaterThan(MANY);
    for (let part = 0; part < 4; part++) {
      clock.pass(4 * MINUTE);
      refuseIfThrottled(stranger("somebody else", "10.0.1.1"));
    }
    expect(failuresCounted(), "of names alone").toBe(MANY / 2 + 1);
    for (let part = 0; part < 4; part++) {
      clock.pass(40 * MINUTE);
      refuseIfThrottled(stranger("somebody else", "10.0.1.1"));
    }
    expect(failuresCounted()).toBe(0);
  });
});

describe("recent times", () => {
  it("say how long it takes until there is room again", () => {
    const clock = holdMonotonicClock();
    const times = new RecentTimes(1_000);
    expect(times.waitFor("a", 1)).toBe(0);
    times.add("a");
    clock.pass(400);
    times.add("a");
    expect([times.waitFor("a", 1), times.waitFor("a", 2), times.waitFor("a", 3), times.waitFor("b", 1)]).toEqual([1_000, 600, 0, 0]);
    clock.pass(600);
    expect([times.waitFor("a", 1), times.waitFor("a", 2)]).toEqual([400, 0]);
    times.forget("a");
    expect(times.size).toBe(0);
  });

  it("forget nothing too early, whenever the oldest are dropped", () => {
    const clock = holdMonotonicClock();
    const times = new RecentTimes(1_000);
    clock.pass(900);
    times.add("a");
    clock.pass(200);
    times.add("b");
    clock.pass(799);
    expect([times.waitFor("a", 1), times.waitFor("b", 1)]).toEqual([1, 201]);
    clock.pass(1);
    expect([times.waitFor("a", 1), times.waitFor("b", 1)]).toEqual([0, 200]);
  });
});
