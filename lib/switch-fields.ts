import * as z from "zod";

const ON = ["true", "1", "yes", "on"];
const OFF = ["false", "0", "no", "off"];

const UNCLEAR = "Say true or false; 1 and 0, yes and no, on and off are understood too.";

/** @returns undefined for an empty text, null for one that is no yes or no */
function readSwitch(text: string): boolean | undefined | null {
  const said = text.trim().toLowerCase();
  if (said === "") return undefined;
  if (ON.includes(said)) return true;
  return OFF.includes(said) ? false : null;
}

/** A switch of a body: true or false, or in the words of an address; it must be given. */
export const switchOfBody = z.preprocess(
  (said) => (typeof said === "string" || typeof said === "number" ? (readSwitch(String(said)) ?? said) : said),
  z.boolean(UNCLEAR),
  // Whoever calls from TypeScript sends true or false, so the way in keeps that type.
) as unknown as z.ZodBoolean;

/**
 * A switch as an address or a setting says it, in any case; empty counts as not given (docs/design/api.md, body).
 * @param byDefault what it is where nobody says
 */
export function switchText(byDefault: boolean) {
  return z
    .string()
    .default("")
    .transform((text, context) => {
      const said = readSwitch(text);
      if (said !== null) return said ?? byDefault;
      context.addIssue({ code: "custom", message: UNCLEAR });
      return z.NEVER;
    });
}
