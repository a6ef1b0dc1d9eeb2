import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { v7 as uuid } from "uuid";
import { can, type Requirement } from "../permissions";
import { noteRefusal } from "../refusals";
import { underWay } from "../work-under-way";
import type { SessionUser } from "./contract";
import { PAGE_ADDRESS_HEADER } from "./page-address";
import { type SignedIn, whoseCookie } from "./signed-in";
import { readCookie } from "./tokens";

/**
 * Goes on only when the signed-in person may see a page: without the permission the answer is 403 and
 * `app/(house)/forbidden.tsx`. Somebody who is signed out goes to /login, and comes back afterwards to the same path and
 * query (docs/design/spec-shell.md 2).
 */
export async function requirePage(requirement: Requirement): Promise<void> {
  const signedIn = await whoIsHere();
  if (!signedIn) {
    const address = (await headers()).get(PAGE_ADDRESS_HEADER) ?? "/";
    redirect(`/login?redirect=${encodeURIComponent(address)}`);
  }
  if (can(signedIn.user.permissions, requirement)) return;
  await noteRefusedPage(signedIn.user);
  forbidden();
}

/** As a call's refusal stands in the trail. What was typed behind the path, such as a guest's name, does not. */
async function noteRefusedPage({ id }: SessionUser): Promise<void> {
  const sent = await headers();
  const path = (sent.get(PAGE_ADDRESS_HEADER) ?? "").split("?", 1)[0] ?? "";
  noteRefusal({
    actor: { kind: "user", id },
    // Next writes the socket's own where no proxy in front has said another; a client's is dropped (front.ts).
    address: sent.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown",
    call: path === "" ? "a page" : `the page ${path}`,
    code: "forbidden",
    branch: null,
    requestId: uuid(),
  });
}

/** The user of the page's cookie; null without a valid sign-in. */
export async function signedInHere(): Promise<SessionUser | null> {
  return (await whoIsHere())?.user ?? null;
}

/** Asked by the frame and by the page in it: once for both. */
const whoIsHere = cache(async (): Promise<SignedIn | null> => {
  const cookie = await readCookie(await headers());
  return cookie && (await underWay(whoseCookie(cookie.token)));
});
