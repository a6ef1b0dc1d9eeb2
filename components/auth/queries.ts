"use client";

import { signIn } from "next-auth/react";
import { storeSession } from "@/components/app-base/session-store";
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
  const cookie = await signIn("credentials", { refresh_token, redirect: false });
  if (!cookie?.ok) {
    throw new CookieRefused("The server did not keep the sign-in. Reload the page, then sign in again.");
  }
  return user;
}
