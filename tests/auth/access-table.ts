import type { CallContract } from "@/lib/api/endpoint";
import type { Permission } from "@/lib/permissions";

export type Who = "public" | "signed in" | "everything" | "worker" | "signed by Meta" | { any: Permission[] } | { all: Permission[] };

/**
 * Whose data a call is about: the branch's that is asked for, with central among them (`any`) or without (`restaurant`); the
 * central book's whatever is asked for; no branch's, such as what belongs to oneself, or is filtered inside; and what belongs to all
 * branches alike, which nobody is given, or changes, who is limited to some (`group`).
 */
export type About = "any" | "restaurant" | "central" | "none" | "group";

const one = (key: Permission): Who => ({ all: [key] });

/**
 * Who may call what, and where: written from the API's description and not from the contracts, so that a wrong contract is
 * found. A call that is not here fails: nobody has thought of who may make it.
 */
const ACCESS: Record<string, readonly [Who, About]> = {
  "POST /auth/login": ["public", "none"],
  "POST /auth/refresh": ["public", "none"],
  "POST /auth/logout": ["signed in", "none"],
  "GET /auth/me": ["signed in", "none"],
  "POST /auth/new-user": [one("user_create"), "none"],
  "GET /auth/roles": ["signed in", "none"],
  "PUT /auth/roles/{role}": [one("user_create"), "none"],
  "GET /auth/users": [one("user_create"), "none"],
  "PATCH /auth/users/{id}": [one("user_create"), "none"],
  "POST /auth/users/{id}/password": [one("user_create"), "none"],
  "GET /auth/users/{id}/sessions": [one("user_create"), "none"],
  "POST /auth/password": ["signed in", "none"],
  "GET /auth/sessions": ["signed in", "none"],
  "DELETE /auth/sessions/{id}": ["signed in", "none"],
  "GET /branches": ["signed in", "none"],
  "POST /branches": ["everything", "group"],
  "POST /branches/{key}/close": ["everything", "group"],
  "POST /branches/{key}/reopen": ["everything", "group"],
  "POST /branches/{key}/rename": ["everything", "group"],
  "GET /date-format": [one("nav_control"), "none"],
  "PUT /date-format": [one("user_create"), "group"],
  "GET /health": ["public", "none"],
  "POST /health/missing/seen": ["signed in", "none"],
  "GET /openapi.json": ["signed in", "none"],
  "GET /docs": ["signed in", "none"],
  "GET /contacts": [{ any: ["nav_home", "nav_guest_search"] }, "any"],
  "GET /contacts/newest": [{ any: ["nav_home", "nav_guest_search"] }, "any"],
  "PATCH /contacts": [one("nav_guest_search"), "any"],
  "POST /contacts/two-people": [one("nav_guest_search"), "any"],
  "POST /contacts/one-person": [one("nav_guest_search"), "any"],
  "POST /contacts/decision/end": [one("nav_guest_search"), "any"],
  "POST /contacts/import": [{ all: ["nav_all_data", "create_table"] }, "any"],
  "POST /contacts/import/wrong-rows": [{ all: ["nav_all_data", "create_table"] }, "any"],
  "GET /contacts/import/last": [{ all: ["nav_all_data", "create_table"] }, "any"],
  "POST /contacts/import/undo": [{ all: ["nav_all_data", "create_table"] }, "any"],
  "GET /all-data": [one("nav_all_data"), "any"],
  "GET /all-data/choices": [one("nav_all_data"), "none"],
  "PUT /all-data/choices": [one("nav_all_data"), "none"],
  "POST /all-data/change": [one("change_all_data"), "any"],
  "POST /all-data/change/undo": [one("change_all_data"), "any"],
  "GET /all-data/bin": [one("change_all_data"), "any"],
  "POST /all-data/bin/put-back": [one("change_all_data"), "any"],
  "GET /all-data/count": [one("nav_all_data"), "any"],
  "POST /compare-book": ["everything", "any"],
  "POST /rebuild-book": ["everything", "any"],
  "GET /search": [one("nav_customer_service"), "any"],
  "POST /save-table": [{ any: ["create_table", "open_saved_tables"] }, "restaurant"],
  "GET /saved-tables": [one("open_saved_tables"), "restaurant"],
  "GET /table/{name}": [one("open_saved_tables"), "restaurant"],
  "POST /merge-tables": [one("merge_all"), "restaurant"],
  "POST /end-of-day": [one("end_of_day"), "restaurant"],
  "GET /table-log": [one("nav_home"), "none"],
  "GET /stats/live": [one("nav_home"), "none"],
  "GET /stats/live/watch": [one("nav_home"), "none"],
  "GET /stats/live/rows": [one("nav_home"), "none"],
  "GET /stats/history": [one("stats_history"), "none"],
  "GET /stats/history/export-csv": [one("stats_history"), "none"],
  "GET /stats/history/export-xlsx": [one("stats_history"), "none"],
  "GET /search-by-date": [one("nav_search_date"), "any"],
  "POST /update-company-by-date": [one("nav_search_date"), "any"],
  "GET /contacts/{id}/vcf": [one("nav_guest_search"), "any"],
  "GET /contacts/{id}/card": [one("nav_guest_search"), "any"],
  "GET /contacts/{id}/where-from": [one("nav_guest_search"), "any"],
  "GET /guests/{id}": [one("nav_guest_search"), "any"],
  // What each list needs beside it: tests/guest-page/rights.test.ts looks at that.
  "GET /guests/{id}/more": [one("nav_guest_search"), "any"],
  "GET /export-csv": [one("nav_search_date"), "any"],
  "GET /export-vcf": [one("nav_search_date"), "any"],
  "POST /dedupe-table": [one("nav_search_date"), "restaurant"],
  "POST /dedupe-table/undo": [one("nav_search_date"), "restaurant"],
  "POST /update-company-by-date/undo": [one("nav_search_date"), "any"],
  "POST /update-contact": [one("nav_search_date"), "restaurant"],
  "DELETE /delete-contact": [one("nav_search_date"), "any"],
  "GET /birthdays": [one("nav_birthdays"), "any"],
  "GET /birthdays/campaign": [one("nav_birthdays"), "any"],
  "GET /birthdays/stats": [one("nav_birthdays"), "any"],
  "GET /birthdays/export-csv": [one("nav_birthdays"), "any"],
  "GET /birthdays/export-vcf": [one("nav_birthdays"), "any"],
  "GET /birthdays/failed-all": [one("nav_birthdays"), "none"],
  "POST /birthdays/retry-all": [{ all: ["nav_birthdays", "send_all"] }, "none"],
  "GET /birthdays/generate-vouchers-stream": [one("nav_birthdays"), "any"],
  "GET /birthdays/vouchers": [one("nav_birthdays"), "any"],
  "GET /vouchers/check": [one("nav_guest_search"), "none"],
  "GET /vouchers/{id}/image": ["public", "none"],
  "GET /vouchers/{id}/pdf": ["public", "none"],
  "GET /vouchers/{id}/thumbnail": ["public", "none"],
  "POST /vouchers/verify": [{ any: ["create_table", "nav_guest_search"] }, "none"],
  "POST /vouchers/redeem": [{ any: ["create_table", "nav_guest_search"] }, "restaurant"],
  "POST /vouchers/take-back": [{ any: ["create_table", "nav_guest_search"] }, "none"],
  // What each batch needs is asked when it is known what it holds; tests/queue looks at that.
  "POST /queue/enqueue": ["signed in", "any"],
  "POST /queue/enqueue/batch": ["signed in", "any"],
  "POST /queue/enqueue-items": ["signed in", "any"],
  "POST /queue/enqueue/single": ["signed in", "any"],
  "POST /worker/register": ["worker", "none"],
  "POST /worker/heartbeat": ["worker", "none"],
  "POST /worker/claim": ["worker", "none"],
  "POST /worker/begin": ["worker", "none"],
  "POST /worker/ack": ["worker", "none"],
  "POST /worker/inbound": ["worker", "none"],
  "GET /whatsapp/webhook": ["signed by Meta", "none"],
  "POST /whatsapp/webhook": ["signed by Meta", "none"],
  "POST /worker/receipts": ["worker", "none"],
  "POST /worker/recover": ["worker", "none"],
  "GET /worker/media/{id}": ["worker", "none"],
  "GET /worker-tokens": [one("user_create"), "none"],
  "POST /worker-tokens": [{ all: ["user_create", "open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"] }, "group"],
  "POST /worker-tokens/{id}/revoke": [one("user_create"), "group"],
  "GET /queue/limits": [one("user_create"), "none"],
  "PUT /queue/limits": [one("user_create"), "group"],
  "PUT /queue/opted-out": [{ any: ["create_table", "nav_guest_search", "nav_customer_service"] }, "none"],
  "GET /queue/menus": [one("open_saved_tables"), "any"],
  "GET /queue/menus/sent": [one("open_saved_tables"), "any"],
  // What each message needs hangs on its kind; tests/queue/despite-doubt.test.ts looks at that.
  "POST /queue/messages/{id}/send-despite-doubt": ["signed in", "none"],
  "POST /queue/messages/{id}/arrived": ["signed in", "none"],
  "POST /queue/menus/retry": [one("open_saved_tables"), "any"],
  "POST /queue/opted-out": [{ any: ["open_saved_tables", "nav_guest_search", "nav_customer_service"] }, "none"],
  "POST /queue/in-doubt": [one("nav_customer_service"), "any"],
  "POST /queue/template": [{ any: ["open_saved_tables", "nav_customer_service"] }, "none"],
  "GET /queue/stats": ["signed in", "none"],
  "GET /queue/pending": ["signed in", "none"],
  // What it says of whom hangs on the caller; tests/birthdays/greeted-today.test.ts looks at that.
  "GET /queue/day": ["signed in", "any"],
  "GET /queue/replies": [{ any: ["send_all", "nav_customer_service"] }, "none"],
  "POST /queue/replies/seen": [{ any: ["send_all", "nav_customer_service"] }, "none"],
  "GET /queue/campaigns": ["signed in", "none"],
  "GET /queue/campaigns/{id}": ["signed in", "none"],
  "POST /queue/campaigns/{id}/pause": ["signed in", "any"],
  "POST /queue/campaigns/{id}/resume": ["signed in", "any"],
  "POST /queue/campaigns/{id}/cancel": ["signed in", "any"],
  "GET /queue/{id}": ["signed in", "none"],
  "GET /workers": ["signed in", "none"],
  "GET /queue/workers": ["signed in", "none"],
  "GET /queue/sandbox": [{ any: ["send_all", "nav_customer_service"] }, "none"],
  "GET /queue/sandbox/{id}/file": [{ any: ["send_all", "nav_customer_service"] }, "none"],
  "POST /queue/workers/{id}/resume": [one("user_create"), "group"],
  "POST /cancel-sending": ["signed in", "any"],
  "POST /queue/cancel-all": ["signed in", "any"],
  "POST /reset-cancel": ["signed in", "any"],
  "GET /cancel-status": ["signed in", "any"],
  "GET /loyalty/customers/search": [{ any: ["nav_loyalty", "create_table", "open_saved_tables"] }, "none"],
  "POST /loyalty/customers": [{ any: ["nav_loyalty", "create_table", "open_saved_tables"] }, "none"],
  "POST /loyalty/visit": [{ any: ["nav_loyalty", "create_table", "open_saved_tables"] }, "restaurant"],
  "POST /proxy/echo": [one("nav_merge_by_date_all"), "central"],
  "GET /merge-by-date/all-branches": [one("nav_merge_by_date_all"), "central"],
  "GET /merge-by-date/waiting": [one("nav_merge_by_date_all"), "central"],
  "GET /jobs": ["signed in", "none"],
  "GET /jobs/{id}": ["signed in", "none"],
  "POST /jobs/{id}/cancel": ["signed in", "none"],
  "GET /jobs/{id}/stream": ["signed in", "none"],
  "GET /staff/{branch}": ["signed in", "any"],
  "POST /staff/{branch}/add": [one("create_table"), "any"],
  "DELETE /staff/{branch}/remove": [one("create_table"), "any"],
  "POST /staff/{branch}/reset-defaults": [one("create_table"), "any"],
  "GET /audit": ["everything", "none"],
  "GET /audit/export-csv": ["everything", "none"],
  "GET /audit/check": ["everything", "none"],
  "POST /personal-data/find": ["everything", "group"],
  "POST /personal-data/export": ["everything", "group"],
  "POST /personal-data/erase": ["everything", "group"],
  "POST /logs/pack-zip": [one("options_open"), "group"],
  "GET /logs/download/{filename}": [one("options_open"), "group"],
  "GET /backend/browse": ["signed in", "none"],
  "GET /backend/download": ["signed in", "none"],
  "POST /backend/open-folder": ["signed in", "none"],
  "POST /assist/start": [one("remote_assist_share"), "any"],
  "POST /assist/join/{code}": [one("remote_assist_view"), "any"],
  "POST /assist/end/{id}": [{ any: ["remote_assist_share", "remote_assist_view"] }, "none"],
  "POST /assist/ticket": [{ any: ["remote_assist_share", "remote_assist_view"] }, "none"],
};

/**
 * What each call hands out that opens something, or leaves the house: to whom and of which branch stands above. Nobody is given what
 * they could not do or see themselves; a call that is not here fails.
 */
export const HANDS_OUT: Record<string, string> = {
  "GET /docs": "a page of all calls, and no data",
  "POST /auth/login": "one's own tokens, for the password",
  "POST /auth/refresh": "one's own next tokens, for the last ones",
  "POST /worker-tokens": "what a worker PC calls with: every message of every branch",
  "GET /workers": "the code that links a phone, to those who may make a token alone: the phone sees the same",
  "GET /queue/workers": "the same",
  "POST /assist/start": "the code of one's own screen",
  "POST /assist/ticket": "a ticket for the socket of a session of one's own",
  "GET /vouchers/check": "links to the pictures of a guest of one's branches; a voucher is good in every branch",
  "GET /birthdays/vouchers": "links to the pictures of a branch's guests",
  "GET /birthdays/generate-vouchers-stream": "the same",
  "GET /vouchers/{id}/image": "a picture, for its signed link",
  "GET /vouchers/{id}/pdf": "the same",
  "GET /vouchers/{id}/thumbnail": "the same",
  "GET /worker/media/{id}": "the file of a message that this worker holds",
  "POST /worker/claim": "where the file of a message lies that this worker holds",
  "POST /worker/recover": "the same",
  "GET /queue/sandbox/{id}/file": "the file of a message of one's branches, to those who may send such a one",
  "GET /contacts/{id}/vcf": "a guest of the branch",
  "GET /export-csv": "a date's guests of the branch",
  "GET /export-vcf": "the same",
  "POST /contacts/import/wrong-rows": "the wrong rows of the file that one sends",
  "GET /birthdays/export-csv": "who celebrates, of the branch",
  "GET /birthdays/export-vcf": "the same",
  "GET /stats/live/watch": "that something was written in one's branches, and nothing of it",
  "GET /stats/history/export-csv": "figures of one's branches, without a name",
  "GET /stats/history/export-xlsx": "the same",
  "GET /audit/export-csv": "the trail of one's branches",
  "POST /personal-data/export": "a person's rows, of all branches",
  "POST /logs/pack-zip": "the name of the packed logs, of all branches",
  "GET /logs/download/{filename}": "these logs",
  "GET /backend/browse": "the names of files, each to whom it may be shown",
  "GET /backend/download": "these files",
  "GET /jobs/{id}/stream": "how far a job of one's branches is",
  "GET /whatsapp/webhook": "Meta's own challenge",
};

export const nameOf = ({ method, path }: CallContract) => `${method} ${path}`;

/** @throws Error for a call that is not in the table */
export function accessTo(contract: CallContract): readonly [Who, About] {
  const found = ACCESS[nameOf(contract)];
  if (!found) throw new Error(`${nameOf(contract)} is not in the table of who may call what`);
  return found;
}

/** Every call of the table, so that one which is no more is found too. */
export const DECLARED = Object.keys(ACCESS);

/** What a caller holds; null for nobody. */
export type Holds = readonly Permission[] | "everything" | "the calls of workers" | null;

/** What the table says of one call. */
export function expected(holds: Holds, who: Who): string {
  if (who === "public") return "let in";
  if (who === "signed by Meta") return "403 forbidden"; // whoever it is: nobody here has signed it
  if (holds === null) return "401 unauthenticated";
  // A worker has the calls of workers and no others, and no user has those, whatever the role.
  if (holds === "the calls of workers" || who === "worker")
    return who === "worker" && holds === "the calls of workers" ? "let in" : "403 forbidden";
  if (holds === "everything" || who === "signed in") return "let in";
  if (who === "everything") return "403 forbidden";
  const has = (key: Permission) => holds.includes(key);
  return ("any" in who ? who.any.some(has) : who.all.every(has)) ? "let in" : "403 forbidden";
}
