import { afterEach, vi } from "vitest";
import { setClock } from "../../lib/clock";
import { leaveHouse } from "./house";

afterEach(async () => {
  setClock(null);
  vi.restoreAllMocks();
  await leaveHouse();
});
