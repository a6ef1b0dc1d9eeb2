import "server-only";
import { headers } from "next/headers";
import type { FirstAnswer } from "../api/endpoint";
import { now } from "../clock";
import type { Route } from "./route";

/**
 * The answer of a GET for whoever asks for this page, to draw it with: through the same door as a browser's call, with the
 * same checks, and about the server's own branch.
 * @returns null when the call was refused or failed; the page asks by itself then, and says why
 */
export async function answerForPage(route: Route): Promise<FirstAnswer | null> {
  const cookie = (await headers()).get("cookie") ?? "";
  const request = new Request(new URL(route.contract.path, "http://page"), { headers: { cookie } });
  const response = await route(request, { params: Promise.resolve({}) });
  return response.ok ? { json: await response.text(), etag: response.headers.get("etag"), at: now().getTime() } : null;
}
