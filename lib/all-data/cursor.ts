import * as z from "zod";
import { AppError } from "../errors";
import type { Sort } from "./orders";

/** After whom a page begins: by the values that order the guests, so that nobody shifts when others come or go. */
export interface After {
  /** Which part of the order it is (`PHASES`). */
  phase: number;
  key: string;
  seq: number;
}

const written = z.tuple([z.string(), z.int().min(0), z.string(), z.int()]);

/** The place as a text of an address. @param of the order that it is a place in */
export function cursorAt(of: Sort | "count", { phase, key, seq }: After): string {
  return Buffer.from(JSON.stringify([of, phase, key, seq])).toString("base64url");
}

/** @throws AppError `invalid_request` for what is no place in that order */
export function readCursor(of: Sort | "count", cursor: string | undefined): After | null {
  if (cursor === undefined) return null;
  const read = written.safeParse(jsonOf(cursor));
  if (!read.success || read.data[0] !== of) {
    const message = "This place is of another order. Begin again with the first page.";
    throw new AppError("invalid_request", message, { issues: [{ path: "cursor", message }] });
  }
  const [, phase, key, seq] = read.data;
  return { phase, key, seq };
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
