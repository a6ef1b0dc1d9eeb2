import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from "@cantoo/pdf-lib";
import { type ContentOp, contentOps, type Operand } from "./content-ops";

/** A decoded content stream, and where its text comes from: a page's own, or a form that it paints. */
export interface Content {
  bytes: Uint8Array;
  ops: ContentOp[];
  resources: PDFDict | null;
  /** The form's object; null for the page's own streams, which count as one. */
  form: PDFRef | null;
}

/** One operator that shows text: which of a content's operators it is. */
export interface Shown {
  content: Content;
  op: number;
  /** The font by its name in the resources, and its size; null where a graphics state sets it. */
  font: { name: string; size: number } | null;
  /** What it shows is also written beside it for programs that read aloud or copy (ISO 32000-1, 14.9.4). */
  isWrittenBeside: boolean;
}

/** Forms within forms are followed so far. */
const DEEPEST = 12;

/** Operators that show text (ISO 32000-1, 9.4.3). */
export const SHOWS: readonly string[] = ["Tj", "TJ", "'", '"'];

/** Every operator of a page that shows text, in the order in which readers come to it. @param painted told of each form that is painted */
export function shownText(document: PDFDocument, page: number, painted: (form: PDFRef) => void = () => {}): Shown[] {
  const node = document.getPage(page).node;
  const content: Content = { ...contentOf(bytesOf(document, node.Contents())), resources: node.Resources() ?? null, form: null };
  const shown: Shown[] = [];
  follow({ document, shown, painted, forms: new Map() }, content, 0);
  return shown;
}

function contentOf(bytes: Uint8Array): Pick<Content, "bytes" | "ops"> {
  return { bytes, ops: contentOps(bytes) };
}

function writesBeside({ bytes, resources }: Content, properties: Operand | undefined): boolean {
  if (properties?.kind === "other") return Buffer.from(bytes.subarray(properties.start, properties.end)).includes("/ActualText");
  if (properties?.kind !== "name") return false;
  const named = resources?.lookupMaybe(PDFName.of("Properties"), PDFDict)?.lookupMaybe(PDFName.of(properties.value), PDFDict);
  return named?.has(PDFName.of("ActualText")) ?? false;
}

interface Walk {
  document: PDFDocument;
  shown: Shown[];
  painted: (form: PDFRef) => void;
  forms: Map<PDFRef, Content>;
}

function follow(walk: Walk, content: Content, depth: number): void {
  let font: Shown["font"] = null;
  const kept: Shown["font"][] = [];
  const marks: boolean[] = [];
  content.ops.forEach(({ name, operands }, op) => {
    const [first, second] = operands;
    if (name === "BMC" || name === "BDC") marks.push(name === "BDC" && writesBeside(content, second));
    else if (name === "EMC") marks.pop();
    else if (name === "q") kept.push(font);
    else if (name === "Q") font = kept.pop() ?? null;
    else if (name === "Tf" && first?.kind === "name" && second?.kind === "number") font = { name: first.value, size: second.value };
    else if (name === "gs" && first?.kind === "name" && setsFont(content, first.value)) font = null;
    else if (SHOWS.includes(name)) walk.shown.push({ content, op, font, isWrittenBeside: marks.includes(true) });
    else if (name === "Do" && first?.kind === "name" && depth < DEEPEST) {
      const form = formNamed(walk, content, first.value);
      if (form?.form) walk.painted(form.form);
      if (form) follow(walk, form, depth + 1);
    }
  });
}

function setsFont({ resources }: Content, name: string): boolean {
  const states = resources?.lookupMaybe(PDFName.of("ExtGState"), PDFDict);
  return states?.lookupMaybe(PDFName.of(name), PDFDict)?.has(PDFName.of("Font")) ?? false;
}

function formNamed({ document, forms }: Walk, { resources }: Content, name: string): Content | null {
  const ref = resources?.lookupMaybe(PDFName.of("XObject"), PDFDict)?.get(PDFName.of(name));
  if (!(ref instanceof PDFRef)) return null;
  const known = forms.get(ref);
  if (known) return known;
  const stream = document.context.lookup(ref);
  if (!(stream instanceof PDFRawStream) || stream.dict.lookup(PDFName.of("Subtype")) !== PDFName.of("Form")) return null;
  const own = stream.dict.lookupMaybe(PDFName.of("Resources"), PDFDict);
  const form: Content = { ...contentOf(decodePDFRawStream(stream).decode()), resources: own ?? resources ?? null, form: ref };
  forms.set(ref, form);
  return form;
}

/** The streams of a page count as one, with space between them. */
function bytesOf(document: PDFDocument, contents: PDFObject | undefined): Uint8Array {
  const parts = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
  const streams = parts.map((part) => (part instanceof PDFRef ? document.context.lookup(part) : part));
  const bytes = streams.flatMap((stream) => {
    if (stream instanceof PDFRawStream) return [decodePDFRawStream(stream).decode(), Uint8Array.of(10)];
    return stream instanceof PDFStream ? [stream.getContents(), Uint8Array.of(10)] : [];
  });
  return Uint8Array.from(Buffer.concat(bytes));
}
