import { decodeCharset, decodeText } from "./lines";
import type { RawCard, RawProperty } from "./vcard-cards";

/** Properties whose value has several parts, with `;` between them. */
const STRUCTURED = new Set(["N", "ADR", "ORG"]);

/**
 * Writes a card of any version as the text of a vCard 3.0 or 4.0 that has a line for each property: vCard 2.1's
 * parameters without a name, quoted-printable and charsets are translated (vCard 2.1, 2.1.5; RFC 2426, 5). A line that
 * breaks the rules is left as it is, for the parser to refuse.
 */
export function toVCardText(card: RawCard): string {
  const version = card.properties.find((property) => property.name === "VERSION");
  const number = version ? textAfterColon(version).trim() : "3.0";
  const lines = ["BEGIN:VCARD", `VERSION:${number === "4.0" ? "4.0" : "3.0"}`];
  for (const property of card.properties) {
    if (property !== version) lines.push(toLine(property, number === "2.1"));
  }
  lines.push("END:VCARD");
  return lines.join("\r\n");
}

function textAfterColon(property: RawProperty): string {
  return property.bytes.toString("latin1", property.colon + 1);
}

function toLine(property: RawProperty, isVersion21: boolean): string {
  if (property.colon === -1) return decodeText(property.bytes);
  const head = property.bytes.toString("latin1", 0, property.colon);
  const semicolon = head.indexOf(";");
  if (semicolon === -1) {
    const value = decodeText(property.bytes.subarray(property.colon + 1));
    return `${property.name}:${escapeValue(property.name, value, isVersion21)}`;
  }
  // A parameter in quotation marks may hold `;` and `:`. It is cut here and whole again for the parser; none such is read.
  const parameters = head.slice(semicolon + 1).split(";");
  const encoded = parameters.some((parameter) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(parameter.trim()));
  const charset = /;CHARSET=([^;]+)/i.exec(head)?.[1]?.trim() ?? "";
  const bytes = property.bytes.subarray(property.colon + 1);
  const value = decodeCharset(encoded ? decodeQuotedPrintable(bytes) : bytes, charset);
  const escaped = escapeValue(property.name, value, isVersion21 || encoded);
  return `${property.name}${parameters.map(toParameter).join("")}:${escaped}`;
}

/** `TEL;CELL;PREF` of 2.1, which is written in 3.0 cards too, is `TEL;TYPE=CELL;TYPE=PREF`. */
function toParameter(parameter: string): string {
  const text = parameter.trim();
  return text.includes("=") ? `;${text}` : `;TYPE=${text}`;
}

/** Stands for a backslash in what ical.js is given: there, the `;` behind `\\\\` would seem to be escaped. No text that is kept has it. */
export const BACKSLASH = "\0";

/**
 * Escapes a value as ical.js takes it: it leaves `\:` and, outside structured values, `\;` as they stand (RFC 2426, 5).
 * In 2.1 a comma is a comma and a backslash a backslash, unless it stands before `;`. Phones escape like 3.0 all the
 * same, so what looks escaped is left alone.
 */
function escapeValue(name: string, typed: string, isVersion21: boolean): string {
  const value = typed.includes(BACKSLASH) ? typed.replaceAll(BACKSLASH, "") : typed;
  if (!isVersion21 && !value.includes("\\")) return value;
  return value.replace(/\\[;,:\\nN]|[\\,]|\r\n?|\n/g, (sign) => {
    if (sign === "\\:" || (sign === "\\;" && !STRUCTURED.has(name))) return sign.slice(1);
    if (sign.startsWith("\r") || sign === "\n") return "\\n";
    if (sign === "\\\\" || sign === "\\") return BACKSLASH;
    return sign.length === 2 || !isVersion21 ? sign : `\\${sign}`;
  });
}

/** RFC 2045, 6.7. A `=` that no two hexadecimal digits follow stands for itself, as in an address that was not encoded. */
function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const code = bytes[index] === 0x3d ? hexDigit(bytes[index + 1]) * 16 + hexDigit(bytes[index + 2]) : Number.NaN;
    const isEncoded = !Number.isNaN(code);
    decoded[length++] = isEncoded ? code : (bytes[index] ?? 0);
    if (isEncoded) index += 2;
  }
  return decoded.subarray(0, length);
}

/** The value of a hexadecimal digit's byte, in capitals or not; NaN for any other. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : Number.NaN;
}
