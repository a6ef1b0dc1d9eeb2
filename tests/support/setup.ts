import { afterAll, afterEach, expect, vi } from "vitest";
import { setClock } from "../../lib/clock";
import { leaveHouse } from "./house";
import { endTimers, knowTimers } from "./left-timers";

knowTimers();

afterEach(async () => {
  setClock(null);
  vi.restoreAllMocks();
  await leaveHouse();
});

afterAll(() => expect(endTimers().join("\n\n"), "what goes on after the last test").toBe(""));
