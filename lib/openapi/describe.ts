import * as z from "zod";
import type { AnswerOf, Endpoint, FileEndpoint } from "../api/endpoint";
import * as assist from "../assist/contract";
import * as audit from "../audit/contract";
import * as auth from "../auth/contract";
import * as backendFolder from "../backend-folder/contract";
import * as birthdaySearch from "../birthdays/contract";
import * as restaurants from "../branches/contract";
import * as dateSearch from "../date-search/contract";
import { VERSION } from "../env";
import * as evening from "../evening/contract";
import * as contacts from "../guest-search/contract";
import * as guests from "../guests/contract";
import * as health from "../health/contract";
import type { FileAnswer } from "../http/file-route";
import * as jobs from "../jobs/contract";
import * as logs from "../logs/contract";
import * as loyalty from "../loyalty/contract";
import * as menus from "../menus/contract";
import * as merging from "../merging/contract";
import * as optOuts from "../opt-outs/contract";
import type { Requirement } from "../permissions";
import * as personalData from "../personal-data/contract";
import * as birthdayCampaign from "../queue/birthday-campaign/contract";
import * as queueCampaigns from "../queue/campaigns/contract";
import * as queueWebhook from "../queue/cloud/contract";
import * as queue from "../queue/contract";
import * as queueMessages from "../queue/duplicates/contract";
import * as queueLimits from "../queue/limits/contract";
import * as queueBrake from "../queue/pause/contract";
import * as queueReplies from "../queue/replies/contract";
import * as queueRetry from "../queue/retry/contract";
import * as queueSandbox from "../queue/sandbox/contract";
import * as queueSenders from "../queue/senders/contract";
import * as queueTemplates from "../queue/templates/contract";
import * as queueTokens from "../queue/worker-tokens/contract";
import * as queueWorkers from "../queue/workers/contract";
import * as rebuild from "../rebuild/contract";
import * as staff from "../staff/contract";
import * as tables from "../tables/contract";
import * as users from "../users/contract";
import * as vouchers from "../vouchers/contract";
import * as own from "./contract";
import { DOCS_STYLE, docsPage, type ShownCall } from "./page";

/** Every contract of the API; a test holds the list to the contract files. */
export function allContracts(): (Endpoint | FileEndpoint)[] {
  const modules: Record<string, unknown>[] = [
    audit,
    assist,
    auth,
    contacts,
    dateSearch,
    evening,
    guests,
    backendFolder,
    birthdayCampaign,
    birthdaySearch,
    health,
    jobs,
    logs,
    menus,
    optOuts,
    personalData,
    queue,
    queueBrake,
    queueLimits,
    queueCampaigns,
    queueMessages,
    queueReplies,
    queueRetry,
    queueSandbox,
    queueSenders,
    queueTemplates,
    queueTokens,
    queueWebhook,
    queueWorkers,
    loyalty,
    merging,
    rebuild,
    restaurants,
    staff,
    tables,
    users,
    vouchers,
    own,
  ];
  return modules.flatMap((module) => Object.values(module).filter(isContract));
}

function isContract(value: unknown): value is Endpoint | FileEndpoint {
  return typeof value === "object" && value !== null && "path" in value && "permission" in value;
}

/** The API's description (OpenAPI 3.1). */
export function describeApi(): AnswerOf<typeof own.openApi> {
  described ??= describeAll();
  return described;
}

/** The contracts never change while the server runs, and to write all of them as JSON Schema takes a good part of a second. */
let described: AnswerOf<typeof own.openApi> | null = null;

/** The page of all calls. */
export function showApi(): FileAnswer {
  page ??= docsPage(VERSION, [...allContracts().map(shown), SOCKET]);
  return { body: page, frameStyle: DOCS_STYLE };
}

let page: string | null = null;

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
  const { method, path, summary, query, body } = contract;
  const parts = [
    ...(query ? [{ name: "Query", schema: jsonSchema(query, "input") }] : []),
    ...(body ? [{ name: "Body", schema: jsonSchema(body, "input") }] : []),
    "answer" in contract ? { name: "Answer", schema: jsonSchema(contract.answer, "output") } : { name: "Answer", schema: contract.gives },
  ];
  return { method, path, summary, needs: `Needs: ${words(contract.permission)}.`, parts };
}

function describeAll(): AnswerOf<typeof own.openApi> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of allContracts()) {
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
