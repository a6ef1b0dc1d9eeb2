import { bySystem, type WriteBy } from "../db/actor";
import type { Tx } from "../db/clients";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { type Restaurant, restaurants } from "../known-branches";
import type { StaffLists, StaffRole } from "./contract";
import { staffIn } from "./list";
import { DEFAULT_STAFF, staffKey } from "./names";

interface StaffName {
  role: StaffRole;
  name: string;
}

/** Adds a name; an empty one, and one of the list in whatever case, changes nothing. @returns the lists as they are now */
export async function addName(branch: Restaurant, { role, name }: StaffName, by: WriteBy): Promise<StaffLists> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const name_key = staffKey(name);
    const known = name_key === "" || (await tx.staffMember.findUnique({ where: { branch_role_name_key: { branch, role, name_key } } }));
    if (known) return { answer: await staffIn(tx, branch), happened: [] };
    await tx.staffMember.create({ data: { branch, role, name, name_key } });
    return {
      answer: await staffIn(tx, branch),
      happened: [{ kind: "staff.added", subjects: [branch], payload: { branch, role, name } }],
    };
  });
}

/** Takes a name off, in whatever case; one that is not there changes nothing. @returns the lists as they are now */
export async function removeName(branch: Restaurant, { role, name }: StaffName, by: WriteBy): Promise<StaffLists> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const where = { branch_role_name_key: { branch, role, name_key: staffKey(name) } };
    const known = await tx.staffMember.findUnique({ where });
    if (!known) return { answer: await staffIn(tx, branch), happened: [] };
    await tx.staffMember.delete({ where });
    return {
      answer: await staffIn(tx, branch),
      happened: [{ kind: "staff.removed", subjects: [branch], payload: { branch, role, name: known.name } }],
    };
  });
}

/** Gives a branch the lists of its first day. The event keeps what stood there. */
export async function resetToDefaults(branch: Restaurant, by: WriteBy): Promise<StaffLists> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const old = await staffIn(tx, branch);
    await tx.staffMember.deleteMany({ where: { branch } });
    await addDefaults(tx, [branch]);
    const answer = await staffIn(tx, branch);
    return { answer, happened: [{ kind: "staff.reset", subjects: [branch], payload: { branch, old, new: answer } }] };
  });
}

/** Gives branches the lists of a first day. */
export async function addDefaults(tx: Tx<"hub">, branches: readonly Restaurant[]): Promise<void> {
  const rows = (branch: Restaurant, role: StaffRole, names: readonly string[]) =>
    names.map((name) => ({ branch, role, name, name_key: staffKey(name) }));
  await tx.staffMember.createMany({
    data: branches.flatMap((branch) => [
      ...rows(branch, "hostess", DEFAULT_STAFF.hostesses),
      ...rows(branch, "waiter", DEFAULT_STAFF.waiters),
    ]),
  });
}

/** First start: gives every restaurant the default lists. Does nothing once any list has a name. */
export async function makeFirstStaff(): Promise<void> {
  const hub = await hubStore();
  if (statement<[], { name: string }>(hub.sql, "SELECT name FROM staff_member LIMIT 1").get()) return;
  await hub.write(bySystem("start"), async (tx) => {
    if ((await tx.staffMember.count()) > 0) return { answer: undefined, happened: [] };
    await addDefaults(tx, restaurants());
    return {
      answer: undefined,
      happened: [{ kind: "staff.defaults_set", subjects: restaurants(), payload: { branches: restaurants() } }],
    };
  });
}
