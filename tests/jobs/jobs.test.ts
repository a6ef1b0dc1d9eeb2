import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/contract";
import { logout } from "@/lib/auth/contract";
import { setClock } from "@/lib/clock";
import { runBulk } from "@/lib/db/bulk-steps";
import { branchStore, closeStores } from "@/lib/db/find-store";
import { mergeTables } from "@/lib/evening/contract";
import { importContacts } from "@/lib/import/contract";
import { cancelJob, listJobs, openJob, watchJob } from "@/lib/jobs/contract";
import { INTERRUPTED } from "@/lib/jobs/kinds";
import { runningJobs } from "@/lib/jobs/list";
import { endInterruptedJobs, type JobHandle, runJob } from "@/lib/jobs/run";
import { changeUser } from "@/lib/users/contract";
import { BY, writeQuietly } from "../support/by";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { type MadePerson, makePerson } from "../support/people";
import { rows } from "../support/stores";
import { EVENING, seat } from "../support/tables";

/** A job that goes on until it is told to end, or is cancelled. */
async function longJob(kind: Parameters<typeof runJob>[0] = "import") {
  let handle: JobHandle | undefined;
  let end = () => {};
  const result = runJob(
    kind,
    "jounieh",
    BY,
    (job) =>
      new Promise<string>((resolve, reject) => {
        handle = job;
        end = () => resolve("ended well");
        job.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  result.catch(() => {});
  await vi.waitFor(() => expect(handle).toBeDefined());
  return { job: handle as JobHandle, result, end };
}

const stateOf = async (id: string) => (await call("admin", openJob, { params: { id } })).answer.job;

describe("a job", () => {
  it("tells how far it is, and afterwards how it ended and what came of it", async () => {
    enterHouse();
    const { job, result, end } = await longJob();
    job.progress?.(3, 10);
    expect(await stateOf(job.id)).toMatchObject({ kind: "import", branch: "jounieh", state: "running", done: 3, total: 10 });
    end();
    expect(await result).toBe("ended well");
    expect(await stateOf(job.id)).toMatchObject({ state: "done", done: 10, total: 10, answer: "ended well", ended_at: expect.any(String) });
  });

  it("shuts out a second one of its lane in that branch, and in no other", async () => {
    enterHouse();
    const { end } = await longJob();
    const card = { raw: "name,phones\nMaya,03111111\n", headers: { "content-type": "text/csv" } };
    const second = await call("staff", importContacts, card);
    expect(second).toMatchObject({ status: 409, answer: { code: "already_running" } });
    expect(second.headers.get("retry-after")).toBe("5");
    expect((await call("staff", importContacts, { ...card, branch: "batroun" })).status).toBe(200);
    end();
    // It takes in a file each time: a busy machine needs longer than the usual second.
    await vi.waitFor(async () => expect((await call("staff", importContacts, card)).status).toBe(200), { timeout: 15_000 });
  });

  it("lets Merge All wait while End of Day runs, because they share a lane", async () => {
    enterHouse();
    const { end } = await longJob("end-of-day");
    expect(await call("admin", mergeTables)).toMatchObject({ status: 409, answer: { code: "already_running" } });
    end();
  });

  it("is cancelled by those who may start it, and by nobody else; the trail says by whom", async () => {
    const data = enterHouse();
    const { job, result } = await longJob();
    const params = { id: job.id };
    expect((await call("keyless", cancelJob, { params })).status).toBe(403);
    expect((await call("nobody", cancelJob, { params })).status).toBe(401);
    expect(hubEvents(data, "job.")).toEqual([]);
    const cancelled = await call("staff", cancelJob, { params });
    expect(cancelled).toMatchObject({ status: 200, answer: { ok: true } });
    await expect(result).rejects.toMatchObject({ code: "cancelled" });
    expect(await stateOf(job.id)).toMatchObject({ state: "cancelled" });
    expect((await call("staff", cancelJob, { params })).status).toBe(409);
    const request = cancelled.headers.get("x-request-id");
    expect(hubEvents(data, "job.")).toMatchObject([
      { kind: "job.cancelled", actor_kind: "user", request_id: request, subjects: [job.id], payload: { job: "import", branch: "jounieh" } },
    ]);
    const { entries } = (await call("admin", listAudit, { query: { request: request ?? "" } })).answer;
    expect(entries).toMatchObject([{ who: { name: "staff" }, what: "Cancelled what was running: import", where: "jounieh" }]);
  });

  it("is cancelled as a page asks for it, with a key: once, and the answer comes again", async () => {
    enterHouse();
    const { job, result } = await longJob();
    const asked = { params: { id: job.id }, key: "stop" };
    const [cancelled, again] = [await call("staff", cancelJob, asked), await call("staff", cancelJob, asked)];
    expect([cancelled.status, again.status]).toEqual([200, 200]);
    expect(again.answer).toEqual(cancelled.answer);
    await expect(result).rejects.toMatchObject({ code: "cancelled" });
  });

  it("that is over in a moment cannot be cancelled", async () => {
    enterHouse();
    const { job, end } = await longJob("end-of-day");
    expect(await call("admin", cancelJob, { params: { id: job.id } })).toMatchObject({ status: 409, answer: { code: "conflict" } });
    end();
  });

  it("shows its progress to everybody, and its answer to those who may start it", async () => {
    enterHouse();
    const { job, end, result } = await longJob("end-of-day");
    end();
    await result;
    const { answer } = await call("keyless", listJobs);
    expect(answer.jobs[0]).toMatchObject({ id: job.id, state: "done" });
    expect(answer.jobs[0]).not.toHaveProperty("answer");
    expect((await call("staff", openJob, { params: { id: job.id } })).status).toBe(403);
    expect((await call("admin", openJob, { params: { id: "01900000-0000-7000-8000-000000000000" } })).status).toBe(404);
  });

  it("of a call says who started it, by which call, and what came of it", async () => {
    const data = enterHouse();
    setClock(() => new Date(EVENING));
    await seat([{ name: "Maya", phones: "03 111111" }]);
    const merged = await call("admin", mergeTables, { headers: { "x-request-id": "merge-call-1" } });
    const [job] = rows<Record<string, unknown>>(path.join(data, "hub.db"), "SELECT * FROM job");
    expect(job).toMatchObject({ kind: "merge-tables", state: "done", actor_kind: "user", request_id: "merge-call-1", active_lane: null });
    expect(JSON.parse(String(job?.answer))).toEqual(merged.answer);
  });

  it("that failed says why, and its lane is free", async () => {
    enterHouse();
    await expect(runJob("backup", "hub", BY, () => Promise.reject(new Error("secret path /x")))).rejects.toThrow();
    const { answer } = await call("admin", listJobs);
    expect(answer.jobs[0]).toMatchObject({ state: "failed", error: "Something went wrong on the server." });
    expect(await runJob("backup", "hub", BY, async () => 1)).toBe(1);
  });
});

describe("a job that the server's end interrupted", () => {
  it("is found at the next start, says that it is safe to run again, and holds its lane no longer", async () => {
    enterHouse();
    const { job, result, end } = await longJob("merge-by-date");
    (globalThis as { daftar?: Map<string, unknown> }).daftar?.delete("running jobs"); // what a new process knows
    await closeStores();
    await endInterruptedJobs();
    expect(await stateOf(job.id)).toMatchObject({ state: "interrupted", error: INTERRUPTED });
    expect(await runJob("merge-by-date", "jounieh", BY, async () => "again")).toBe("again");
    end(); // the old process's own, which is this one
    await result;
  });
});

describe("the stream of a job", () => {
  it("gives each move as an event, the end as its own, and then closes", async () => {
    enterHouse();
    const { job, end } = await longJob();
    job.progress?.(1, 2);
    const watching = call("staff", watchJob, { params: { id: job.id } });
    await vi.waitFor(() => expect(runningJobs().get(job.id)?.watchers.size).toBe(1)); // it has said the first, and waits
    end();
    const { status, headers, answer } = await watching;
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const events = String(answer).trim().split("\n\n");
    expect(events[0]).toMatch(/^data: \{.*"state":"running"/);
    expect(events.at(-1)).toMatch(/^event: done\ndata: \{.*"state":"done"/);
  });

  it.each([
    ["logs out", async ({ headers }: MadePerson) => void (await call("nobody", logout, { headers }))],
    ["is disabled", async ({ id }: MadePerson) => void (await call("admin", changeUser, { params: { id }, body: { disabled: true } }))],
  ])("ends when whoever looks %s, and the job goes on", async (_, end) => {
    enterHouse();
    const person = await makePerson("nour");
    const long = await longJob();
    const watching = call("nobody", watchJob, { params: { id: long.job.id }, headers: person.headers });
    await vi.waitFor(() => expect(runningJobs().get(long.job.id)?.watchers.size).toBe(1));
    await end(person);
    const { status, answer } = await watching;
    expect(status).toBe(200);
    expect(String(answer)).not.toContain("event: done");
    expect(runningJobs().has(long.job.id)).toBe(true);
    long.end();
  });

  // docs/design/reliability.md S-12: what somebody may do counts while a stream is open too, and not only when it begins.
  it.each([
    ["has no such right any more", { roles: ["keyless"] }],
    ["works in another branch from now on", { branches: ["batroun"] }],
  ] as const)("ends within two seconds when whoever looks %s", async (_, change) => {
    enterHouse();
    const person = await makePerson("nour");
    const long = await longJob();
    const watching = call("nobody", watchJob, { params: { id: long.job.id }, headers: person.headers });
    await vi.waitFor(() => expect(runningJobs().get(long.job.id)?.watchers.size).toBe(1));
    expect((await call("admin", changeUser, { params: { id: person.id }, body: change as never })).status).toBe(200);
    const late = setTimeout(long.end, 2_500);
    const { answer } = await watching;
    clearTimeout(late);
    expect(String(answer)).not.toContain("ended well");
    expect(runningJobs().has(long.job.id)).toBe(true);
    long.end();
  });

  it("goes on for whoever is given a right more", async () => {
    enterHouse();
    const person = await makePerson("nour");
    const long = await longJob();
    const watching = call("nobody", watchJob, { params: { id: long.job.id }, headers: person.headers });
    await vi.waitFor(() => expect(runningJobs().get(long.job.id)?.watchers.size).toBe(1));
    expect((await call("admin", changeUser, { params: { id: person.id }, body: { roles: ["staff", "admin"] } })).status).toBe(200);
    setTimeout(long.end, 1_500);
    expect(String((await watching).answer)).toContain("event: done");
  });

  it("of no job, or of one that is not theirs to see, is refused in JSON", async () => {
    enterHouse();
    const { job, end } = await longJob("end-of-day");
    expect(await call("keyless", watchJob, { params: { id: job.id } })).toMatchObject({ status: 403, answer: { code: "forbidden" } });
    expect(await call("admin", watchJob, { params: { id: "x" } })).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
    end();
  });
});

describe("a bulk step that is ended half-way", () => {
  it("leaves nothing of its transaction, and its store can be written at once", async () => {
    const data = enterHouse();
    const store = await branchStore("jounieh", "contacts");
    const people = Array.from({ length: 20_000 }, (_, number) => `Guest ${number},03${100_000 + number}`).join("\n");
    const caller = new AbortController();
    const importing = call("staff", importContacts, {
      raw: `name,phones\n${people}`,
      headers: { "content-type": "text/csv" },
      signal: caller.signal,
    });
    await vi.waitFor(async () => {
      const { answer } = await call("staff", listJobs);
      expect(answer.jobs[0]?.done).toBeGreaterThan(1_000);
    }, 50_000); // a busy machine reads slowly
    caller.abort();
    expect((await importing).answer.code).toBe("cancelled");
    expect(rows(path.join(data, "jounieh", "contacts.db"), "SELECT count(*) AS n FROM contact")).toEqual([{ n: 0 }]);
    await writeQuietly(store, (tx) => tx.contact.count());
    expect((await call("staff", listJobs)).answer.jobs[0]?.state).toBe("cancelled");
  });

  it("that does not exist says so", async () => {
    enterHouse();
    await expect(runBulk("no-such-step" as "copy-store", {})).rejects.toThrow("There is no bulk step named no-such-step.");
  });
});
