import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFolder } from "@/lib/backend-folder/contract";
import { call, enterHouse, type Person } from "../support/house";

let data = "";
let program = "";
const PATH = process.env.PATH;

/** A file manager of the test's own, a real program in the way to which the server's looks: it writes down how it was called. */
function install(then: string): void {
  const folder = path.join(data, "..", "bin");
  mkdirSync(folder, { recursive: true });
  program = path.join(folder, "called");
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > "${program}"\n${then}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  process.env.PATH = `${folder}:${PATH}`;
}

beforeEach(() => {
  data = enterHouse();
  install("exit 0");
});
afterEach(() => {
  process.env.PATH = PATH;
});

const ask = (address: string, { person = "staff" as Person, headers = {} } = {}) => call(person, openFolder, { address, headers });

it("opens the data folder, and nothing else, for who sits at the server's PC", async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map((one) => one.address) ?? []);
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", ...own]) {
    const { status, answer } = await ask(address);
    expect({ address, status, answer }).toMatchObject({ address, status: 200, answer: { opened: true } });
    expect(readFileSync(program, "utf8")).toBe(`1\n${data}\n`);
  }
});

it("opens nothing for anybody else, whatever they say of themselves", async () => {
  const elsewhere: Parameters<typeof ask>[] = [
    ["10.99.3.4"],
    ["unknown"],
    ["127.0.0.1", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["127.0.0.1", { headers: { "cf-connecting-ip": "10.0.0.9" } }],
    ["10.99.3.4", { headers: { host: "localhost" } }],
  ];
  for (const [address, options] of elsewhere) {
    const { status, answer } = await ask(address, options);
    expect({ address, status, code: answer.code }).toEqual({ address, status: 409, code: "conflict" });
    expect(answer.error).toContain("Nothing was opened.");
  }
  expect((await ask("127.0.0.1", { person: "nobody" })).status).toBe(401);
  const told = async (person: Person) => (await ask("10.99.3.4", { person })).answer;
  expect(await told("staff"), "who may open Options is told where it lies").toMatchObject({ folder: data });
  expect(JSON.stringify(await told("keyless"))).not.toContain(data);
  expect(existsSync(program)).toBe(false);
});

it("takes no field from the caller", async () => {
  const { status } = await call("staff", openFolder, { address: "127.0.0.1", body: { path: "/etc; touch x" } as never });
  expect(status).toBe(400);
  expect(existsSync(program)).toBe(false);
});

it("says so where the PC has no program for it, and waits for no window that stays open", async () => {
  install("exit 3");
  expect((await ask("127.0.0.1")).answer.error).toContain("no program that opens folders");
  install("sleep 3");
  expect((await ask("127.0.0.1")).status).toBe(200);
  process.env.PATH = "/nowhere";
  expect((await ask("127.0.0.1")).answer.error).toContain("no program that opens folders");
});
