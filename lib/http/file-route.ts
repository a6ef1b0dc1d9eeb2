import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FileEndpoint } from "../api/endpoint";
import type { Branch } from "../db/branch";
import type { ExportNoted } from "../export-formats";
import { noteExport } from "../note-export";
import { authorize, isStillAuthorized } from "./authorize";
import { answerCall } from "./call-context";
import { type Call, callOf, type Route, routeThat } from "./route";
import { untilEnd, whileSignedIn } from "./stream-guard";

/** An answer that is no JSON. */
export interface FileAnswer {
  /** A stream is sent as it is made; it ends when the caller goes away. */
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
  /** The name under which a browser saves it; without one it is shown. */
  fileName?: string;
  /** Bytes, where they are known before a stream has ended. */
  length?: number;
  /** For what never changes under its address, such as a signed picture; otherwise nothing is kept. */
  cacheControl?: string;
  /** The media type, where one call gives several. */
  gives?: string;
  /** What the trail says of an export beside who took it from where. */
  noted?: ExportNoted;
  /** The one style of a page that stands in a frame of our own pages. It has no script and loads nothing. */
  frameStyle?: string;
}

/**
 * `route()` for answers that are no JSON: a picture, PDF, ZIP, CSV, vCard or a stream of events. The checks, refusals
 * (in JSON) and log lines are the same. Such calls change nothing, so no receipt is kept of them.
 * @param handler asks for its second argument, a signal, where it streams: it ends when the caller goes away, and when they
 *   may not see the answer any more
 */
export function fileRoute<E extends FileEndpoint>(
  contract: E,
  handler: (call: Call<E>, signal: () => AbortSignal) => Promise<FileAnswer>,
): Route {
  return routeThat(contract, (request, context) =>
    answerCall(contract, request, async (trail) => {
      const state: { etag?: string } = {};
      const authorized = await authorize(contract, request, trail, context.address);
      const call = await callOf<E>(contract, authorized, context, state);
      const watch: { end?: () => void } = {};
      let isStreamed = false;
      try {
        const answer = await handler(call, () => {
          const { signal, end } = whileSignedIn(request.signal, () => isStillAuthorized(authorized));
          watch.end = end;
          return signal;
        });
        if (contract.exports) await noteExport({ ...exportBy(contract, call), ...answer.noted }, call.by);
        const headers = headersOf(contract, answer, state.etag);
        const { body } = answer;
        isStreamed = body instanceof ReadableStream;
        return new Response(watch.end && body instanceof ReadableStream ? untilEnd(body, watch.end) : body, { status: 200, headers });
      } finally {
        if (!isStreamed) watch.end?.();
      }
    }),
  );
}

function headersOf(
  contract: FileEndpoint,
  { fileName, length, cacheControl, frameStyle, gives = contract.gives }: FileAnswer,
  etag: string | undefined,
): Headers {
  const headers = new Headers({ "content-type": gives, "x-content-type-options": "nosniff" });
  if (fileName) headers.set("content-disposition", attachment(fileName));
  if (length !== undefined) headers.set("content-length", String(length));
  if (cacheControl) headers.set("cache-control", cacheControl);
  if (frameStyle !== undefined) allowFrame(headers, frameStyle);
  if (etag) headers.set("etag", etag);
  return headers;
}

function exportBy(contract: FileEndpoint, { branch, params, query }: { branch: Branch; params: unknown; query: unknown }) {
  const named = { ...(query as Record<string, unknown> | undefined), ...(params as Record<string, unknown> | undefined) };
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    call: `${contract.method} ${contract.path}`,
    branch: branch.key,
    date: text(named.date),
    file: text(named.path) ?? text(named.filename),
    subjects: Object.values({ ...(params as object | undefined) }).map(String),
  };
}

/** A file as it is read from the disk, with what it has at this moment: what is written behind that is not sent. */
export async function sendPlain(file: FileHandle): Promise<FileAnswer> {
  const { size } = await file.stat();
  if (size === 0) {
    await file.close();
    return { body: "", length: 0 };
  }
  // The two kinds of web stream differ in their types alone.
  const body = Readable.toWeb(file.createReadStream({ end: size - 1 })) as ReadableStream<Uint8Array>;
  return { body, length: size };
}

/** Replaces the headers that `front.ts` sets for everything else. */
function allowFrame(headers: Headers, style: string): void {
  const hash = createHash("sha256").update(style).digest("base64");
  headers.set("x-frame-options", "SAMEORIGIN");
  headers.set(
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  );
}

/** Both forms of the name (RFC 6266): an ASCII one for old readers, and the true one. */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .()-]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
}
