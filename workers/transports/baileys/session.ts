import { closeSync, copyFileSync, existsSync, fdatasyncSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AuthenticationCreds, AuthenticationState, SignalDataSet, SignalDataTypeMap } from "baileys";
import { lineOf, readJournal } from "../../journal-lines";
import { writeWholeFile } from "../../whole-file";

/** What this file needs of Baileys, which is loaded when it is used. */
export type SessionLibrary = Pick<typeof import("baileys"), "BufferJSON" | "initAuthCreds" | "proto">;

/** One change, all of it or nothing. Values are JSON; null takes one away. */
interface Change {
  creds?: string;
  keys?: Record<string, string | null>;
  /** WhatsApp has ended the link: what is kept is worth nothing any more. */
  over?: true;
}

/** The file is written anew when it has grown beyond so many bytes, and to three times what it holds. */
const GROWN = 4 * 1024 * 1024;

/**
 * The keys of a linked phone, in a file to which each change is one checked line: a transaction of Baileys is on the disk
 * whole, or not at all. A change that is lost would cost messages, and the whole file a new linking.
 */
export class Session {
  private readonly file: string;
  private readonly values = new Map<string, string>();
  private length = 0;
  private live = 0;
  private isOver = false;
  creds: AuthenticationCreds;
  /** What was wrong with the file, in a sentence; null when nothing was. */
  readonly damage: string | null = null;

  constructor(
    folder: string,
    private readonly library: SessionLibrary,
  ) {
    this.file = path.join(folder, "session.log");
    const bytes = existsSync(this.file) ? readFileSync(this.file) : Buffer.alloc(0);
    const { marks, length, damaged } = readJournal<Change>(bytes);
    let creds: string | null = null;
    for (const change of marks) {
      creds = change.creds ?? creds;
      this.take(change);
    }
    this.length = length;
    if (length < bytes.length) truncateSync(this.file, length);
    if (damaged > 0) this.damage = this.keepAside(damaged);
    this.creds = creds === null || this.isOver ? library.initAuthCreds() : JSON.parse(creds, library.BufferJSON.reviver);
    if (!this.isLinked) this.begin();
  }

  /** A phone has confirmed this PC. */
  get isLinked(): boolean {
    return this.creds.account !== undefined && this.creds.me !== undefined;
  }

  /** New keys for a linking: those that a phone was half given are of no more use. */
  begin(): void {
    rmSync(this.file, { force: true });
    this.values.clear();
    this.length = 0;
    this.live = 0;
    this.isOver = false;
    this.creds = this.library.initAuthCreds();
  }

  /** The link is over; the next start begins a new one. */
  end(): void {
    this.write({ over: true });
  }

  /** @throws when the disk does not take it */
  saveCreds(): void {
    this.write({ creds: JSON.stringify(this.creds, this.library.BufferJSON.replacer) });
  }

  state(): AuthenticationState {
    return { creds: this.creds, keys: { get: async (type, ids) => this.get(type, ids), set: async (data) => this.set(data) } };
  }

  private get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): { [id: string]: SignalDataTypeMap[T] } {
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const id of ids) {
      const json = this.values.get(`${type} ${id}`);
      if (json === undefined) continue;
      const value = JSON.parse(json, this.library.BufferJSON.reviver);
      found[id] = type === "app-state-sync-key" ? this.library.proto.Message.AppStateSyncKeyData.fromObject(value) : value;
    }
    return found;
  }

  private set(data: SignalDataSet): void {
    const keys: Record<string, string | null> = {};
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        keys[`${type} ${id}`] = value === null || value === undefined ? null : JSON.stringify(value, this.library.BufferJSON.replacer);
      }
    }
    this.write({ keys });
  }

  private write(change: Change): void {
    const line = Buffer.from(lineOf(change));
    const fd = openSync(this.file, "a", 0o600);
    try {
      writeFileSync(fd, line);
      fdatasyncSync(fd);
    } catch (error) {
      truncateSync(this.file, this.length); // half a line would make the next one unreadable
      throw error;
    } finally {
      closeSync(fd);
    }
    this.length += line.length;
    this.take(change);
    if (this.length > GROWN && this.length > 3 * this.live) this.shorten();
  }

  private take({ keys = {}, over }: Change): void {
    for (const [key, value] of Object.entries(keys)) {
      this.live -= this.values.get(key)?.length ?? 0;
      if (value === null) this.values.delete(key);
      else this.values.set(key, value);
      this.live += value?.length ?? 0;
    }
    if (over) this.isOver = true;
  }

  private shorten(): void {
    const whole: Change = { creds: JSON.stringify(this.creds, this.library.BufferJSON.replacer), keys: Object.fromEntries(this.values) };
    const line = lineOf(whole);
    writeWholeFile(this.file, line);
    this.length = Buffer.byteLength(line);
  }

  private keepAside(damaged: number): string {
    const aside = `${this.file}.damaged-${Date.now()}`;
    copyFileSync(this.file, aside);
    return `${damaged} lines of the linked phone's keys could not be read; the file is kept as ${path.basename(aside)}. If messages stay unreadable on guests' phones, link the phone anew.`;
  }
}
