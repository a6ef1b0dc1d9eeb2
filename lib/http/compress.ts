import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** Bytes from which on an answer is worth its compressing: below, it fits into a few packets as it is. */
const WORTH_IT = 4 * 1024;

/** Of JSON, a tenth is left at this level too, in a third of the time. */
const USUAL_LEVEL = 4;

const gzipped = promisify(gzip);

/** What was compressed before: a hundred tablets get the same bytes of the feed. */
const made = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * An answer's bytes for whoever takes them compressed (RFC 9110, 12.5.3), made beside the event loop: a feed of a full
 * evening is 245 kB, and a manager reads it over a bad line.
 * @param accepts the request's Accept-Encoding
 * @param level of gzip: higher for what is made once and kept
 * @returns null where the bytes go out as they are
 */
export function compressed(bytes: Buffer, accepts: string | string[] | undefined, level = USUAL_LEVEL): Promise<Buffer> | null {
  if (bytes.length < WORTH_IT || !takesGzip(String(accepts ?? ""))) return null;
  const known = made.get(bytes) ?? gzipped(bytes, { level });
  made.set(bytes, known);
  return known;
}

function takesGzip(accepts: string): boolean {
  return accepts.split(",").some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}
