import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { MOST_PAGES, MOST_PIXELS } from "./limits";
import { refusedPdf } from "./refusal";
import type { Checked } from "./tasks";

/** Kinds of actions that run something, send something, or open something else than this file or a web page (ISO 32000-1, 12.6.4). */
const ACTIONS: Record<string, string> = {
  JavaScript: "a script",
  Rendition: "a film or a sound",
  Movie: "a film or a sound",
  Sound: "a film or a sound",
  RichMediaExecute: "a film or a sound",
  Launch: "an action that starts a program",
  SubmitForm: "a form that sends what is typed",
  ImportData: "an action that reads other files",
  GoToR: "an action that opens other files",
  GoToE: "an action that opens other files",
};

/** Entries that hold the same, under whichever object they stand. */
const ENTRIES: Record<string, string> = {
  JS: "a script",
  JavaScript: "a script",
  EmbeddedFile: "an attached file",
  EmbeddedFiles: "an attached file",
  EF: "an attached file",
  RichMediaContent: "a film or a sound",
  XFA: "a form that runs scripts",
};

/** The same by an object's own kind. */
const KINDS: Record<string, string> = {
  EmbeddedFile: "an attached file",
  FileAttachment: "an attached file",
  RichMedia: "a film or a sound",
  Movie: "a film or a sound",
  Sound: "a film or a sound",
  Screen: "a film or a sound",
  "3D": "a film or a sound",
};

const word = (object: PDFObject | undefined) => (object instanceof PDFName ? object.decodeText() : null);

/**
 * Judges a PDF by its structure, whatever it is called, and writes it anew from what was judged: a reader that follows the file's own
 * tables to something hidden beside it finds nothing there.
 * @returns the file that goes out, and what is said of it
 * @throws AppError `invalid_request` with the reason
 */
export async function checkPdf(bytes: Uint8Array): Promise<Checked & { bytes: Uint8Array }> {
  if (!Buffer.from(bytes.subarray(0, 1_024)).includes("%PDF-")) throw refusedPdf("This file is no PDF, whatever its name says.");
  const document = await opened(bytes);
  if (document.context.trailerInfo.Encrypt || document.isEncrypted)
    throw refusedPdf("This PDF is protected by a password.", "Export it without protection and choose that file.");
  const links = walk(document);
  const pages = pageCount(document);
  if (pages === 0) throw refusedPdf("This PDF has no page.");
  if (pages > MOST_PAGES) throw refusedPdf(`This PDF has ${pages} pages, and a menu has at most ${MOST_PAGES}.`);
  return { pages, links, bytes: await saved(document) };
}

async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
  } catch (cause) {
    throw damaged(cause);
  }
}

/** As it was read, without a date of its own: the same file gives the same file. */
async function saved(document: PDFDocument): Promise<Uint8Array> {
  try {
    return await document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false });
  } catch (cause) {
    throw damaged(cause);
  }
}

const damaged = (cause: unknown) => refusedPdf("This PDF is damaged, and cannot be read whole.", undefined, cause);

function pageCount(document: PDFDocument): number {
  try {
    return document.getPageCount();
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Looks at every object of the file, used or not. @returns how many links lead to web pages */
function walk(document: PDFDocument): number {
  let links = 0;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    // Not by recursion: a file may nest as deep as it likes.
    const waiting: PDFObject[] = [object];
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (one instanceof PDFArray) for (const inner of one.asArray()) waiting.push(inner);
      const dict = one instanceof PDFDict ? one : one instanceof PDFStream ? one.dict : null;
      if (!dict) continue;
      if (judge(dict)) links++;
      if (one instanceof PDFRawStream) judgePicture(one);
      for (const [, inner] of dict.entries()) waiting.push(inner);
    }
  }
  return links;
}

/** @returns whether it is a link to a web page @throws AppError for what runs, sends or hides something */
function judge(dict: PDFDict): boolean {
  const action = word(dict.lookup(PDFName.of("S")));
  const found =
    (action !== null && Object.hasOwn(ACTIONS, action) && ACTIONS[action]) ||
    [dict.lookup(PDFName.of("Subtype")), dict.lookup(PDFName.of("Type"))]
      .map(word)
      .flatMap((kind) => (kind && Object.hasOwn(KINDS, kind) ? KINDS[kind] : []))[0] ||
    dict.keys().flatMap((key) => ENTRIES[key.decodeText()] ?? [])[0];
  if (found) throw refusedPdf(`This PDF holds ${found}, and nothing in a menu may run or bring something else along.`);
  return action === "URI";
}

function judgePicture({ dict }: PDFRawStream): void {
  const [width, height] = ["Width", "Height"].map((name) => dict.lookup(PDFName.of(name)));
  if (!(width instanceof PDFNumber && height instanceof PDFNumber)) return;
  if (width.asNumber() * height.asNumber() > MOST_PIXELS)
    throw refusedPdf("A picture in this PDF is too large for a phone.", "Export the menu with smaller pictures and choose that file.");
}
