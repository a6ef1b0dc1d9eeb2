import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { BRANCH_KEY, type BranchKey } from "../known-branches";
import { SERIAL_LETTERS } from "./voucher";

/** What the QR code of a voucher says: no name and no phone. */
export interface Terms {
  serial: string;
  branch: BranchKey;
  percent: number;
  /** YYYY-MM-DD */
  validUntil: string;
}

// Capital letters, digits and slashes alone: a QR code then needs a third fewer squares (its alphanumeric mode).
const MARK = "DV1";
const SIGNATURE_BYTES = 64;
const SIGNATURE_LETTERS = Math.ceil((SIGNATURE_BYTES * 8) / 5);

const wordsOf = ({ serial, branch, percent, validUntil }: Terms) =>
  [MARK, serial, branch.toUpperCase(), percent, validUntil.replaceAll("-", "")].join("/");

/** The text of a voucher's QR code. A signature that anybody can check and only the hub can make (Ed25519). */
export function codeOf(terms: Terms, key: KeyObject): string {
  const words = wordsOf(terms);
  return `${words}/${lettersOf(sign(null, Buffer.from(words), key))}`;
}

/** The terms of a code; null for anything that the hub has not signed. */
export function readCode(code: string, key: KeyObject): Terms | null {
  const parts = /^DV1\/(\w{8})\/([A-Z0-9-]+)\/(\d{1,3})\/(\d{4})(\d\d)(\d\d)\/([0-9A-Z]+)$/.exec(code.trim().toUpperCase());
  if (!parts) return null;
  const [, serial = "", branch = "", percent, year, month, day, letters = ""] = parts;
  const signature = bytesOf(letters);
  const key_branch = branch.toLowerCase();
  if (!signature || !BRANCH_KEY.test(key_branch)) return null;
  const terms = { serial, branch: key_branch, percent: Number(percent), validUntil: `${year}-${month}-${day}` };
  return verify(null, Buffer.from(wordsOf(terms)), createPublicKey(key), signature) ? terms : null;
}

/** Whether a text looks like the code of a voucher, genuine or not; what somebody types is a serial. */
export function looksLikeCode(text: string): boolean {
  return text.includes("/");
}

/** Bytes as letters, five bits each. */
function lettersOf(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => SERIAL_LETTERS[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

function bytesOf(letters: string): Buffer | null {
  if (letters.length !== SIGNATURE_LETTERS) return null;
  const values = [...letters].map((letter) => SERIAL_LETTERS.indexOf(letter));
  if (values.includes(-1)) return null;
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.slice(0, SIGNATURE_BYTES * 8).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** What stands before the seed of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing key of a secret of 32 bytes. */
export function signingKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}
