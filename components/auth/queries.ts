"use client";

import { signIn } from "next-auth/react";
import { storeSession } from "@/components/app-base/session-store";
import { call } from "@/lib/api/client";
import { login, type SessionUser } from "@/lib/auth/contract";

/** The page's own server does not take a sign-in that was made at another one. */
class CookieRefused extends Error {
  override readonly name = "CookieRefused";
}

/** Signs in at the API, keeps token and user on this device, and gets the pages' cookie for the same sign-in. */
export async function signInWith(username: string, password: string): Promise<SessionUser> {
  const { access_token, user } = await call(login, { body: { username, password } });
  storeSession(user, access_token);
  const cookie = await signIn("credentials", { access_token, redirect: false });
  if (!cookie?.ok) {
    throw new CookieRefused("You are signed in there, but this page's own server does not know that sign-in. Choose the automatic server.");
  }
  return user;
}
