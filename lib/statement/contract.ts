import * as z from "zod";
import { fileEndpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";

export const pointsStatement = fileEndpoint({
  method: "GET",
  path: "/guests/{id}/statement",
  summary:
    "A guest's points as a picture in their language: the balance, the last movements, and their card. 404 for nobody, and before the first point.",
  // Whoever has the card says yes to a reward for its guest, so it is for who may change points anyway.
  permission: "nav_loyalty",
  perMinute: 30,
  params: z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) }),
  exports: true,
  byPlainLink: true,
  gives: "image/png",
});
