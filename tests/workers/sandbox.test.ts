import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openTransport } from "@/workers/transports/open";
import { SandboxTransport } from "@/workers/transports/sandbox";
import type { OutgoingMessage } from "@/workers/transports/transport";
import { emptyFolder } from "./folder";

const MESSAGE: OutgoingMessage = {
  id: "019a9c2e-0000-7000-8000-000000000001",
  token: 3,
  message_id: "3EB0AAAABBBBCCCCDDDD00",
  generation: 1,
  phone: "96170123456",
  kind: "document",
  text: "Here is our menu.",
  template: null,
  media: { file: "/cache/abc", sha256: "abc", mime: "application/pdf", filename: "menu.pdf", size: 12 },
};

async function sandbox() {
  const folder = emptyFolder();
  const states: unknown[] = [];
  const transport = new SandboxTransport(folder, { onState: (state) => states.push(state) });
  await transport.start();
  return { folder, transport, states, sent: () => readdirSync(path.join(folder, "sent")) };
}

describe("the sandbox", () => {
  it("is connected at once, from the number that it names", async () => {
    const { transport, states } = await sandbox();
    expect(transport.account()).toBe("sandbox");
    expect(states).toEqual([transport.state()]);
    expect(transport.state()).toMatchObject({ connected: true, problem: null });
  });

  it("writes one file for each message id, however often it is sent, for nobody else", async () => {
    const { folder, transport, sent } = await sandbox();
    expect(await transport.send(MESSAGE)).toEqual({ outcome: "accepted", provider_id: null });
    await transport.send({ ...MESSAGE, token: 4 });
    expect(sent()).toEqual([`${MESSAGE.message_id}.json`]);
    const file = path.join(folder, "sent", `${MESSAGE.message_id}.json`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...MESSAGE, token: 4, media: { filename: "menu.pdf", sha256: "abc" } });
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    expect(lstatSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it("says that nothing was sent when its folder takes nothing", async () => {
    const { folder, transport } = await sandbox();
    rmSync(path.join(folder, "sent"), { recursive: true });
    writeFileSync(path.join(folder, "sent"), "a file in its place");
    expect(await transport.send(MESSAGE)).toMatchObject({ outcome: "not_sent", fault: "network", code: "ENOTDIR" });
  });

  it("takes a test's script by the number's last digits, before and after the message went out", async () => {
    const { folder, transport, sent } = await sandbox();
    const refused = { outcome: "not_sent", fault: "recipient", code: "131026", detail: "", retry_after: null };
    const unsure = { outcome: "unknown", code: "TIMEOUT", detail: "" };
    writeFileSync(
      path.join(folder, "sandbox-script.json"),
      JSON.stringify({ endings: { "026": { outcome: refused }, "500": { outcome: unsure, after: true } } }),
    );
    expect(await transport.send({ ...MESSAGE, phone: "96170000026" })).toEqual(refused);
    expect(sent()).toEqual([]);
    expect(await transport.send({ ...MESSAGE, phone: "96170000500" })).toEqual(unsure);
    expect(sent()).toHaveLength(1);
    expect(await transport.send(MESSAGE)).toMatchObject({ outcome: "accepted" });
  });
});

it("Meta's Cloud API is opened with what stands in the worker's folder, and what is wrong there is said without the token", () => {
  const events = { onState() {}, onReceipt() {}, onInbound() {}, onDiskFailed() {} };
  const folder = emptyFolder();
  const open = () => openTransport("cloud", { folder, events });
  const right = { phone_number_id: "106540352242922", token: "EAAG0123456789" };
  const write = (text: string) => writeFileSync(path.join(folder, "cloud.json"), text);
  expect(open).toThrow(/cloud\.json is not there, or is no JSON\. Write \{"phone_number_id"/);
  write("{");
  expect(open).toThrow("is no JSON");
  write(JSON.stringify({ ...right, phone_number_id: "+961 3 111111" }));
  expect(open).toThrow(/is not right\. phone_number_id: The number's id/);
  expect(open).toThrow(expect.objectContaining({ message: expect.not.stringContaining("EAAG") }));
  write(JSON.stringify(right));
  expect(open().account()).toBe("cloud:106540352242922");
});

it("a linked phone is not opened before somebody has accepted its risk", () => {
  const events = { onState() {}, onReceipt() {}, onInbound() {}, onDiskFailed() {} };
  const folder = emptyFolder();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  expect(() => openTransport("baileys", { folder, events })).toThrow(/may restrict or ban the number[\s\S]*"accepted": "ACCEPT"/);
});
