import { createWriteStream, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createDeflate } from "node:zlib";
import { PDFDocument, PDFName, PDFString, StandardFonts } from "@cantoo/pdf-lib";

/** A menu of so many pages, each with a line of its own. */
export async function menuPdf(line = "Hummus 120,000 LBP", pages = 1): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++) document.addPage([298, 420]).drawText(`${line} ${page}`, { x: 40, y: 360, size: 14, font });
  return document;
}

/** The same as bytes. */
export const menuBytes = async (line?: string, pages?: number) => Uint8Array.from(await (await menuPdf(line, pages)).save());

/** Files that run, send, hide or hold too much, each by what the refusal names. */
export const HOSTILE: Record<string, { says: RegExp; make: () => Promise<Uint8Array<ArrayBuffer>> }> = {
  "a picture under the name of a PDF": { says: /is no PDF/, make: async () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) },
  "the mark of a PDF and nothing behind it": { says: /damaged|no page/, make: async () => Uint8Array.from(Buffer.from("%PDF-1.7\n%%EOF")) },
  "a script that runs when it is opened": {
    says: /holds a script/,
    make: () => changed((document) => document.addJavaScript("main", "app.alert('hello')")),
  },
  "a script under a written-out name": {
    says: /holds a script/,
    make: async () => {
      const text = Buffer.from(
        await changed((document) =>
          document.catalog.set(PDFName.of("OpenAction"), document.context.obj({ S: "JavaScript", JS: PDFString.of("app.alert(1)") })),
        ).then((bytes) => PDFDocument.load(bytes).then((document) => document.save({ useObjectStreams: false }))),
      ).toString("latin1");
      return Uint8Array.from(Buffer.from(text.replaceAll("/JavaScript", "/J#61vaScript").replaceAll("/JS ", "/#4aS "), "latin1"));
    },
  },
  "an action that starts a program": {
    says: /starts a program/,
    make: () =>
      changed((document) =>
        document.catalog.set(PDFName.of("OpenAction"), document.context.obj({ S: "Launch", F: PDFString.of("cmd.exe") })),
      ),
  },
  "a form that sends what is typed": {
    says: /sends what is typed/,
    make: () =>
      changed((document) => {
        const field = document.getForm().createButton("send");
        field.addToPage("Send", document.getPage(0));
        const action = document.context.obj({ S: "SubmitForm", F: PDFString.of("https://example.org") });
        field.acroField.getWidgets()[0]?.dict.set(PDFName.of("A"), action);
      }),
  },
  "an attached file": {
    says: /attached file/,
    make: () => changed((document) => document.attach(Buffer.from("MZ"), "setup.exe", { mimeType: "application/octet-stream" })),
  },
  "a password": {
    says: /protected by a password/,
    make: () => changed((document) => document.encrypt({ userPassword: "guest", ownerPassword: "house" })),
  },
  "more pages than a menu has": { says: /has 101 pages/, make: () => menuBytes("Page", 101) },
  "a picture that no phone can draw": {
    says: /too large for a phone/,
    make: () =>
      changed((document) => {
        const stream = document.context.flateStream("", { Type: "XObject", Subtype: "Image", Width: 30_000, Height: 30_000 });
        document.context.register(stream);
      }),
  },
};

async function changed(change: (document: PDFDocument) => unknown): Promise<Uint8Array<ArrayBuffer>> {
  const document = await menuPdf();
  await change(document);
  return Uint8Array.from(await document.save());
}

/** A PDF of a few megabytes whose objects unpack to gigabytes. */
export async function bombPdf(folder: string, gigabytes = 1): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(folder, "bomb.deflated");
  const zeros = Buffer.alloc(1024 * 1024, 0x20);
  const source = Readable.from(
    (function* () {
      for (let piece = 0; piece < gigabytes * 1024; piece++) yield zeros;
    })(),
  );
  await pipeline(source, createDeflate({ level: 1 }), createWriteStream(file));
  const packed = readFileSync(file);
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  const tail = "\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\n%%EOF\n";
  return Uint8Array.from(Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)]));
}

/** A form with a menu in it as it goes over the line, as our pages send it. */
export async function menuForm(
  bytes?: Uint8Array<ArrayBuffer>,
  name = "menu.pdf",
): Promise<{ raw: ArrayBuffer; headers: { "content-type": string } }> {
  const form = new FormData();
  form.append("file", new File([bytes ?? (await menuBytes())], name, { type: "application/pdf" }));
  return overTheLine(form);
}

/** A form as bytes, with its own name for where its parts begin. */
export async function overTheLine(form: FormData): Promise<{ raw: ArrayBuffer; headers: { "content-type": string } }> {
  const encoded = new Response(form);
  return { raw: await encoded.arrayBuffer(), headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}
