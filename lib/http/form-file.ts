import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type * as z from "zod";
import { AppError, isAppError } from "../errors";
import { bodyPieces } from "./body";
import { parseFields } from "./input";

/** A file out of a form, while it comes in. */
export interface FormFile {
  fileName: string;
  /** To be read to its end: whether the form was whole is known only then. @throws AppError as `fileOfForm` */
  bytes: AsyncIterable<Uint8Array>;
  /** The texts that were asked for; all of them are known once the file was read to its end. */
  texts: Readonly<Record<string, string>>;
}

/** Other fields beside the file are passed over; a form of nothing but headers must cost no memory either. */
const LIMITS = { fields: 50, fieldSize: 128 * 1024, headerPairs: 50, headerSize: 8 * 1024 };

/**
 * The file of a form (RFC 7578), piece by piece and never as a whole: it goes wherever the caller writes it.
 * @param field the name of its field
 * @param limit bytes of the whole body
 * @param wanted the fields beside it whose texts are kept; one that comes twice, or is too long, damages the form
 * @returns null when the form has no such file
 * @throws AppError `too_large`, `invalid_request` for a form that is damaged, cut short, or has two such fields
 */
export async function fileOfForm(request: Request, field: string, limit: number, wanted: readonly string[] = []): Promise<FormFile | null> {
  const parser = newParser(request, field);
  const line = new Line(request, limit);
  const files: { stream: BusboyFileStream; fileName: string }[] = [];
  let sameField = 0;
  const texts: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    const finished = pipeline(Readable.from(line.pieces()), parser);
    parser.on("file", (name, stream, fileName) => {
      stream.on("error", () => {}); // the form's own error says it
      if (name === field) files.push({ stream, fileName });
      if (name !== field || files.length > 1) stream.resume();
      else resolve({ fileName, bytes: bytesOf(stream), texts });
    });
    parser.on("field", (name, text, _isNameCut, isCut) => {
      if (name === field) sameField++;
      if (!wanted.includes(name)) return;
      if (isCut || name in texts) parser.destroy(refusal(name, `The field ${name} is too long, or there twice. Nothing was brought in.`));
      texts[name] = text;
    });
    async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
      try {
        yield* stream;
        await finished;
      } catch (error) {
        throw line.failure ?? damaged(field, error);
      } finally {
        parser.destroy(); // for a reader who stops early: nobody takes the rest
      }
      if (files.length + sameField > 1) throw refusal(field, "Send one file at a time. Nothing was brought in.");
    }
    finished.then(
      () => resolve(null),
      (error: Error) => {
        files[0]?.stream.destroy(error);
        reject(line.failure ?? damaged(field, error));
      },
    );
  });
}

function newParser(request: Request, field: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: LIMITS,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (error) {
    throw damaged(field, error); // a form that names no boundary
  }
}

/** The body of a request, and what became of it: the parser's own failures are the form's, all others the line's. */
class Line {
  failure: unknown = null;

  constructor(
    private readonly request: Request,
    private readonly limit: number,
  ) {}

  async *pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* bodyPieces(this.request, this.limit);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

function damaged(field: string, cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  return refusal(field, "This form is damaged or was cut short. Nothing was brought in. Send the file once more.", cause);
}

function refusal(path: string, sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", sentence, { issues: [{ path, message: sentence }], cause });
}

/**
 * The texts of a form as its contract has them, each as JSON.
 * @throws AppError `invalid_request` with every field that is wrong
 */
export function jsonOfForm<Fields extends z.ZodType>(fields: Fields, texts: Readonly<Record<string, string>>): z.output<Fields> {
  return parseFields(fields, Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseField(name, text)])));
}

function parseField(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refusal(name, `The field ${name} is no JSON. Nothing was brought in.`, cause);
  }
}
