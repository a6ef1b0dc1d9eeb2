import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { DATE_FORMATS } from "../date-format";

const format = z.enum(DATE_FORMATS, "Dates are written MM/dd/yyyy or dd/MM/yyyy. Nothing was changed.");

export const readDateFormat = endpoint({
  method: "GET",
  path: "/date-format",
  summary: "How dates are written in digits, and who chose that.",
  permission: "nav_control",
  about: "none",
  answer: z.object({
    format,
    /** Who chose it, and when (ISO 8601); null where nobody has. */
    changed: z.object({ by: z.string(), at: z.string() }).nullable(),
  }),
});

export const changeDateFormat = endpoint({
  method: "PUT",
  path: "/date-format",
  summary:
    "Choose how dates are written in digits, for every branch: month first (the default) or day first. Pages know it when they are opened.",
  permission: "user_create",
  about: "group",
  body: z.strictObject({ format }),
  answer: z.object({ message: z.string(), format }),
});
