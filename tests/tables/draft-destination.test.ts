import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ManageStaffProvider } from "@/components/staff/manage-staff";
import { BranchChoice } from "@/components/tables/branch-choice";
import { sendKept } from "@/components/tables/send-kept-table";
import { configureBackend, currentBackend } from "@/lib/api/backends";
import { STORAGE_KEYS } from "@/lib/api/base";
import { destinationOfDraft, isDestinationFixed, withInfo } from "@/lib/draft-destination";
import {
  type Draft,
  keepDraft,
  newDraft,
  newGuest,
  readDrafts,
  saveAcknowledged,
  saveBegun,
  saveRefused,
  saveUncertain,
} from "@/lib/drafts";

const INFO = {
  hostess: "Rima",
  waiter: "Karim",
  table_number: "12",
  party_size: "",
  branch: "jounieh",
  api_base: "http://127.0.0.1:8000/api",
};
const BATROUN = { branch: "batroun", api_base: "http://10.0.2.5:8000/api" };

const written = (info = INFO): Draft => ({ ...newDraft(info), guests: [newGuest({ name: "Maya", phones: "71123456" })] });
const inDoubt = (info = INFO) => saveUncertain(saveBegun(written(info)), "No answer.");
const place = ({ info: { branch, api_base } }: Draft) => ({ branch, api_base });

/** The branch's part of Table Info as the browser gets it. */
function shown(draft: Draft): string {
  const nothing = () => {};
  const props = {
    draft,
    base: draft.info.api_base,
    server: "this server",
    useLocal: false,
    hasServer: () => true,
    onBranch: nothing,
    onUseLocal: nothing,
  };
  return renderToStaticMarkup(createElement(ManageStaffProvider, null, createElement(BranchChoice, { ...props, error: null })));
}

const disabledOf = (html: string) => (html.match(/<input[^>]*disabled[^>]*>/g) ?? []).length;

describe("a draft whose save is in doubt", () => {
  it("keeps its branch and its server, and takes everything else", () => {
    const changed = withInfo(inDoubt(), { ...BATROUN, table_number: "14", waiter: "Jad" });
    expect(changed.info).toEqual({ ...INFO, table_number: "14", waiter: "Jad" });
    expect(isDestinationFixed(changed)).toBe(true);
  });

  it("says why in Table Info, where no other branch can be chosen", () => {
    const html = shown(inDoubt());
    expect(html).toContain(
      "This table was sent to Jounieh and no answer came: it may be saved there already, so its branch stays until it is sent again.",
    );
    expect(disabledOf(html)).toBe(5); // the four other branches, and the local server
    expect(html).toMatch(/<input(?![^>]*disabled)[^>]*value="jounieh"/);
  });

  it("is free again when the server has refused it, and when it was never sent", () => {
    for (const draft of [written(), saveRefused(inDoubt(), "This name is too long.")]) {
      expect(place(withInfo(draft, BATROUN))).toEqual(BATROUN);
      expect(disabledOf(shown(draft))).toBe(0);
      expect(shown(draft)).not.toContain("so its branch stays");
    }
  });

  it("stays where it is once it is saved there", () => {
    const saved = { ...saveAcknowledged(inDoubt(), { table_name: "t", version: 1 }, () => false), step: "writing" as const };
    expect(place(withInfo(saved, BATROUN))).toEqual(place(written()));
    expect(shown(saved)).toContain("This table is saved in Jounieh, so its branch stays.");
  });

  it("goes where it went first, also when its branch was changed by an older page", () => {
    const moved = { ...inDoubt(), info: { ...INFO, ...BATROUN } };
    expect(destinationOfDraft(moved)).toEqual(place(written()));
  });
});

describe("sending it again", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A page of one branch, on a device that keeps what it is told. */
  function openPage(origin: string, entries: Map<string, string>, branch: string): void {
    entries.set(STORAGE_KEYS.branch, branch);
    const localStorage = {
      get length() {
        return entries.size;
      },
      key: (index: number) => [...entries.keys()][index] ?? null,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    };
    vi.stubGlobal("window", { location: { href: `${origin}/?branch=${branch}` }, localStorage });
    configureBackend({ apiBases: {} });
  }

  it("goes to the branch it was sent to first, whatever branch the page is about by now", async () => {
    const calls: { path: string; branch: string; key: string; body: string }[] = [];
    let isLost = true;
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece) => pieces.push(piece));
      request.on("end", () => {
        const { "x-branch": branch, "idempotency-key": key } = request.headers;
        calls.push({ path: request.url ?? "", branch: String(branch), key: String(key), body: Buffer.concat(pieces).toString() });
        if (isLost) return response.destroy();
        response.setHeader("content-type", "application/json");
        const visit = { visit: { id: "v", customer_id: "c", table_number: "12", points: 5 }, points_total: 5, already_awarded: false };
        const answer = request.url?.includes("save-table")
          ? {
              ok: true,
              message: "Table 12 saved.",
              table_name: "2026-11-20 table 12",
              saved_at: "2026-11-20T19:30:00Z",
              version: calls.length,
            }
          : request.url?.includes("search")
            ? { results: [{ id: "c", name: "Maya", phone: "71123456", points: 0 }] }
            : visit;
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const entries = new Map<string, string>();
    openPage(origin, entries, "jounieh");
    keepDraft(written({ ...INFO, api_base: `${origin}/api` }));
    const [first] = readDrafts();
    expect((await sendKept(first as Draft)).outcome).toBe("failed");

    isLost = false;
    openPage(origin, entries, "batroun");
    expect(currentBackend().branch).toBe("batroun");
    const [kept] = readDrafts();
    // As a page of an older version left it, where the branch could still be changed; the waiter was changed too.
    const moved = { ...(kept as Draft), info: { ...INFO, branch: "batroun", api_base: `${origin}/api`, waiter: "Jad" } };
    const again = await sendKept(moved);
    expect(again).toMatchObject({ outcome: "saved", awarded: 1, draft: { info: { branch: "jounieh", waiter: "Jad" } } });
    expect(new Set(calls.map(({ branch }) => branch))).toEqual(new Set(["jounieh"]));
    const saves = calls.filter(({ path }) => path.endsWith("/save-table"));
    expect([saves.length, saves[1]?.key, saves[1]?.body]).toEqual([3, saves[0]?.key, saves[0]?.body]);
    expect(JSON.parse(saves[2]?.body ?? "").metadata).toMatchObject({ branch: "jounieh", waiter: "Jad" });
    expect(readDrafts()).toEqual([]);
  });
});
