import { beforeEach, expect, it } from "vitest";
import type { Permission } from "@/lib/permissions";
import { listQueueWorkers, listWorkers } from "@/lib/queue/senders/contract";
import { heartbeat } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc } from "../support/queue";

const QR = "https://wa.me/settings/linked_devices#2@abc,def,ghi,jkl,1";
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  clockAt("2026-11-20T12:00:00Z");
  pc = new WorkerPc("pc-1", "baileys:9613000001");
  await pc.start();
});

const beat = (transport: object) =>
  call("worker", heartbeat, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, transport: { connected: false, ...transport } } });

const seenBy = async (person: Person) => (await call(person, listWorkers)).answer.workers[0];

it("a code that links a phone is seen by those who may send, and not by others", async () => {
  await beat({ link: "pairing", problem: "No phone is linked.", pairing: { qr: QR } });
  const seen = await seenBy("admin");
  expect(seen).toMatchObject({ link: "pairing", problem: "No phone is linked.", pairing: { code: null } });
  expect(seen?.pairing?.svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"[^>]*><path fill="#fff" [^>]*\/><path d="M[^"]+"\/><\/svg>$/);
  expect(await seenBy("keyless")).toMatchObject({ link: "pairing", pairing: null });
  expect(JSON.stringify((await call("keyless", listQueueWorkers)).answer)).not.toMatch(/svg|wa\.me/);
  await beat({ link: "pairing", pairing: { code: "ABCD-EFGH" } });
  expect((await seenBy("admin"))?.pairing).toEqual({ svg: null, code: "ABCD-EFGH" });
  expect((await call("admin", listQueueWorkers)).answer, "the other address tells the same").toEqual(
    (await call("admin", listWorkers)).answer,
  );
});

it("a code that links a phone is shown to nobody who may not send all that will go out by it, of every branch", async () => {
  await beat({ link: "pairing", pairing: { qr: QR } });
  const sends: Permission[] = ["open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"];
  const seen = async (permissions: Permission[], branches: string[] | null = null) => {
    await makeRole("sends", permissions);
    const { headers } = await makePerson(`user-${crypto.randomUUID().slice(0, 8)}`, { roles: ["sends"], branches });
    return (await call("nobody", listWorkers, { headers })).answer.workers[0]?.pairing;
  };
  expect(await seen(sends)).not.toBeNull();
  for (const lacking of sends) expect(await seen(sends.filter((key) => key !== lacking)), lacking).toBeNull();
  expect(await seen(sends, ["batroun"])).toBeNull();
});

it("a code of a worker that is away is shown to nobody", async () => {
  await beat({ link: "pairing", pairing: { qr: QR } });
  clockAt("2026-11-20T12:01:00Z");
  expect(await seenBy("admin")).toMatchObject({ online: false, pairing: null });
});

it("a phone that is linked is said, and one that cannot be; other ways have none", async () => {
  await beat({ connected: true, link: "connected" });
  expect(await seenBy("admin")).toMatchObject({ link: "connected", problem: null, pairing: null });
  await beat({ link: "logged_out", problem: "Link the phone anew." });
  expect(await seenBy("admin")).toMatchObject({ link: "logged_out", problem: "Link the phone anew." });
  await beat({ connected: true });
  expect(await seenBy("admin")).toMatchObject({ link: null });
});
