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
  const number = version ? valueOf(version).trim() : "3.0";
  const lines = ["BEGIN:VCARD", `VERSION:${number === "4.0" ? "4.0" : "3.0"}`];
  for (const property of card.properties) {
    if (property !== version) lines.push(toLine(property, number === "2.1"));
  }
  lines.push("END:VCARD");
  return lines.join("\r\n");
}

function valueOf(property: RawProperty): string {
  return property.bytes.toString("latin1", property.colon + 1);
}

function toLine(property: RawProperty, isVersion21: boolean): string {
  if (property.colon === -1) return decodeText(property.bytes);
  const head = property.bytes.toString("latin1", 0, property.colon);
  const semicolon = head.indexOf(";");
  if (semicolon === -1) {
    const value = decodeText(property.bytes.subarray(property.colon + 1));
    return `${property.name}:${isVersion21 ? escapeValue(property.name, value) : value}`;
  }
  // Version 2.1 has no quotation marks. A quoted parameter may hold `:` and `;`, which only the parser takes apart.
  if (head.includes('"')) return decodeText(property.bytes);
  const parameters = head.slice(semicolon + 1).split(";");
  const encoded = parameters.some((parameter) => /^(?:ENCODING=)?QUOTED-PRINTABLE$/i.test(parameter.trim()));
  const charset = /;CHARSET=([^;]+)/i.exec(head)?.[1]?.trim() ?? "";
  const bytes = property.bytes.subarray(property.colon + 1);
  const value = decodeCharset(encoded ? decodeQuotedPrintable(bytes) : bytes, charset);
  const escaped = isVersion21 || encoded ? escapeValue(property.name, value) : value;
  return `${property.name}${parameters.map(toParameter).join("")}:${escaped}`;
}

/** `TEL;CELL;PREF` of 2.1, which is written in 3.0 cards too, is `TEL;TYPE=CELL;TYPE=PREF`. */
function toParameter(parameter: string): string {
  const text = parameter.trim();
  if (!text || /^(?:(?:ENCODING=)?QUOTED-PRINTABLE|CHARSET=.*|(?:ENCODING=)?[78]BIT)$/i.test(text)) return "";
  return text.includes("=") ? `;${text}` : `;TYPE=${text}`;
}

/**
 * In 2.1 a comma is a comma and a backslash a backslash, unless it stands before `;`. Phones escape like 3.0 all the
 * same, so what looks escaped is left alone. Outside structured values `;` is a sign like any other.
 */
function escapeValue(name: string, value: string): string {
  return value.replace(/\\[;,:\\nN]|[\\,;]|\r\n?|\n/g, (sign) => {
    if (sign.startsWith("\r") || sign === "\n") return "\\n";
    if (sign.length === 2 || (sign === ";" && STRUCTURED.has(name))) return sign;
    return `\\${sign}`;
  });
}

/** RFC 2045, 6.7. A `=` that no two hexadecimal digits follow stands for itself, as in an address that was not encoded. */
function decodeQuotedPrintable(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const code = bytes[index] === 0x3d ? bytes.toString("latin1", index + 1, index + 3) : "";
    const isEncoded = /^[0-9a-f]{2}$/i.test(code);
    decoded[length++] = isEncoded ? Number.parseInt(code, 16) : (bytes[index] ?? 0);
    if (isEncoded) index += 2;
  }
  return decoded.subarray(0, length);
}
