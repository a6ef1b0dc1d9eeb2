import { afterEach, describe, expect, it, vi } from "vitest";
import { isAutomatic } from "@/components/app-base/backend-choice";
import { forgetSession, otherSignIns, readSession, storeSession } from "@/components/app-base/session-store";
import { keepStaff, rememberedStaff } from "@/components/staff/kept-staff";
import { keepTableApi, tableApi } from "@/components/tables/remembered-choices";
import { configureBackend, currentBackend, keyAt, tokenAt } from "@/lib/api/backends";
import { dropDraft, keepDraft, newDraft, newGuest, readDraft, readDrafts } from "@/lib/drafts";

const CENTRAL = "https://central.example/api";
const BATROUN = "https://group.example/batroun/api";
const LIST = { apiBases: { central: CENTRAL, batroun: `${BATROUN}/` }, branches: ["jounieh"] };
const HERE = "http://pc:8000/api";

/** A device with this in its storage. @returns opens a page of it, as a reload would */
function device(stored: Record<string, string> = {}) {
  const entries = new Map(Object.entries(stored));
  const localStorage = {
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const open = (href = "http://pc:8000/") => {
    vi.stubGlobal("window", { location: { href }, localStorage, dispatchEvent: () => true });
    configureBackend(LIST);
  };
  open();
  return { entries, open };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const person = (id: string) => ({ id, username: id, name: id, roles: ["staff"], permissions: ["nav_home"], branches: null, own_keys: [] });
const table = (number: string) => ({
  ...newDraft({ hostess: "Rima", waiter: "Jad", table_number: number, party_size: "", branch: "jounieh", api_base: HERE }),
  guests: [newGuest({ name: "Maya", phones: "71 123 456" })],
});

describe("a sign-in at another server", () => {
  it("stands under its own keys, and changes nothing of the one here", () => {
    const { entries } = device();
    storeSession(person("rima"), "token-here");
    storeSession(person("rima-there"), "token-there", CENTRAL);
    expect(Object.fromEntries(entries)).toMatchObject({ auth_token: "token-here", [`auth_token@${CENTRAL}`]: "token-there" });
    expect([tokenAt(HERE), tokenAt(CENTRAL), tokenAt(BATROUN)]).toEqual(["token-here", "token-there", null]);
    expect([readSession(HERE).user?.id, readSession(CENTRAL).user?.id, readSession(BATROUN).user]).toEqual(["rima", "rima-there", null]);
    forgetSession(CENTRAL);
    expect([tokenAt(HERE), tokenAt(CENTRAL)]).toEqual(["token-here", null]);
  });

  it("outlives the end of the one here, for the same person alone", () => {
    device();
    storeSession(person("rima"), "token-here");
    storeSession(person("rima-there"), "token-there", CENTRAL);
    forgetSession();
    expect([tokenAt(HERE), tokenAt(CENTRAL)]).toEqual([null, null]);
    storeSession(person("rima"), "newer", HERE);
    expect(tokenAt(CENTRAL)).toBe("token-there");
    forgetSession();
    storeSession(person("jad"), "of-jad", HERE);
    expect([tokenAt(CENTRAL), otherSignIns()]).toEqual([null, []]);
  });

  it("ends with the one here when somebody logs out", () => {
    const { entries } = device();
    storeSession(person("rima"), "token-here");
    storeSession(person("rima-there"), "token-there", CENTRAL);
    storeSession(person("rima-up"), "token-up", BATROUN);
    expect(otherSignIns().sort()).toEqual([CENTRAL, BATROUN].sort());
    forgetSession(HERE, true);
    expect([...entries.keys()].filter((key) => key.startsWith("auth_"))).toEqual([]);
  });

  it("is who the page shows once that server is chosen", () => {
    const { open } = device();
    storeSession(person("rima"), "token-here");
    storeSession(person("rima-there"), "token-there", CENTRAL);
    expect(readSession().user?.id).toBe("rima");
    open(`http://pc:8000/?apiBase=${CENTRAL}/`);
    expect(readSession().user?.id).toBe("rima-there");
    expect(readSession()).toBe(readSession());
  });
});

describe("a page from the device itself", () => {
  it.each([
    ["that Cordova carries asks its branch's server", { cordova: {} }, BATROUN],
    ["that Capacitor carries asks its branch's server", { Capacitor: { isNativePlatform: () => true } }, BATROUN],
    ["in a browser asks the server that gave it", {}, "http://localhost/api"],
  ])("%s", (_, carriedBy, base) => {
    device({ BRANCH: "batroun" }).open("http://localhost/");
    Object.assign(window, carriedBy);
    expect(currentBackend().base).toBe(base);
  });
});

describe("what a device keeps of one server", () => {
  it("is not found at another one: drafts", () => {
    const { open } = device();
    const here = table("31");
    keepDraft(here);
    open(`http://pc:8000/?apiBase=${CENTRAL}`);
    expect(readDrafts()).toEqual([]);
    expect(readDraft(here.id)).toBeNull();
    dropDraft(here.id); // the same id there means nothing here
    keepDraft(table("90"));
    expect(readDrafts().map(({ info }) => info.table_number)).toEqual(["90"]);
    open();
    expect(readDrafts().map(({ info }) => info.table_number)).toEqual(["31"]);
  });

  it("is not found at another one: staff, and where tables were saved", () => {
    const { open, entries } = device();
    keepStaff(HERE, "jounieh", { hostesses: ["Lea"], waiters: ["Omar"] });
    expect(entries.has("STAFF_jounieh")).toBe(true);
    expect(rememberedStaff(CENTRAL, "jounieh").hostesses).not.toContain("Lea");
    keepTableApi("batroun", "t7", BATROUN);
    expect(tableApi("batroun", "t7")).toBe(BATROUN);
    open(`http://pc:8000/?apiBase=${CENTRAL}`);
    expect(tableApi("batroun", "t7")).toBe("");
  });

  it("is never a way to an address that has left the list", () => {
    device({ TABLE_API_batroun_t7: "https://evil.test/api" });
    expect(tableApi("batroun", "t7")).toBe("");
  });

  it("has the plain names of the specification where the page came from", () => {
    device({ API_BASE: CENTRAL });
    expect(currentBackend().base).toBe(CENTRAL);
    expect(keyAt(HERE, "auth_token")).toBe("auth_token");
    expect(keyAt(CENTRAL, "auth_token")).toBe(`auth_token@${CENTRAL}`);
    expect(isAutomatic()).toBe(false);
  });
});
