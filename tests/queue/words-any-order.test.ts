import path from "node:path";
import { expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, tellByMeta } from "../support/meta";
import { WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 300 : 5));
const GUEST = "9613111111";
const BEGINNING = Date.UTC(2026, 10, 20, 9);

type Wish = "no" | "yes" | null;

/** Something that a guest wrote, or told somebody of the house. */
interface Word {
  wish: Wish;
  text: string;
  /** Seconds since the beginning. */
  written: number;
}

const WORDS: readonly [text: string, wish: Wish][] = [
  ["STOP", "no"],
  ["إلغاء", "no"],
  ["unsubscribe!", "no"],
  ["START", "yes"],
  ["ابدأ", "yes"],
  ["please stop it at 8", null],
];

/**
 * A guest who changes their mind all day, by two numbers of the house and to its people. What they write is told late, twice
 * and in any order: by Meta in whole seconds, by a worker PC whose clock may run ahead.
 */
class Day {
  readonly log: string[] = [];
  private seconds = 0;
  private letters = 0;
  /** Written, and told once or never. */
  private readonly written: Word[] = [];
  /** As the house heard them, those told twice in it twice. */
  private readonly heard: Word[] = [];
  private readonly pc = new WorkerPc("pc-1");

  constructor(
    private readonly random: ReturnType<typeof dice>,
    private readonly data: string,
  ) {}

  async begin(): Promise<void> {
    this.pass(0);
    await this.pc.start();
  }

  async step(): Promise<void> {
    const step = this.random.pick(["write", "write", "write", "tell", "tell", "tell", "tell", "staff"] as const);
    // In the same second as the step before, now and then: Meta tells no more than seconds.
    this.pass(this.random.chance(0.3) ? 0 : this.random.below(90));
    await this[step]();
    await this.check();
  }

  /** Everything that was written and not told yet. */
  async end(): Promise<void> {
    for (const word of this.written.filter((one) => !this.heard.includes(one))) {
      await this.telling(word);
      await this.check();
    }
    this.pass(1);
    await this.telling({ wish: "yes", text: "START", written: this.seconds });
    expect(await this.isWrittenTo(), "a new yes opens the way again, whatever was before").toBe(true);
  }

  private pass(seconds: number): void {
    this.seconds += seconds;
    clockAt(new Date(this.at(this.seconds)).toISOString());
  }

  private at = (seconds: number) => BEGINNING + seconds * 1_000;

  private async write(): Promise<void> {
    const [text, wish] = this.random.pick(WORDS);
    const word = { text, wish, written: this.seconds };
    this.written.push(word);
    if (this.random.chance(0.5)) await this.telling(word);
  }

  private async tell(): Promise<void> {
    if (this.written.length > 0) await this.telling(this.random.pick(this.written));
  }

  private async telling(word: Word): Promise<void> {
    const isMeta = this.random.chance(0.6);
    this.log.push(`${this.seconds} s: ${isMeta ? "Meta" : "the PC"} tells ${word.text}, written at ${word.written} s`);
    this.heard.push(word);
    const at = new Date(this.at(word.written)).toISOString();
    if (!isMeta) {
      const { worker_id, boot_id } = this.pc;
      const body = { worker_id, boot_id, messages: [{ from: GUEST, text: word.text, at }] };
      expect((await call("worker", inbound, { body })).status).toBe(200);
      return;
    }
    const messages = [{ from: GUEST, id: "wamid.1", timestamp: String(Date.parse(at) / 1_000), type: "text", text: { body: word.text } }];
    expect((await tellByMeta({ messages })).status).toBe(200);
  }

  private async staff(): Promise<void> {
    this.pass(1);
    const wish = this.random.pick(["no", "yes"] as const);
    this.log.push(`${this.seconds} s: somebody of the house hears ${wish}`);
    const [row] = this.rowsOf("SELECT opted_out_by FROM recipient WHERE opted_out_at IS NOT NULL") as { opted_out_by: string }[];
    const isRefused = wish === "yes" && row !== undefined && row.opted_out_by !== "staff";
    const { status } = await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: wish === "no" } });
    expect(status).toBe(isRefused ? 403 : 200);
    if (!isRefused) this.heard.push({ wish, text: "", written: this.seconds });
  }

  /** Whether a letter to the guest is queued. */
  private async isWrittenTo(): Promise<boolean> {
    const { answer } = await write([{ name: "Maya", phone: "+961 3 111 111", message: `Letter ${++this.letters}` }]);
    expect(answer.enqueued + answer.skipped.length).toBe(1);
    return answer.enqueued === 1;
  }

  /** When the last no, or yes, was written of those that were heard; null where there was none. @param isOwn by the guest alone */
  private lastWritten(wish: Wish, isOwn = false): number | null {
    const times = this.heard.filter((word) => word.wish === wish && !(isOwn && word.text === "")).map(({ written }) => written);
    return times.length > 0 ? Math.max(...times) : null;
  }

  private rowsOf = (sql: string) => rows(path.join(this.data, "hub.db"), sql);

  /** Whether words that sound like a no came after all that was said clearly. */
  private isUndecided(): boolean {
    const doubts = this.heard.filter(({ wish }) => wish === null).map(({ written }) => written);
    const clear = this.heard.filter(({ wish }) => wish !== null).map(({ written }) => written);
    return doubts.length > 0 && Math.max(...doubts) > Math.max(-1, ...clear);
  }

  private async check(): Promise<void> {
    const isWrittenTo = await this.isWrittenTo();
    const [lastNo, lastYes] = [this.lastWritten("no"), this.lastWritten("yes")];
    const told = this.heard.findLast(({ wish }) => wish !== null);
    if (this.isUndecided()) return expect(isWrittenTo, "whether it was a no is for somebody to say").toBe(false);
    if (lastNo === null) return expect(isWrittenTo, "nobody has said no").toBe(true);
    const [ownNo, ownYes] = [this.lastWritten("no", true), this.lastWritten("yes", true)];
    if (ownNo !== null && ownNo >= (ownYes ?? ownNo))
      expect(isWrittenTo, "the guest's own last word is a no, whatever staff say").toBe(false);
    if (lastYes === null || lastNo >= lastYes) expect(isWrittenTo, "the last word is a no").toBe(false);
    if (told?.wish === "yes" && told.written > lastNo) expect(isWrittenTo, "the last word is a yes from after every no").toBe(true);
    if (told?.wish !== "no") return;
    expect(isWrittenTo, "a no counts, however late it is told").toBe(false);
    expect(this.rowsOf("SELECT id FROM queue_item WHERE status = 'PENDING'"), "what waited does not go").toEqual([]);
    if (this.heard.at(-1) === told)
      expect(this.rowsOf("SELECT * FROM consent WHERE revoked_at IS NULL"), "nothing is agreed to").toEqual([]);
  }
}

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "nobody is written to whose last word is a no, however the words are told (%i)",
  { timeout: 60_000 },
  async (index) => {
    const data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
    const day = new Day(dice(SEED * 7_919 + index), data);
    try {
      await day.begin();
      for (let step = 0; step < 20; step++) await day.step();
      await day.end();
    } catch (error) {
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${day.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
