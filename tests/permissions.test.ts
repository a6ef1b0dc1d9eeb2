import { describe, expect, it } from "vitest";
import {
  can,
  DEFAULT_ROLES,
  grantsAfterReset,
  normaliseRoles,
  OWN_KEYS,
  PERMISSION_GROUPS,
  PERMISSION_KEYS,
  SEATING,
} from "@/lib/permissions";
import { sendsInWords } from "@/lib/queue/who-may-send";

// Word for word from docs/design/spec-shell.md 6.
const ALL_KEYS =
  "create_table, open_saved_tables, merge_all, end_of_day, options_open, user_create, nav_home, nav_search_date, nav_merge_by_date_all, nav_birthdays, nav_reservations, nav_guest_search, nav_control, nav_competitions, nav_all_data, auth_signin, auth_logout, send_all, nav_customer_service, remote_assist_share, remote_assist_view, nav_menu_prices, nav_menu_calibrator, nav_loyalty";
const STAFF =
  "create_table, open_saved_tables, options_open, nav_home, nav_search_date, nav_birthdays, nav_guest_search, nav_control, nav_all_data, auth_signin, auth_logout, nav_customer_service, nav_menu_prices";
const NOT_STAFF =
  "merge_all, end_of_day, user_create, nav_reservations, nav_competitions, send_all, remote_assist_share, remote_assist_view, nav_menu_calibrator";

const AFTER_RESET =
  "create_table, open_saved_tables, options_open, nav_home, nav_search_date, nav_birthdays, nav_reservations, nav_guest_search, nav_control, nav_competitions, auth_signin, auth_logout, merge_all, nav_menu_calibrator";

const words = (text: string) => text.split(", ");

describe("the permission keys", () => {
  it("are those of the specification, each once, and our own beside them, of which others than the admin hold at first what seating a guest needs", () => {
    expect([...PERMISSION_KEYS].sort()).toEqual([...words(ALL_KEYS), ...OWN_KEYS].sort());
    const own = OWN_KEYS.filter((key) => [...(DEFAULT_ROLES.staff ?? []), ...grantsAfterReset("staff")].includes(key));
    expect([own, SEATING]).toEqual([["guest_allergies"], ["guest_allergies"]]);
  });

  it("of the staff are those of the specification, in its order, and what seating needs", () => {
    expect(DEFAULT_ROLES.staff).toEqual([...words(STAFF), ...SEATING]);
    for (const key of words(NOT_STAFF)) expect(DEFAULT_ROLES.staff).not.toContain(key);
  });

  it("after Reset are those of the specification, for every role but admin", () => {
    for (const role of ["staff", "shift lead"]) expect(grantsAfterReset(role)).toEqual([...words(AFTER_RESET), ...SEATING]);
    expect(grantsAfterReset("admin")).toEqual(["*"]);
  });

  it("stand each in one group of Configure Visibility", () => {
    expect(PERMISSION_GROUPS.flatMap(({ keys }) => keys).sort()).toEqual([...PERMISSION_KEYS].sort());
  });

  it("of the admin are all of them", () => {
    expect(DEFAULT_ROLES.admin).toEqual(["*"]);
    for (const key of PERMISSION_KEYS) expect(can(["*"], key)).toBe(true);
  });
});

describe("whether somebody may", () => {
  it.each([
    [["create_table"], "create_table", true],
    [["create_table"], "merge_all", false],
    [[], "signed-in", true],
    [["create_table"], { any: ["create_table", "merge_all"] }, true],
    [["nav_home"], { any: ["create_table", "merge_all"] }, false],
    [["create_table"], { all: ["create_table", "merge_all"] }, false],
    [["create_table", "merge_all"], { all: ["create_table", "merge_all"] }, true],
    [["*"], { all: ["create_table", "merge_all"] }, true],
  ] as const)("%j, asked for %j: %s", (grants, requirement, expected) => {
    expect(can(grants, requirement as Parameters<typeof can>[1])).toBe(expected);
  });
});

describe("roles", () => {
  it.each([
    [
      ["Admin ", "STAFF"],
      ["admin", "staff"],
    ],
    ['["Admin","staff"]', ["admin", "staff"]],
    ["admin, Staff,,admin", ["admin", "staff"]],
    ["staff", ["staff"]],
    ["", []],
    [null, []],
    [{ role: "admin" }, []],
    ['{"role":"admin"}', []],
  ])("%j are read as %j", (given, expected) => {
    expect(normaliseRoles(given)).toEqual(expected);
  });
});

it("says of a role the messages that it may send, and those that it may not", () => {
  expect(sendsInWords(DEFAULT_ROLES.admin ?? [])).toBe("Sends menus, letters and birthday greetings.");
  expect(sendsInWords(DEFAULT_ROLES.staff ?? [])).toBe("Sends menus and letters, but no birthday greetings.");
  expect(sendsInWords([...(DEFAULT_ROLES.staff ?? []), "send_all"])).toBe("Sends menus, letters and birthday greetings.");
  expect(sendsInWords(["send_all"]), "the page is wanted too").toBe("Sends no messages.");
  expect(sendsInWords(["nav_customer_service"])).toBe("Sends letters, but no menus or birthday greetings.");
});
