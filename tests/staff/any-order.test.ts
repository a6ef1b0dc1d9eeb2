import { expect, it } from "vitest";
import type { BodyInputOf } from "@/lib/api/endpoint";
import { addStaff, listStaff, removeStaff, resetStaff } from "@/lib/staff/contract";
import { DEFAULT_STAFF } from "@/lib/staff/names";
import { dice } from "../sequences/people";
import { type Answered, call, enterHouse } from "../support/house";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 100 : 3));

type Role = "hostess" | "waiter";
interface Wish {
  what: "add" | "remove" | "reset";
  by: "staff" | "admin";
  body: BodyInputOf<typeof addStaff>;
  key: string;
}

const NAMES = ["Nour", "ريما", "Élie", "Abed", "Zoe", "Maya", "Jad", "Tony"] as const;
const WRITTEN = [(name: string) => name, (name: string) => `  ${name.toUpperCase()} `, (name: string) => name.normalize("NFD")] as const;
const sameAs = (name: string) => name.trim().normalize("NFC").toLowerCase();
const params = { branch: "batroun" };

/**
 * Two people with Manage Staff open at once, each of whom presses again what was not answered, sometimes much later. After
 * each round the lists are what the wishes of the round may have made of them, in whatever order they came.
 */
class ManageStaff {
  readonly log: string[] = [];
  private readonly done: { wish: Wish; answer: unknown }[] = [];
  private before = DEFAULT_STAFF;

  constructor(private readonly random: ReturnType<typeof dice>) {}

  async round(): Promise<void> {
    const wishes = Array.from({ length: 1 + this.random.below(5) }, () => this.wish());
    // Pressed twice, because the answer was lost: the same words with the same key.
    const pressed = wishes.flatMap((wish) => (this.random.chance(0.3) ? [wish, wish] : [wish]));
    this.log.push(wishes.map(({ by, what, body }) => `${by} ${what} ${body.role} ${body.name}`).join(" | "));
    for (const [index, { status, answer }] of (await Promise.all(pressed.map(ask))).entries()) {
      expect(status, JSON.stringify(answer)).toBe(200);
      this.done.push({ wish: pressed[index] as Wish, answer });
    }
    await this.check(wishes);
    await this.pressLate();
  }

  private wish(): Wish {
    const what = this.random.chance(0.05) ? "reset" : this.random.pick(["add", "add", "remove"] as const);
    const name = this.random.pick(WRITTEN)(this.random.pick(NAMES));
    const role: Role = this.random.pick(["hostess", "waiter"]);
    return { what, by: this.random.pick(["staff", "admin"]), body: { role, name }, key: crypto.randomUUID() };
  }

  private async check(wishes: readonly Wish[]): Promise<void> {
    const { answer: after } = await call("keyless", listStaff, { params });
    const isReset = wishes.some(({ what }) => what === "reset");
    for (const [role, list] of [["hostess", "hostesses"] as const, ["waiter", "waiters"] as const]) {
      const of = (what: Wish["what"]) =>
        wishes.filter((one) => one.what === what && one.body.role === role).map((one) => sameAs(one.body.name));
      const [was, is, first] = [this.before[list], after[list], DEFAULT_STAFF[list]].map((names) => names.map(sameAs));
      const [added, removed] = [of("add"), of("remove")];
      expect(new Set(is).size, "nobody twice").toBe(is?.length);
      expect(after[list], "sorted").toEqual([...after[list]].sort((a, b) => a.localeCompare(b)));
      for (const name of [...(was ?? []), ...added]) {
        const mayBeGone = removed.includes(name) || (isReset && !first?.includes(name));
        if (!mayBeGone) expect(is, `${name} was lost`).toContain(name);
      }
      for (const name of is ?? []) {
        expect([...(was ?? []), ...added, ...(isReset ? (first ?? []) : [])], `${name} came from nowhere`).toContain(name);
        if (removed.includes(name) && !added.includes(name) && !isReset) expect.fail(`${name} was removed, and is there`);
      }
    }
    this.before = after;
  }

  /** Somebody's tablet comes back and sends once more what was answered long ago: nothing happens, and the answer is the first one. */
  private async pressLate(): Promise<void> {
    if (this.random.chance(0.5)) return;
    const { wish, answer } = this.random.pick(this.done);
    expect((await ask(wish)).answer).toEqual(answer);
    expect((await call("keyless", listStaff, { params })).answer, "a late repeat changes nothing").toEqual(this.before);
  }
}

function ask({ what, by, body, key }: Wish): Promise<Answered<typeof addStaff>> {
  if (what === "reset") return call(by, resetStaff, { params, key });
  return call(by, what === "add" ? addStaff : removeStaff, { params, body, key });
}

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "no name is lost that nobody took off, whoever changes the lists at once and whatever is repeated (%i)",
  { timeout: 60_000 },
  async (index) => {
    enterHouse();
    const manage = new ManageStaff(dice(SEED * 7_919 + index));
    try {
      for (let round = 0; round < 9; round++) await manage.round();
    } catch (error) {
      const said = error instanceof Error ? error.message : error;
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${manage.log.join("\n")}\n${said}`, { cause: error });
    }
  },
);
