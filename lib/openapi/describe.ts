import * as z from "zod";
import type { AnswerOf, Endpoint, FileEndpoint } from "../api/endpoint";
import { VERSION } from "../env";
import type { FileAnswer } from "../http/file-route";
import { contractsServed } from "../http/route";
import type { Requirement } from "../permissions";
import { processWide } from "../process-wide";
import type * as own from "./contract";
import { DOCS_STYLE, docsPage, type ShownCall } from "./page";

/** The API's description (OpenAPI 3.1). */
export function describeApi(): AnswerOf<typeof own.openApi> {
  // The contracts never change while the server runs, and to write all of them as JSON Schema takes a good part of a second.
  return processWide("API's description", describeAll);
}

/** The page of all calls. */
export function showApi(): FileAnswer {
  const body = processWide("API's page", () => docsPage(VERSION, [...contractsServed().map(shown), SOCKET]));
  return { body, frameStyle: DOCS_STYLE };
}

/** The one that is no call of HTTP. */
const SOCKET: ShownCall = {
  method: "WS",
  path: "/assist/ws?session=&role=&ticket=",
  summary:
    "The socket of a session of Remote Assist, for its host or its viewer: JSON texts with a type. POST /assist/ticket gives the ticket.",
  needs: "Needs: remote_assist_share or remote_assist_view, and the origin of our own pages.",
  parts: [],
};

function shown(contract: Endpoint | FileEndpoint): ShownCall {
  const { method, path, summary, query, body, form } = contract;
  const parts = [
    ...(query ? [{ name: "Query", schema: jsonSchema(query, "input") }] : []),
    ...(body ? [{ name: "Body", schema: jsonSchema(body, "input") }] : []),
    ...(form ? [{ name: "Form", schema: fileForm(form) }] : []),
    "answer" in contract ? { name: "Answer", schema: jsonSchema(contract.answer, "output") } : { name: "Answer", schema: contract.gives },
  ];
  return { method, path, summary, needs: `Needs: ${words(contract.permission)}.`, parts };
}

function describeAll(): AnswerOf<typeof own.openApi> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of contractsServed()) {
    const operations = paths[contract.path] ?? {};
    operations[contract.method.toLowerCase()] = describe(contract);
    paths[contract.path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Daftar", version: VERSION, description: "The guest book of a restaurant group." },
    servers: [{ url: "/api" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

function describe(contract: Endpoint | FileEndpoint) {
  return {
    summary: contract.summary,
    description: `Needs: ${words(contract.permission)}.`,
    security: contract.permission === "public" ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(contract.params, "path"), ...parametersOf(contract.query, "query")],
    ...(contract.form ? { requestBody: { content: { "multipart/form-data": { schema: fileForm(contract.form) } } } } : {}),
    ...(contract.body ? { requestBody: { content: bodyContent(contract, { schema: jsonSchema(contract.body, "input") }) } } : {}),
    responses: {
      [contract.status ?? 200]: {
        description: "Done.",
        content:
          "answer" in contract ? { "application/json": { schema: jsonSchema(contract.answer, "output") } } : { [contract.gives]: {} },
      },
      default: { description: "Refused: error, detail, code and request_id say why." },
    },
  };
}

function bodyContent({ reads }: Endpoint | FileEndpoint, described: object) {
  const form = { "multipart/form-data": described, "application/x-www-form-urlencoded": described };
  return { "application/json": described, ...(reads === "form" ? form : {}) };
}

/** A form of a file and of fields that are JSON. */
function fileForm(fields: z.ZodType): object {
  const { properties = {}, ...rest } = jsonSchema(fields, "input") as { properties?: Record<string, unknown> };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  return { ...rest, properties: { file, ...properties } };
}

function words(requirement: Requirement): string {
  if (typeof requirement === "string") return requirement;
  return "any" in requirement ? requirement.any.join(" or ") : requirement.all.join(" and ");
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}
