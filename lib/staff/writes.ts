import { RESTAURANTS } from "../branches";
import { bySystem } from "../db/actor";
import { statement } from "../db/statements";
import { hubStore } from "../db/stores";
import { foldText } from "../fold-text";
import { DEFAULT_STAFF } from "./rules";

/** First start: gives every restaurant the default lists. Does nothing once any list has a name. */
export async function makeFirstStaff(): Promise<void> {
  const hub = await hubStore();
  if (statement<[], { name: string }>(hub.sql, "SELECT name FROM staff_member LIMIT 1").get()) return;
  const rows = RESTAURANTS.flatMap((branch) => [
    ...DEFAULT_STAFF.hostesses.map((name) => ({ branch, role: "hostess", name, name_key: foldText(name) })),
    ...DEFAULT_STAFF.waiters.map((name) => ({ branch, role: "waiter", name, name_key: foldText(name) })),
  ]);
  await hub.write(bySystem("start"), async (tx) => {
    if ((await tx.staffMember.count()) > 0) return { answer: undefined, happened: [] };
    await tx.staffMember.createMany({ data: rows });
    return {
      answer: undefined,
      happened: [{ kind: "staff.defaults_set", subjects: [...RESTAURANTS], payload: { branches: [...RESTAURANTS] } }],
    };
  });
}
