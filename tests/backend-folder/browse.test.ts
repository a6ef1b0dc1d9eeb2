import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { browseFolder, downloadFromFolder } from "@/lib/backend-folder/contract";
import { redirectTarget } from "../../components/auth/redirect-target";
import { call, enterHouse, type Person } from "../support/house";
import { makePerson } from "../support/people";
import { allData } from "../support/stores";

let data = "";
const lay = (file: string, text = "x") => {
  mkdirSync(path.dirname(path.join(data, file)), { recursive: true });
  writeFileSync(path.join(data, file), text);
};

beforeEach(() => {
  data = enterHouse();
  lay("vouchers/2026-11-20/birthday_Maya_9613111111.png", "png");
  lay("menus/menu.pdf", "%PDF-1.4");
  lay("backups/hub-2026-11-20.db", "SQLite");
  lay("jounieh/backups/table-2026-11-20.db", "SQLite");
  writeFileSync(path.join(data, "auth-secret.old"), "the secret of all tokens");
  lay(".env", "SECRET=1");
  lay("Documents/letter.txt", "private");
});

const page = async (person: Person, at = "") => {
  const { status, answer, headers } = await call(person, browseFolder, { query: { path: at } });
  return { status, html: String(answer), code: (answer as { code?: string }).code, headers };
};
const namesOn = (html: string) => [...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name);

describe("whoever opens the folder signed out", () => {
  const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const ask = async (headers: Record<string, string>, endpoint: typeof browseFolder | typeof downloadFromFolder = browseFolder) => {
    const answered = await call("nobody", endpoint, { query: { path: "vouchers" }, headers });
    return `${answered.status} ${answered.headers.get("location") ?? (answered.answer as { error?: string }).error}`;
  };

  it("in a tab is led to sign in, and from there back to the folder on this very site", async () => {
    const back = "/login?redirect=%2Fbackend%2Fbrowse%3Fpath%3Dvouchers";
    for (const headers of [HTML, { ...HTML, "sec-fetch-dest": "document" }, { ...HTML, authorization: "Bearer forged" }])
      expect(await ask(headers)).toBe(`303 ${back}`);
    expect(redirectTarget(new URL(back, "http://pc-1:8000").search, "http://pc-1:8000")).toBe("/backend/browse?path=vouchers");
  });

  it("in any other way is refused in JSON, and so is every other call", async () => {
    const others: Record<string, string>[] = [
      {},
      { accept: "application/json" },
      { ...HTML, "sec-fetch-dest": "iframe" },
      { ...HTML, "sec-fetch-dest": "empty" },
    ];
    for (const headers of others) expect(await ask(headers)).toBe("401 Please sign in.");
    expect(await ask(HTML, downloadFromFolder)).toBe("401 Please sign in.");
  });
});

describe("the page of the data folder", () => {
  it("shows what is ours, folders first, and neither keys nor what somebody else laid there", async () => {
    const { status, html } = await page("admin");
    expect(status).toBe(200);
    const names = namesOn(html);
    expect(names).toEqual(expect.arrayContaining(["vouchers", "menus", "backups", "jounieh", "batroun", "central", "hub.db"]));
    expect(names.indexOf("hub.db")).toBeGreaterThan(names.indexOf("vouchers"));
    for (const word of ["auth-secret", ".env", "Documents", "server.lock"]) expect(html).not.toContain(word);
  });

  it("goes down, says the way back, and has no script", async () => {
    const { html, headers } = await page("admin", "vouchers/2026-11-20");
    expect(namesOn(html)).toEqual(["birthday_Maya_9613111111.png"]);
    expect(html).toContain('href="browse?path=vouchers"');
    expect(html).not.toContain("<script");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-.*frame-ancestors 'self'$/);
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("writes hostile names as text, and leaves out what no system could name", async () => {
    lay("menus/a&b'=onload.pdf");
    lay("menus/أهلا.pdf");
    lay('menus/x"><img src=x>.pdf');
    const { html } = await page("admin", "menus");
    expect(html).toContain("a&amp;b&#39;=onload.pdf");
    expect(html).toContain("أهلا.pdf");
    expect(html).not.toContain("<img");
    expect(html).toContain("1 more is not shown.");
    // A mark that turns the direction around would make a program look like a picture, and no call takes it in a path.
    lay("menus/\u202egnp.exe");
    const { html: turned } = await page("admin", "menus");
    expect(turned).not.toContain("gnp.exe");
    expect(turned).toContain("2 more are not shown.");
  });

  it("leads out of the folder in no way", async () => {
    symlinkSync("/etc", path.join(data, "menus", "etc"));
    symlinkSync("/etc/passwd", path.join(data, "menus", "passwd.txt"));
    const wrong = [
      "..",
      "../",
      "menus/..",
      "menus/../..",
      "menus/../auth-secret",
      "menus//etc",
      "menus/etc",
      "menus/./x",
      "menus\\..",
      "/etc",
      "/etc/passwd",
      "C:",
      "C:\\",
      "\\\\host\\share",
      "menus/CON",
      "menus/menu.pdf.",
      "menus/menu.pdf ",
      "menus/.hidden",
      "%2e%2e",
      "..%2f..",
      "auth-secret",
      ".env",
      "Documents",
      "Documents/letter.txt",
      "HUB.DB",
      "constructor",
      "__proto__",
      "menus/menu.pdf",
      `menus/${"x".repeat(300)}`,
      `menus/${"م".repeat(200)}`,
      "menus/none",
      "menus/none/menu.pdf",
    ];
    for (const at of wrong) {
      const { status, code } = await page("admin", at);
      expect({ at, status, code }).toEqual({ at, status: 404, code: "not_found" });
    }
    for (const at of [...wrong.filter((one) => one !== "menus/menu.pdf"), "menus/passwd.txt", "menus/etc/passwd", "menus", ""]) {
      const { status } = await call("admin", downloadFromFolder, { query: { path: at } });
      expect({ at, status: [404, 409, 400].includes(status) }).toEqual({ at, status: true });
    }
    const { html } = await page("admin", "menus");
    expect(namesOn(html)).toEqual(["menu.pdf"]);
    expect(html).toContain("2 more are not shown.");
  });

  it("shows and gives each what they may see", async () => {
    expect((await page("nobody")).status).toBe(401);
    expect((await page("worker")).status).toBe(403);
    const names = namesOn((await page("keyless")).html);
    expect(names).toContain("menus");
    expect(names).not.toContain("vouchers");
    expect(names).not.toContain("logs");
    expect((await page("keyless", "vouchers/2026-11-20")).status).toBe(403);
    const staff = await page("staff", "backups");
    expect(namesOn(staff.html)).toEqual(["hub-2026-11-20.db"]);
    expect(staff.html).not.toContain("download?");
    expect((await page("admin", "backups")).html).toContain("download?path=backups%2Fhub-2026-11-20.db");
  });

  it("shows somebody who is limited to a branch no other one's folder", async () => {
    const local = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    const { answer } = await call("nobody", browseFolder, { query: {}, headers: local.headers });
    expect(namesOn(String(answer))).toContain("batroun");
    expect(namesOn(String(answer))).not.toContain("jounieh");
    // The pictures and logs of all branches lie together, and a picture's name says its guest's name and number.
    for (const at of ["vouchers", "logs"]) expect(namesOn(String(answer))).not.toContain(at);
    for (const at of ["jounieh", "jounieh/backups", "central", "backups", "vouchers", "vouchers/2026-11-20", "logs"]) {
      expect((await call("nobody", browseFolder, { query: { path: at }, headers: local.headers })).status).toBe(403);
    }
    for (const at of ["jounieh/backups/table-2026-11-20.db", "backups/hub-2026-11-20.db"]) {
      expect((await call("nobody", downloadFromFolder, { query: { path: at }, headers: local.headers })).status).toBe(403);
    }
  });

  it("changes nothing", async () => {
    const before = [allData(data), readdirSync(data, { recursive: true }).filter((name) => !/-(wal|shm)$|logs/.test(String(name)))];
    await page("admin");
    await page("admin", "jounieh");
    expect([allData(data), readdirSync(data, { recursive: true }).filter((name) => !/-(wal|shm)$|logs/.test(String(name)))]).toEqual(
      before,
    );
  });
});

describe("the download of a file", () => {
  const download = (person: Person, at: string) => call(person, downloadFromFolder, { query: { path: at } });

  it("gives a plain file whole, under its name", async () => {
    const { status, bytes, headers } = await download("staff", "menus/menu.pdf");
    expect(status).toBe(200);
    expect(bytes.toString()).toBe("%PDF-1.4");
    expect(headers.get("content-disposition")).toContain('attachment; filename="menu.pdf"');
    expect(headers.get("content-type")).toBe("application/octet-stream");
    lay("menus/empty.pdf", "");
    expect((await download("staff", "menus/empty.pdf")).bytes.length).toBe(0);
  });

  it("gives backups of stores to those who may do everything, and no store that is in use", async () => {
    expect((await download("admin", "jounieh/backups/table-2026-11-20.db")).bytes.toString()).toBe("SQLite");
    expect((await download("staff", "jounieh/backups/table-2026-11-20.db")).status).toBe(403);
    for (const at of ["hub.db", "jounieh/table.db", "jounieh/contacts.db"]) {
      const { status, answer } = await download("admin", at);
      expect({ at, status, error: answer.error }).toMatchObject({
        at,
        status: 409,
        error: expect.stringContaining("take one of its backups"),
      });
    }
  });
});
