import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { enqueue } from "../queue/contract";
import { MAY_SEND_STATEMENT } from "./rights";

const params = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });

export const pointsStatement = fileEndpoint({
  method: "GET",
  path: "/guests/{id}/statement",
  summary:
    "A guest's points as a picture in their language: the balance, the last movements, and their card. 404 for nobody, and before the first point.",
  // Whoever has the card says yes to a reward for its guest, so it is for who may change points anyway.
  permission: "nav_loyalty",
  perMinute: 30,
  params,
  exports: true,
  byPlainLink: true,
  gives: "image/png",
});

export const sendStatement = endpoint({
  method: "POST",
  path: "/guests/{id}/statement/send",
  summary: "Queue a guest's statement as a letter with its picture; the answer says where it is not queued, and why, as of any letter.",
  permission: MAY_SEND_STATEMENT,
  perMinute: 30,
  params,
  answer: enqueue.answer,
});
