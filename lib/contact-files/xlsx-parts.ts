import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** What a workbook has been packed from may be so many times as long; what is small anyway may be as long as this. */
const MOST_TIMES = 30;
const ALWAYS = 8 * 1024 * 1024;
const MOST = 256 * 1024 * 1024;
/** A workbook of a hundred sheets has some three hundred. */
const MOST_PARTS = 2_000;

/** No part of a workbook has elements that lie deeper in one another. */
const DEEPEST = 100;

/** A file that is no workbook, or is one that was made to stop its reader. */
export class NoWorkbook extends Error {
  constructor(
    readonly isTooLong: boolean,
    cause?: unknown,
  ) {
    super("no workbook that can be read", { cause });
  }
}

/** Where the elements of a part begin and end, and what stands between. */
export interface PartListener {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** The parts of a workbook (ECMA-376, part 2), each unpacked while it is read. */
export class WorkbookParts {
  private left: number;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {
    this.left = Math.min(MOST, Math.max(ALWAYS, zip.fileSize * MOST_TIMES));
  }

  /** @throws NoWorkbook */
  static async open(file: string): Promise<WorkbookParts> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch((cause) => {
      throw new NoWorkbook(false, cause);
    });
    try {
      if (zip.entryCount > MOST_PARTS) throw new NoWorkbook(false);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new WorkbookParts(zip, entries);
    } catch (cause) {
      zip.close();
      throw cause instanceof NoWorkbook ? cause : new NoWorkbook(false, cause);
    }
  }

  close(): void {
    this.zip.close();
  }

  /** Reads a part to its end, unless it is not there. @throws NoWorkbook */
  async read(name: string, listener: PartListener): Promise<void> {
    for await (const _piece of this.pieces(name, listener));
  }

  /** The same piece by piece: what the listener made of each is taken before the next is unpacked. */
  async *pieces(name: string, listener: PartListener): AsyncGenerator<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return;
    const parser = newParser(listener);
    const decoder = new TextDecoder();
    const stream: Readable = await this.zip.openReadStreamPromise(entry).catch((cause) => {
      throw new NoWorkbook(false, cause);
    });
    try {
      for await (const bytes of stream as AsyncIterable<Uint8Array>) {
        this.left -= bytes.length;
        if (this.left < 0) throw new NoWorkbook(true);
        parser.write(decoder.decode(bytes, { stream: true }));
        yield;
      }
      parser.write(decoder.decode()).close();
      yield;
    } catch (cause) {
      throw cause instanceof NoWorkbook ? cause : new NoWorkbook(false, cause);
    } finally {
      stream.destroy();
    }
  }
}

/** Elements by their local names: some programs write `x:row`. It knows no entities but XML's own, and fetches nothing. */
function newParser({ open, text, close }: PartListener) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    if (++depth > DEEPEST) throw new NoWorkbook(false);
    open?.(localName(name), attributes);
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", ({ name }) => {
    depth--;
    close?.(localName(name));
  });
  parser.on("error", (error) => {
    throw error;
  });
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
