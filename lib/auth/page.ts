import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { COOKIE_NAMES } from "./cookie-names";
import { PAGE_ADDRESS_HEADER } from "./page-address";
import { can, type Permission } from "./permissions";
import { whoHolds } from "./reads";

/**
 * Whether the signed-in person may see a page; somebody who is signed out goes to /login, and comes back afterwards to
 * the same path and query (first specification, section 2).
 */
export async function requirePage(permission: Permission): Promise<boolean> {
  const jar = await cookies();
  const token = COOKIE_NAMES.map((name) => jar.get(name)?.value).find(Boolean);
  const signedIn = token ? await whoHolds(token) : null;
  if (!signedIn) {
    const address = (await headers()).get(PAGE_ADDRESS_HEADER) ?? "/";
    redirect(`/login?redirect=${encodeURIComponent(address)}`);
  }
  return can(signedIn.user.permissions, permission);
}
