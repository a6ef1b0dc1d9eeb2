import * as z from "zod";

const ON = ["true", "1", "yes", "on"];
const OFF = ["false", "0", "no", "off"];

/**
 * A switch as an address or a setting says it, in any case; empty counts as not given (api.md, body).
 * @param byDefault what it is where nobody says
 */
export function switchText(byDefault: boolean) {
  return z
    .string()
    .default("")
    .transform((text, context) => {
      const said = text.trim().toLowerCase();
      if (said === "") return byDefault;
      if (ON.includes(said)) return true;
      if (OFF.includes(said)) return false;
      context.addIssue({ code: "custom", message: "Say true or false; 1 and 0, yes and no, on and off are understood too." });
      return z.NEVER;
    });
}
