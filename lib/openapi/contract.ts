import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";

export const openApi = endpoint({
  method: "GET",
  path: "/openapi.json",
  summary: "This description, in OpenAPI 3.1, made from the same contracts that the server checks.",
  permission: "signed-in",
  about: "none",
  answer: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.record(z.string(), z.unknown()) }),
});

export const apiDocs = fileEndpoint({
  method: "GET",
  path: "/docs",
  summary: "The same for people: a page of every call, with what it needs, takes and answers.",
  permission: "signed-in",
  about: "none",
  leadsToSignIn: true,
  byPlainLink: true,
  gives: "text/html; charset=utf-8",
});
