import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { headers } from "next/headers";
import type { CallContract, FirstAnswer } from "../api/endpoint";
import { signedInHere } from "../auth/page";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import { env } from "../env";
import { can } from "../permissions";
import { underWay } from "../work-under-way";
import type { Route } from "./route";

/** How long a page waits for an answer to be drawn with, in milliseconds: a store in trouble must not keep the frame away. */
const PATIENCE = 1_000;

/**
 * The answer of a GET for whoever asks for this page, to draw it with: through the same door as a browser's call, with the
 * same checks, and about the server's own branch.
 * @returns null for whoever may not have it, and when the call failed or takes long; the page asks by itself then, and says why
 */
export async function answerForPage(route: Route): Promise<FirstAnswer | null> {
  if (!(await mayAsk(route.contract))) return null;
  const cookie = (await headers()).get("cookie") ?? "";
  const request = new Request(new URL(route.contract.path, "http://page"), { headers: { cookie } });
  const asked = underWay(route(request, { params: Promise.resolve({}) }));
  const response = await Promise.race([asked, pause(PATIENCE, null, { ref: false })]);
  return response?.ok ? { json: await response.text(), etag: response.headers.get("etag"), at: now().getTime() } : null;
}

/** Nobody has asked for what a page would be drawn with: a refusal of it would stand in the audit trail as theirs. */
async function mayAsk({ permission, about }: CallContract): Promise<boolean> {
  const user = await signedInHere();
  return user !== null && can(user.permissions, permission) && (about === "none" || mayWorkIn(user.branches, env().BRANCH));
}
