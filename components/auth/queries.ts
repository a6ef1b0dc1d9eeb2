"use client";

import { getCsrfToken } from "next-auth/react";
import { storeSession } from "@/components/app-base/session-store";
import { ApiError, NOBODY_ANSWERED } from "@/lib/api/api-error";
import { pagesBase } from "@/lib/api/backends";
import { call } from "@/lib/api/client";
import { login, type SessionUser } from "@/lib/auth/contract";

/** The server took the password, and then not the sign-in. */
class CookieRefused extends Error {
  override readonly name = "CookieRefused";
}

/**
 * Signs in at the server that gives the pages, whichever this device has chosen; keeps token and user on it, and gets the
 * pages' cookie for the same sign-in.
 */
export async function signInWith(username: string, password: string): Promise<SessionUser> {
  const { access_token, refresh_token, user } = await call(login, { body: { username, password }, base: pagesBase(), branch: null });
  storeSession(user, access_token, pagesBase());
  if (!(await getsCookie(refresh_token ?? ""))) {
    throw new CookieRefused("The server did not keep the sign-in. Reload the page, then sign in again.");
  }
  return user;
}

/** As next-auth's own `signIn` does, which leaves the page for an error of its own where the network goes in between. */
async function getsCookie(refresh_token: string): Promise<boolean> {
  const csrfToken = await getCsrfToken();
  if (!csrfToken) throw new ApiError(0, "", "network", NOBODY_ANSWERED);
  const body = new URLSearchParams({ refresh_token, csrfToken, callbackUrl: window.location.href, json: "true" });
  const { ok } = await fetch("/api/auth/callback/credentials", { method: "POST", body });
  return ok;
}
