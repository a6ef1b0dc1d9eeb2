import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lockDataFolder } from "@/lib/db/server-lock";
import { enterHouse } from "../support/house";
import { runProcess } from "../support/process";

describe("the data folder", () => {
  it("belongs to one server: a second one stops and names the first", async () => {
    const data = enterHouse();
    const first = runProcess("db/processes/lock-folder.ts", ["8000"]);
    expect(await first.says()).toBe("has the folder");
    const second = await runProcess("db/processes/lock-folder.ts", ["8001"]).ended;
    expect(second.code).toBe(1);
    expect(second.errors).toContain(`process ${first.pid} on `);
    expect(second.errors).toContain("port 8000");
    expect(second.errors).not.toContain(data);
    first.tell("stop");
    expect(await first.ended).toEqual({ code: 0, signal: null, errors: "" });
    expect(await runProcess("db/processes/lock-folder.ts", ["8001"]).says()).toBe("has the folder");
  });

  it("that cannot be written is not called another server's", async () => {
    const data = enterHouse();
    rmSync(path.join(data, "server.lock"), { force: true });
    mkdirSync(path.join(data, "server.lock"));
    expect(() => lockDataFolder(8000)).toThrow("The server's data cannot be written.");
  });

  it("is free again when its server was killed", async () => {
    enterHouse();
    const first = runProcess("db/processes/lock-folder.ts", ["8000"]);
    expect(await first.says()).toBe("has the folder");
    first.kill();
    expect((await first.ended).signal).toBe("SIGKILL");
    const next = runProcess("db/processes/lock-folder.ts", ["8001"]);
    expect(await next.says()).toBe("has the folder");
    const third = await runProcess("db/processes/lock-folder.ts", ["8002"]).ended;
    expect(third.errors).toContain(`process ${next.pid} on `);
  });
});
