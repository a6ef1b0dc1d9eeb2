import type { ServerResponse } from "node:http";
import { httpStatusOf } from "./cloud-api-checks";

/** An answer of the Graph API: its status, its JSON, and headers. */
export type Answer = [status: number, json: unknown, headers?: Record<string, string>];

/** Meta's words repeat what was sent, so that a test sees when they get into a log. */
export function refusal(
  code: number,
  message: string,
  subcode = 0,
  { httpStatus, headers }: { httpStatus?: number; headers?: Record<string, string> } = {},
): Answer {
  const details = `Details of ${message}`;
  const error = {
    message,
    type: "OAuthException",
    code,
    error_data: { messaging_product: "whatsapp", details },
    error_subcode: subcode,
    fbtrace_id: "AStandIn0123",
  };
  return [httpStatus ?? httpStatusOf(code), { error }, headers];
}

export function send(response: ServerResponse, [status, json, headers = {}]: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof json === "string" ? json : JSON.stringify(json));
}
