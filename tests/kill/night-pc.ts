import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { TransportState } from "../../lib/queue/workers/contract";
import type { Mark } from "../../workers/journal-lines";
import { readJournal } from "../../workers/journal-lines";
import type { CloudApi } from "../support/cloud-api";
import type { WhatsAppWeb } from "../support/whatsapp-web";
import { CuttingLine } from "./cutting-line";
import type { KillHouse } from "./house";
import { logOf, WorkerProcess } from "./worker-process";

/** The number of the phone that is linked. */
const NUMBER = "96131000000";
const NOWHERE = "http://127.0.0.1:9";

interface Place {
  house: KillHouse;
  api: CloudApi;
  web: WhatsAppWeb;
  /** Milliseconds since 1970, of the night. */
  clock: () => number;
  chance: () => number;
}

/** One of the night's two PCs: its worker, its folder, its line to the server, and what was done to it. */
export class NightPc {
  /** When its folder was deleted, in milliseconds of the night. */
  readonly reinstalled: number[] = [];
  kills = 0;
  private worker: WorkerProcess | null = null;
  private token = "";
  private sleepsSince: number | null = null;
  private isCut = false;
  private jumped = 0;

  private constructor(
    readonly name: string,
    private readonly transport: "cloud" | "baileys",
    private readonly place: Place,
    private readonly line: CuttingLine,
  ) {}

  /** @param share of the answers that it loses on its line all night */
  static async open(name: string, transport: "cloud" | "baileys", place: Place, share: number): Promise<NightPc> {
    let isCut = () => false;
    const line = await CuttingLine.start(
      () => (isCut() ? NOWHERE : place.house.url || NOWHERE),
      () => place.chance() < share,
    );
    const pc = new NightPc(name, transport, place, line);
    isCut = () => pc.isCut;
    return pc;
  }

  async close(): Promise<void> {
    await this.kill();
    await this.line.stop();
  }

  get cuts(): number {
    return this.line.cuts;
  }

  get isAsleep(): boolean {
    return this.sleepsSince !== null;
  }

  private get folder(): string {
    return path.join(this.place.house.folder, this.name);
  }

  private get clockFile(): string {
    return path.join(this.place.house.folder, `${this.name}-clock`);
  }

  /** A new folder with a new token, as on a PC that was set up anew. The server must be there. */
  async install(): Promise<void> {
    const { house, api, web, clock } = this.place;
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
    this.reinstalled.push(clock());
    await house.signIn();
    const answer = await house.request("POST", "/worker-tokens", { body: { worker: this.name, take_over: true } });
    expect(answer?.status, JSON.stringify(answer?.body)).toBe(200);
    this.token = (answer?.body as { token: string } | undefined)?.token ?? "";
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const { token, phoneNumberId: phone_number_id } = api.options;
    const settings = this.transport === "cloud" ? { base: api.url, phone_number_id, token } : { accepted: "ACCEPT", url: web.url };
    writeFileSync(path.join(this.folder, `${this.transport}.json`), JSON.stringify(settings), { mode: 0o600 });
    this.start();
  }

  start(): void {
    this.jump(0);
    const { name, token, folder, transport, clockFile: sleptClock } = this;
    this.worker = new WorkerProcess({ server: this.line.url, token, name, folder, transport, sleptClock });
  }

  async kill(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.sleepsSince = null;
    if (!worker) return;
    worker.signal("SIGCONT");
    await worker.kill();
    this.kills++;
  }

  /** The PC sleeps: its process stands still, and when it goes on, its clocks have jumped. */
  sleep(): void {
    this.worker?.signal("SIGSTOP");
    this.sleepsSince = this.place.clock();
  }

  wake(): void {
    if (this.sleepsSince === null) return;
    this.jump(this.place.clock() - this.sleepsSince);
    this.sleepsSince = null;
    this.worker?.signal("SIGCONT");
  }

  /** Time has passed at once; a PC that is awake was busy with something else. */
  jump(milliseconds: number): void {
    this.jumped += milliseconds;
    writeFileSync(`${this.clockFile}.new`, String(this.jumped));
    renameSync(`${this.clockFile}.new`, this.clockFile);
  }

  cut(isCut: boolean): void {
    this.isCut = isCut;
  }

  /** The owner scans the code, where the phone is to be linked. */
  linkIfAsked(): void {
    if (this.transport === "cloud") return;
    const [row] = this.place.house.rows<{ state: string }>("hub.db", `SELECT state FROM queue_worker WHERE id = '${this.name}'`);
    const qr = row ? (JSON.parse(row.state) as Partial<TransportState>).pairing?.qr : null;
    if (!qr) return;
    try {
      this.place.web.scan(qr, NUMBER);
    } catch {
      // An older process showed it.
    }
  }

  /** What its journal still says. */
  journal(): Mark[] {
    try {
      return readJournal(readFileSync(path.join(this.folder, "journal.log"))).marks;
    } catch {
      return [];
    }
  }

  said(): string {
    return `${this.name}: ${this.worker?.said()}\n${logOf(this.folder)}`;
  }
}
