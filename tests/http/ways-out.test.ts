import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { enqueue } from "@/lib/queue/contract";
import { call, enterHouse } from "../support/house";
import { WorkerPc } from "../support/queue";
import { CONTRACTS } from "../support/routes";
import { allData } from "../support/stores";

/** Whatever a file system or a careless join could take for a way to somewhere else (docs/design/reliability.md S-22). */
const WAYS = [
  "../secret",
  "../../secret",
  "..%2fsecret",
  "%2e%2e%2fsecret",
  "%252e%252e%252fsecret",
  "..\\secret",
  "..\\..\\secret",
  "....//secret",
  "/etc/passwd",
  "file:///etc/passwd",
  "C:\\secret",
  "C:secret",
  "\\\\host\\share\\secret",
  "//host/share/secret",
  "secret\u0000.png",
  "./hub.db",
  "hub.db",
  "HUB.DB",
  "hub.db.",
  "hub.db::$DATA",
  "auth-secret",
  "CON",
  "NUL.png",
  "~/secret",
  "$(touch secret)",
  "x".repeat(300),
  "..",
  ".",
];

const SECRET = "nobody's business";

/** A house with a secret beside its data folder and in it, where each of the ways would lead. */
function enterWithSecrets(): string {
  const data = enterHouse();
  for (const file of ["../secret", "secret", "../secret.png", "menus/../../secret.pdf"]) writeFileSync(path.join(data, file), SECRET);
  mkdirSync(path.join(data, "menus"), { recursive: true });
  return data;
}

const filesOf = (data: string) =>
  readdirSync(path.dirname(data), { recursive: true })
    .map(String)
    .filter((name) => !/-(wal|shm)$|\blogs\b/.test(name))
    .sort();

const WITH_PARTS = CONTRACTS.filter(({ contract }) => contract.path.includes("{")).map(
  ({ contract }) => [`${contract.method} ${contract.path}`, contract] as const,
);

describe.each(WITH_PARTS)("the variable part of %s", (_, contract: CallContract) => {
  it("leads out of no folder: it is refused or names nothing, and nothing is read, made or changed", async () => {
    const data = enterWithSecrets();
    const before = [allData(data), filesOf(data)];
    for (const way of WAYS) {
      const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, way]);
      // What signs an address of a voucher, and what changes a role or a password, stands here too.
      const query = { expires: "9999999999", signature: "A".repeat(43) };
      const body = contract.method === "GET" || !contract.body ? undefined : "{}";
      const { status, answer, bytes } = await call(contract.permission === "worker" ? "worker" : "admin", contract, {
        params: Object.fromEntries(names),
        query: (contract.query ? query : {}) as never,
        raw: body,
      });
      const said = JSON.stringify(answer);
      // Guesses of a code are counted, too.
      expect({ way, status, isRefused: [400, 404, 429].includes(status) }).toEqual({ way, status, isRefused: true });
      expect(bytes.includes(SECRET) || said.includes(data) || /root:|ENOENT|EACCES/.test(said)).toBe(false);
    }
    expect([allData(data), filesOf(data)]).toEqual(before);
  });
});

describe("a menu or a voucher that a message names", () => {
  it.each(["pdf_path", "voucher"] as const)("is found by %s below its own folder alone", async (field) => {
    const data = enterWithSecrets();
    const pc = new WorkerPc("kassir");
    await pc.start();
    for (const way of [...WAYS, "menus/../../secret.pdf", "menus/../secret", "vouchers/../secret"]) {
      const item = { name: "Maya", phone: "03 111111", message: "Hello", table_name: field === "pdf_path" ? "t" : "", [field]: way };
      const { status, answer } = await call("admin", enqueue, { body: { items: [item] } });
      expect({ way, status, enqueued: answer.enqueued ?? 0 }).toEqual({ way, status: expect.any(Number), enqueued: 0 });
      expect(JSON.stringify(answer)).not.toMatch(/nobody's business|root:|ENOENT/);
      expect(JSON.stringify(answer)).not.toContain(data);
    }
    expect(existsSync(path.join(data, "secret"))).toBe(true);
  });
});
