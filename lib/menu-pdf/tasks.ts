import type { BulkAnswer } from "../db/bulk-steps";
import type { Marked } from "./render";

/** What is asked of the process that reads PDFs (`workers/pdf.ts`); files go by their paths. */
export type PdfTask =
  | { step: "check"; file: string; out: string }
  | { step: "picture"; file: string; page: number; width: number; marked: Marked[]; out: string }
  | { step: "prices"; file: string }
  | { step: "change"; file: string; changes: { id: string; text: string }[]; out: string };

/** What a menu turned out to be. */
export interface Checked {
  pages: number;
  /** Links to web pages and addresses: they stay, and people are told. */
  links: number;
}

/** A number of a menu that may be a price, with its place on the page. */
export interface PriceInPdf {
  id: string;
  /** From 0 on. */
  page: number;
  text: string;
  value: number;
  currency: "LBP" | "USD" | "EUR" | null;
  /** What else stands on its line. */
  beside: string;
  is_sure: boolean;
  box: Marked;
}

/** What was changed, where, and how it was drawn. */
export interface PriceChanged {
  id: string;
  page: number;
  before: string;
  text: string;
  beside: string;
  box: Marked;
  /** The menu's own font lacks a digit of it. */
  other_font: boolean;
  /** Its size in parts of the old one. */
  size: number;
}

export interface PdfAnswers {
  check: Checked;
  picture: { width: number; height: number };
  prices: PriceInPdf[];
  change: PriceChanged[];
}

export type PdfAnswer = BulkAnswer;
