import * as z from "zod";

/** Which version of a menu: what people call it, its number, and the SHA-256 of its file. */
export const menuVersionSent = z.object({ id: z.string(), name: z.string(), number: z.number(), sha256: z.string() });
