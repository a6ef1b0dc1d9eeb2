import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { AppError, isAppError } from "../errors";
import { bodyPieces } from "./body";

/** A file out of a form, while it comes in. */
export interface FormFile {
  fileName: string;
  /** To be read to its end: whether the form was whole is known only then. @throws AppError as `fileOfForm` */
  bytes: AsyncIterable<Uint8Array>;
}

/** Fields beside the file are passed over; a form of nothing but headers must cost no memory either. */
const LIMITS = { fields: 50, fieldSize: 1024, headerPairs: 50, headerSize: 8 * 1024 };

/**
 * The file of a form (RFC 7578), piece by piece and never as a whole: it goes wherever the caller writes it.
 * @param field the name of its field
 * @param limit bytes of the whole body
 * @returns null when the form has no such file
 * @throws AppError `too_large`, `invalid_request` for a form that is damaged, cut short, or has two such fields
 */
export async function fileOfForm(request: Request, field: string, limit: number): Promise<FormFile | null> {
  const parser = newParser(request, field);
  const line = new Line(request, limit);
  const files: { stream: BusboyFileStream; fileName: string }[] = [];
  let texts = 0;
  return new Promise((resolve, reject) => {
    const finished = pipeline(Readable.from(line.pieces()), parser);
    parser.on("file", (name, stream, fileName) => {
      stream.on("error", () => {}); // the form's own error says it
      if (name === field) files.push({ stream, fileName });
      if (name !== field || files.length > 1) stream.resume();
      else resolve({ fileName, bytes: bytesOf(stream) });
    });
    parser.on("field", (name) => {
      if (name === field) texts++;
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
      if (files.length + texts > 1) throw refusal(field, "Send one file at a time. Nothing was brought in.");
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
