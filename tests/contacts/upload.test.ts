import { readdirSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { dataDir, storeFile } from "@/lib/db/files";
import { branchStore } from "@/lib/db/find-store";
import { importContacts } from "@/lib/import/contract";
import { forgetHighest, memoryOf } from "../bench/report";
import { writeQuietly } from "../support/by";
import { routeOf } from "../support/handlers";
import { call, enterHouse, tokenFor } from "../support/house";
import { serveHandlers } from "../support/server";
import { rows } from "../support/stores";

const CSV = "name,phones\nMaya,03 123456\nRami,70 111222\n";
const FORM = "multipart/form-data; boundary=x";

function part(headers: string, contents: string): string {
  return `--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${contents}\r\n`;
}

const THE_FILE = part('name="file"; filename="guests.csv"', CSV);

function piecesOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      if (start < bytes.length) controller.enqueue(bytes.subarray(start, start + size));
      else controller.close();
      start += size;
    },
  });
}

function bring(raw: BodyInit) {
  return call("staff", importContacts, { raw, headers: { "content-type": FORM } });
}

function uploads(): string[] {
  return readdirSync(path.join(dataDir(), "uploads"));
}

function guestsIn(branch: "jounieh"): number {
  return rows(storeFile(branch, "contacts"), "SELECT seq FROM contact").length;
}

describe("a form", () => {
  it.each([
    ["of the file alone", `${THE_FILE}--x--\r\n`],
    ["with fields before and behind the file", `${part('name="a"', "1")}${THE_FILE}${part('name="b"', "2")}--x--\r\n`],
    ["with other files", `${part('name="photo"; filename="p.jpg"', "jpg")}${THE_FILE}${part('name="z"; filename="z"', "z")}--x--\r\n`],
    ["without a line break at its end", `${THE_FILE}--x--`],
    ["with a text before its first and behind its last boundary", `before\r\n${THE_FILE}--x--\r\nbehind`],
  ])("%s brings its guests, however it comes in", async (_, text) => {
    enterHouse();
    for (const size of [text.length, 7]) {
      const { status, answer } = await bring(piecesOf(text, size));
      expect({ status, total: answer.total, errors: answer.errors }).toEqual({ status: 200, total: 2, errors: [] });
    }
    expect(guestsIn("jounieh")).toBe(2);
    expect(uploads()).toEqual([]);
  });

  it.each([
    ["with two files", `${THE_FILE}${THE_FILE}--x--\r\n`, "Send one file at a time. Nothing was brought in."],
    [
      "with a text and a file of one name",
      `${part('name="file"', CSV)}${THE_FILE}--x--\r\n`,
      "Send one file at a time. Nothing was brought in.",
    ],
    [
      "with a file and a text of one name",
      `${THE_FILE}${part('name="file"', CSV)}--x--\r\n`,
      "Send one file at a time. Nothing was brought in.",
    ],
    ["with the file under another name", `${part('name="files"; filename="g.csv"', CSV)}--x--\r\n`, "Choose a vCard, CSV or Excel file."],
    ["with a text in the file's place", `${part('name="file"', CSV)}--x--\r\n`, "Choose a vCard, CSV or Excel file."],
    ["without anything", "--x--\r\n", "Choose a vCard, CSV or Excel file."],
    ...["--x\r\nContent-Disp", THE_FILE.slice(0, -30), THE_FILE, `${THE_FILE}--x\r\nContent-Disposition: form-data; name="b"\r\n\r\n2`].map(
      (text): [string, string, string] => [
        `that ends with ${JSON.stringify(text.slice(-12))}`,
        text,
        "This form is damaged or was cut short. Nothing was brought in. Send the file once more.",
      ],
    ),
  ])("%s is refused with a sentence", async (_, text, error) => {
    enterHouse();
    const { status, answer } = await bring(text);
    expect({ status, code: answer.code, error: answer.error }).toEqual({ status: 400, code: "invalid_request", error });
    expect(answer.issues).toEqual([{ path: "file", message: error }]);
    expect(guestsIn("jounieh")).toBe(0);
    expect(uploads()).toEqual([]);
  });

  it("goes to the disk and not into the memory, several of them at a time", { timeout: 120_000 }, async () => {
    enterHouse();
    await takeForms(4, 1); // what the program itself takes at first
    const { grownMb, statuses } = await takeForms(4, 60);
    expect(statuses).toEqual([400, 400, 400, 400]);
    expect(uploads()).toEqual([]);
    expect(grownMb).toBeLessThan(60); // a quarter of what was sent
  });
});

describe("a file whose sender goes away half way", () => {
  const HALF = `${CSV}Omar,03 654321\n`;

  it("is not taken for a whole one, though its stream ends like any other", async () => {
    enterHouse();
    const headers = { "content-type": "text/csv", "content-length": String(HALF.length + 1) };
    const { status, answer } = await call("staff", importContacts, { raw: piecesOf(HALF, 7), headers });
    expect({ status, code: answer.code }).toEqual({ status: 499, code: "aborted" });
    expect(guestsIn("jounieh")).toBe(0);
    expect(uploads()).toEqual([]);
  });

  it("brings nothing in over a real connection", async () => {
    enterHouse();
    const { port } = new URL(await serveHandlers());
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST /api/contacts/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor("staff")}\r\nContent-Type: text/csv\r\nContent-Length: 2000\r\n\r\n`;
    socket.write(head + HALF);
    await vi.waitFor(() => expect(uploads()).toHaveLength(1));
    socket.destroy();
    await vi.waitFor(() => expect(uploads()).toEqual([]));
    expect(guestsIn("jounieh")).toBe(0);
  });
});

const MB = 1024 * 1024;

/** A form of `mb` MB that is cut short at its very end, so that all of it is taken in and none of it read, which takes memory of its own. */
async function* largeForm(mb: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="g.vcf"\r\n\r\nBEGIN:VCARD\nFN:Maya\nPHOTO:');
  for (let piece = 0; piece < mb * 16; piece++) yield Buffer.alloc(MB / 16, "A");
}

/** Sends so many forms at once, and says by how many MB this process, which takes them, grew at its highest. */
async function takeForms(count: number, mb: number) {
  forgetHighest(process.pid);
  const before = memoryOf(process.pid, "VmRSS");
  const bodies = Array.from({ length: count }, () => Readable.toWeb(Readable.from(largeForm(mb))) as ReadableStream<Uint8Array>);
  const statuses = (await Promise.all(bodies.map(bring))).map(({ status }) => status);
  return { statuses, grownMb: memoryOf(process.pid, "VmHWM") - before };
}

/** The threads of this process. */
function threads(): number {
  return readdirSync("/proc/self/task").length;
}

describe("a caller who goes away", () => {
  const LONG = `name,phones\n${Array.from({ length: 400_000 }, (_, index) => `Guest ${index},70 ${100_000 + index}\n`).join("")}`;

  async function send(body: BodyInit, signal: AbortSignal): Promise<Response> {
    const request = new Request("http://127.0.0.1/api/contacts/import", {
      method: "POST",
      headers: { authorization: `Bearer ${await tokenFor("staff")}`, "content-type": "text/csv" },
      body,
      signal,
      duplex: "half",
    } as RequestInit);
    return (await routeOf(importContacts))(request, { params: Promise.resolve({}) });
  }

  const rowsFile = () => uploads().find((name) => name.endsWith(".rows"));

  it("while the file is read ends its thread, and leaves nothing behind", async () => {
    enterHouse();
    await call("staff", importContacts, { raw: CSV, headers: { "content-type": "text/csv" } });
    const before = threads();
    const caller = new AbortController();
    const answer = send(LONG, caller.signal);
    await vi.waitFor(() => expect(rowsFile()).toBeDefined(), 10_000);
    caller.abort();
    expect((await answer).status).toBeGreaterThanOrEqual(400);
    expect(uploads()).toEqual([]);
    expect(guestsIn("jounieh")).toBe(2);
    await vi.waitFor(() => expect(threads()).toBeLessThanOrEqual(before), 2_000);
  });

  it("while the guest book is another's turn brings nothing in", async () => {
    enterHouse();
    const store = await branchStore("jounieh", "contacts");
    let free: () => void = () => {};
    const held = writeQuietly(
      store,
      () =>
        new Promise<void>((resolve) => {
          free = resolve;
        }),
    );
    const caller = new AbortController();
    const answer = send(CSV, caller.signal);
    await vi.waitFor(() => expect(rows(path.join(dataDir(), "uploads", rowsFile() ?? ""), "SELECT * FROM sorted")).toHaveLength(2), 10_000);
    caller.abort();
    free();
    await held;
    expect((await answer).status).toBeGreaterThanOrEqual(400);
    expect(guestsIn("jounieh")).toBe(0);
    expect(uploads()).toEqual([]);
  });

  it.each(["text/csv", FORM])("while the file comes in as %s leaves nothing behind", async (type) => {
    enterHouse();
    const start = type === FORM ? THE_FILE.slice(0, -10) : CSV;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ === 0) controller.enqueue(Buffer.from(start));
        else controller.error(new Error("the line broke"));
      },
    });
    const { status } = await call("staff", importContacts, { raw: body, headers: { "content-type": type } });
    expect(status).toBe(500);
    expect(guestsIn("jounieh")).toBe(0);
    expect(uploads()).toEqual([]);
  });
});
