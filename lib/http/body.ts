import type { ReadableStream as NodeStream } from "node:stream/web";
import { AppError } from "../errors";

/** Bytes; enough for 200 guests with every field at its longest. */
export const USUAL_LIMIT = 1024 * 1024;

/** @param limit bytes */
export function tooLargeText(limit: number): string {
  const size = limit >= 1024 * 1024 ? `${Math.floor(limit / 1024 / 1024)} MB` : `${Math.floor(limit / 1024)} kB`;
  return `This is too large: at most ${size} are taken. Nothing was changed.`;
}

const cutShort = (cause?: unknown) => new AppError("aborted", "The request was cut short. Nothing was changed. Send it again.", { cause });

const tooLarge = (limit: number) => new AppError("too_large", tooLargeText(limit));

/** @throws AppError `too_large` from the announced length alone, before a byte is read */
export function refuseLongBody(request: Request, limit: number): void {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/**
 * The body piece by piece; one that announced no length is cut at the limit. A stream whose sender went away may end as if
 * it were whole, and half a file must not be taken for one.
 * @throws AppError `too_large`, `aborted`
 */
export async function* bodyPieces(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  if (!request.body) return;
  // The DOM's type of a stream cannot be iterated, Node's can; it is one object.
  for await (const piece of request.body as NodeStream<Uint8Array>) {
    length += piece.byteLength;
    if (length > limit) throw tooLarge(limit);
    yield piece;
  }
  if (request.signal.aborted || length < Number(request.headers.get("content-length") ?? 0)) throw cutShort();
}

/** The body as it came, for what is signed byte by byte. @throws AppError `too_large`, `aborted` */
export async function bodyBytes(request: Request, limit: number): Promise<Buffer> {
  // HTTP ends a body at its announced length (RFC 9112, 6.3): nothing has to be counted, and no stream built around it.
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) <= limit) return announcedBytes(request, Number(announced));
  const pieces: Uint8Array[] = [];
  for await (const piece of bodyPieces(request, limit)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function announcedBytes(request: Request, length: number): Promise<Buffer> {
  const bytes = await request.arrayBuffer().catch((cause: unknown) => {
    throw cutShort(cause);
  });
  if (request.signal.aborted || bytes.byteLength < length) throw cutShort();
  return Buffer.from(bytes);
}

/** @throws AppError `too_large`, `bad_json` for bytes that are no UTF-8 */
export async function bodyText(request: Request, limit: number): Promise<string> {
  const bytes = await bodyBytes(request, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("bad_json", "The request is not valid JSON. Nothing was changed.", { cause });
  }
}

/** Lists and objects in each other (docs/design/reliability.md S-30); what the contracts name is never deeper than five. */
const DEEPEST = 20;

/** @throws AppError `unsupported_media_type`, `bad_json`, `invalid_request` for what nobody can have meant */
export function parseJson(text: string, contentType: string | null): unknown {
  if (text === "") return undefined;
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType ?? "")) {
    throw new AppError("unsupported_media_type", "Send the request as application/json. Nothing was changed.");
  }
  if (isTooDeep(text)) {
    const message = `The request holds lists and objects in each other, more than ${DEEPEST} deep. Nothing was changed.`;
    throw new AppError("invalid_request", message, { issues: [{ path: "", message }] });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad_json", "The request is not valid JSON. Nothing was changed.", { cause });
  }
}

/** Looked at before it is parsed; brackets within texts are none. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** The two kinds in which a form comes (HTML, 4.10.21). */
export function isFormType(contentType: string | null): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType ?? "");
}

/**
 * The fields of a short form, each of them once; a file among them stays what it is, for the contract to refuse.
 * @throws AppError `invalid_request` for a form that is damaged, or says a field twice
 */
export async function parseForm(text: string, contentType: string | null): Promise<Record<string, unknown>> {
  const damaged = (message: string, cause?: unknown) =>
    new AppError("invalid_request", message, { issues: [{ path: "", message }], cause });
  let form: FormData;
  try {
    form = await new Response(text, { headers: { "content-type": contentType ?? "" } }).formData();
  } catch (cause) {
    throw damaged("The form is damaged. Nothing was changed. Send it again.", cause);
  }
  const fields = new Map<string, unknown>();
  for (const [name, value] of form.entries()) {
    if (fields.has(name)) throw damaged(`The form says "${name.slice(0, 40)}" twice. Nothing was changed.`);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
