import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import busboy from "@fastify/busboy";
import { type Answer, refusal } from "./cloud-api-answers";
import { mediaFault } from "./cloud-api-checks";

interface Stored {
  mime: string;
  bytes: Buffer;
  until: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What was uploaded to the stand-in: each file for 30 days, each address of one for five minutes. */
export class MediaShelf {
  private readonly files = new Map<string, Stored>();
  private readonly urls = new Map<string, { id: string; until: number }>();
  private counter = 0;

  constructor(
    private readonly clock: () => number,
    private readonly phoneNumberId: string,
  ) {}

  clear(): void {
    this.files.clear();
  }

  remove(id: string): boolean {
    return this.files.delete(id);
  }

  async take(request: IncomingMessage): Promise<Answer> {
    const form = await formOf(request);
    if (form.fields.messaging_product !== "whatsapp" || !form.file || form.fields.type !== form.file.mime)
      return refusal(100, "(#100) The parameter messaging_product or type is wrong");
    const fault = mediaFault(form.file.mime, form.file.bytes);
    if (fault) return refusal(fault, `(#${fault}) Param file must be a file with one of the following types`);
    const id = String(4_490_709_327_384_000 + this.files.size + ++this.counter);
    this.files.set(id, { ...form.file, until: this.clock() + 30 * DAY });
    return [200, { id }];
  }

  stored(id: string): Stored | undefined {
    const stored = this.files.get(id);
    return stored && stored.until > this.clock() ? stored : undefined;
  }

  describe(base: string, id: string, { mime, bytes }: Stored, number: string | null): Answer {
    if (number !== null && number !== this.phoneNumberId)
      return refusal(100, "Param phone_number_id is not a valid whatsapp business phone number id ID");
    const secret = createHash("sha256")
      .update(`${id} ${++this.counter}`)
      .digest("hex");
    this.urls.set(secret, { id, until: this.clock() + 5 * MINUTE });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return [
      200,
      { messaging_product: "whatsapp", url: `${base}/_media/${secret}`, mime_type: mime, sha256, file_size: String(bytes.length), id },
    ];
  }

  download(response: ServerResponse, secret: string): Answer | null {
    const found = this.urls.get(secret);
    const stored = found && found.until > this.clock() ? this.stored(found.id) : undefined;
    if (!stored) return [404, { error: { message: "URL signature expired", type: "OAuthException", code: 100, fbtrace_id: "Astandin" } }];
    response.writeHead(200, { "Content-Type": stored.mime }).end(stored.bytes);
    return null;
  }

  async fetchLink(link: string): Promise<boolean> {
    try {
      const answer = await fetch(link);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.ok && mediaFault(answer.headers.get("content-type") ?? "", bytes) === null;
    } catch {
      return false;
    }
  }
}

export async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

interface Form {
  fields: Record<string, string>;
  file: { mime: string; bytes: Buffer } | null;
}

function formOf(request: IncomingMessage): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { fields: {}, file: null };
    const type = request.headers["content-type"] ?? "";
    const parser = busboy({ headers: { "content-type": type } });
    parser.on("field", (name: string, value: string) => {
      form.fields[name] = value;
    });
    parser.on("file", (_name, stream, _filename, _encoding, mime) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        form.file = { mime, bytes: Buffer.concat(pieces) };
      });
    });
    parser.on("finish", () => resolve(form));
    parser.on("error", reject);
    request.pipe(parser);
  });
}
