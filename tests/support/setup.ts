import { afterEach } from "vitest";
import { setClock } from "../../lib/clock";
import { leaveHouse } from "./house";

afterEach(async () => {
  setClock(null);
  await leaveHouse();
});
