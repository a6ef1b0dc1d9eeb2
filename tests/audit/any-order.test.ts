import { expect, it } from "vitest";
import type { AnswerOf } from "@/lib/api/endpoint";
import { type AuditEntry, checkAudit, exportAudit, listAudit } from "@/lib/audit/contract";
import { changeRole, login, logout, newUser } from "@/lib/auth/contract";
import { exportVcf } from "@/lib/guests/contract";
import { packLogs } from "@/lib/logs/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { addStaff, removeStaff } from "@/lib/staff/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { PASSWORD, signInAs } from "../support/people";
import { write } from "../support/queue";
import { EVENING, seat } from "../support/tables";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 100 : 2));
const batroun = { branch: "batroun" };

/** An evening on which people do, and are refused, whatever there is in random order; the trail has to have each of it once. */
class Evening {
  readonly log: string[] = [];
  /** How often each kind has to stand in the trail since the evening began; refusals by how often somebody was refused. */
  readonly expected = new Map<string, number>();
  private readonly staff = new Set<string>();
  private readonly outs = new Set<string>();
  private readonly signedIn: { authorization: string }[] = [];
  private people = 0;
  private tables = 0;
  private letters = 0;

  constructor(private readonly random: ReturnType<typeof dice>) {}

  async step(): Promise<void> {
    const steps = [
      "name",
      "name",
      "table",
      "out",
      "stopSending",
      "letter",
      "person",
      "role",
      "sign",
      "take",
      "refused",
      "refused",
      "wrong",
      "look",
    ] as const;
    const step = this.random.pick(steps);
    this.log.push(step);
    await this[step]();
  }

  /** What an answer says to have been done has to be in the trail; what was refused or is as before, has not. */
  private note(kind: string, times = 1): void {
    this.expected.set(kind, (this.expected.get(kind) ?? 0) + times);
  }

  private async name(): Promise<void> {
    const name = this.random.pick(["Nour", "ريما", "=1+1", "Zoe"]);
    const adds = this.random.chance(0.6);
    const key = crypto.randomUUID();
    const ask = () => call("staff", adds ? addStaff : removeStaff, { params: batroun, body: { role: "waiter", name }, key });
    expect((await ask()).status).toBe(200);
    if (this.random.chance(0.3)) await ask(); // the answer was lost: pressed again
    if (adds === this.staff.has(name)) return; // as it was before
    this.note(adds ? "staff.added" : "staff.removed");
    if (adds) this.staff.add(name);
    else this.staff.delete(name);
  }

  private async table(): Promise<void> {
    const { status } = await seat([{ name: "سلمى", phones: "03 111111" }], {
      number: String(++this.tables),
      branch: this.random.pick(["jounieh", "batroun"]),
    });
    expect(status).toBe(200);
    this.note("table.saved");
  }

  private async out(): Promise<void> {
    const phones = this.random.pick(["03 111111", "03 222222"]);
    const opted_out = this.random.chance(0.5);
    expect((await call("staff", setOptOut, { body: { phones, opted_out } })).status).toBe(200);
    if (opted_out === this.outs.has(phones)) return;
    this.note(opted_out ? "guest.opted_out" : "guest.opted_in");
    if (opted_out) this.outs.add(phones);
    else this.outs.delete(phones);
  }

  private async stopSending(): Promise<void> {
    const stops = this.random.chance(0.5);
    expect((await call("keyless", stops ? cancelSending : resetCancel)).status).toBe(200);
    this.note(stops ? "sending.stopped" : "sending.resumed");
  }

  private async letter(): Promise<void> {
    const { answer } = await write([{ name: "Maya", phone: "71 555555", message: `Letter ${++this.letters}` }]);
    expect(answer.enqueued).toBe(1);
    this.note("messages.queued");
  }

  private async person(): Promise<void> {
    const taken = this.people > 0 && this.random.chance(0.3);
    const username = `person ${taken ? this.people : ++this.people}`;
    const { status } = await call("admin", newUser, { body: { username, password: PASSWORD, roles: ["staff"] } });
    expect(status).toBe(taken ? 409 : 201);
    if (!taken) this.note("user.created");
  }

  private async role(): Promise<void> {
    const { status } = await call("admin", changeRole, {
      params: { role: `role ${this.random.below(1_000_000)}` },
      body: { permissions: ["nav_home"] },
    });
    expect(status).toBe(200);
    this.note("role.changed");
  }

  private async sign(): Promise<void> {
    const headers = this.random.chance(0.5) ? this.signedIn.pop() : undefined;
    if (headers) {
      expect((await call("nobody", logout, { headers })).status).toBe(200);
      this.note("session.ended");
      // The token is dead: what it tries is a refusal.
      expect((await call("nobody", packLogs, { headers })).status).toBe(401);
      this.note("calls.refused");
    } else if (this.people > 0) {
      this.signedIn.push((await signInAs("person 1")).headers);
      this.note("session.started");
    }
  }

  private async take(): Promise<void> {
    const [contract, query] = this.random.pick([
      [exportVcf, { date: "2026-11-20" }],
      [exportVcf, { date: "2020-01-01" }],
      [exportAudit, {}],
    ] as const);
    const { status } = await call("admin", contract, { query, branch: "jounieh" });
    if (status === 200) this.note("data.exported");
    else expect(status, "nobody was there that day").toBe(404);
    if (this.random.chance(0.3)) {
      expect((await call("staff", packLogs)).status).toBe(200);
      this.note("logs.packed");
    }
  }

  private async refused(): Promise<void> {
    const as: Person = this.random.pick(["nobody", "keyless", "staff"]);
    const body = { username: "x", password: PASSWORD, roles: ["staff"] };
    const { status } = await call(as, newUser, { body, address: `10.0.0.${this.random.below(3)}` });
    expect(status).toBe(as === "nobody" ? 401 : 403);
    this.note("calls.refused");
  }

  private async wrong(): Promise<void> {
    const { status } = await call("nobody", login, { body: { username: `nobody ${this.random.below(1_000_000)}`, password: "no such" } });
    expect(status).toBe(401);
    this.note("calls.refused");
  }

  /** Reading the trail writes down what was counted, and nothing else. */
  private async look(): Promise<void> {
    await this.check(await trail(this.random.pick(["3", "7", "50"])));
  }

  check(entries: readonly AuditEntry[]): void {
    const found = new Map<string, number>();
    for (const { kind, details } of entries) {
      const times = details.find(({ name }) => name === "times")?.value ?? "1";
      found.set(kind, (found.get(kind) ?? 0) + Number(times));
    }
    expect(Object.fromEntries([...found].sort())).toEqual(Object.fromEntries([...this.expected].sort()));
    expect(new Set(entries.map(({ id }) => id)).size, "nothing is told twice").toBe(entries.length);
    for (const { at, who, where, what, result, kind } of entries) {
      expect(
        [at, who.name, where, what].every((text) => text !== ""),
        kind,
      ).toBe(true);
      expect(result).toBe(kind === "calls.refused" ? "refused" : "done");
    }
  }
}

async function pageOf(query: Record<string, string>): Promise<AnswerOf<typeof listAudit>> {
  const { status, answer } = await call("admin", listAudit, { query: query as never });
  expect(status, answer.error).toBe(200);
  return answer;
}

/** The trail from the evening on, without its seals, page by page. */
async function trail(limit: string): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page: AnswerOf<typeof listAudit> = await pageOf({ limit, depth: "all", ...(next ? { before: next } : {}) });
    found.push(...page.entries);
    next = page.next;
  }
  return found.filter(({ id, kind }) => !known.has(id) && kind !== "trail.sealed");
}

const known = new Set<string>();

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "every change, refusal and export is in the trail once, and the chain holds, in whatever order (%i)",
  { timeout: 60_000 },
  async (index) => {
    enterHouse();
    clockAt(EVENING);
    known.clear();
    for (const { id } of await trail("200")) known.add(id);
    const evening = new Evening(dice(SEED * 7_919 + index));
    try {
      for (let step = 0; step < 40; step++) await evening.step();
      evening.check(await trail("11"));
      expect((await call("admin", checkAudit)).answer).toMatchObject({ intact: true, unavailable: [] });
    } catch (error) {
      const said = error instanceof Error ? error.message : error;
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${evening.log.join("\n")}\n${said}`, { cause: error });
    }
  },
);
