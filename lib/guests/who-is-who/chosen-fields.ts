import * as z from "zod";
import { cleanLines } from "../../clean-text";
import { ASKED_FIELDS, type AskedField, eachField, isJoined } from "../../guest-fields";

/** Fields of which one of two values stands: numbers are united, and what holds several values keeps those of both. */
export type ChosenField = Exclude<AskedField, "phones" | "likes" | "tags" | "allergies">;
export const CHOSEN_FIELDS = ASKED_FIELDS.filter((field): field is ChosenField => field !== "phones" && !isJoined(field));

/** The value that stands, of fields in which two guests differ, as it was shown. */
export const chosenValues = z.strictObject(eachField(CHOSEN_FIELDS, () => z.string().overwrite(cleanLines).max(500).optional()));
export type ChosenValues = z.output<typeof chosenValues>;
