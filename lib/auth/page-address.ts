/** Set by `proxy.ts`: path and query of the page, which a page itself cannot see. */
export const PAGE_ADDRESS_HEADER = "x-daftar-page";
