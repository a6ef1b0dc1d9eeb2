import { type NextRequest, NextResponse } from "next/server";
import { COOKIE_NAMES } from "./lib/auth/cookie-names";
import { PAGE_ADDRESS_HEADER } from "./lib/auth/page-address";

/** Sends people without any cookie to /login, and tells pages their own address. It decides nothing: pages and calls do. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const address = pathname + search;
  const hasCookie = COOKIE_NAMES.some((name) => request.cookies.has(name));
  if (!hasCookie && pathname !== "/login") {
    return NextResponse.redirect(new URL(`/login?redirect=${encodeURIComponent(address)}`, request.url));
  }
  const headers = new Headers(request.headers);
  headers.set(PAGE_ADDRESS_HEADER, address);
  return NextResponse.next({ request: { headers } });
}

// Pages only: in front of a call, Next would read the body into memory and cut it at 10 MB without a word.
export const config = {
  matcher: [
    "/",
    "/all",
    "/competitions",
    "/menu-price-calibrator",
    "/menu-price-editor",
    "/reservations",
    "/reservations/rules",
    "/audit",
    "/login",
    "/search-date",
    "/merge-by-date-all",
    "/birthdays",
    "/import",
    "/control",
    "/duplicates",
    "/loyalty",
    "/guest-search",
    "/guest/:id",
    "/redeem",
  ],
};
