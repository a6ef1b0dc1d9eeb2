import { describe, expect, it } from "vitest";
import { sharedCompiler } from "@/lib/db/shared-compilers";

/** A compiler of Prisma's that counts: how often one was made, and how often it compiled. */
function counted() {
  const count = { made: 0, compiled: 0, freed: 0 };
  class Counting {
    constructor(private readonly options: { datamodel: string }) {
      count.made++;
    }
    compile(request: string) {
      count.compiled++;
      return { plan: `${this.options.datamodel} ${request}` };
    }
    compileBatch(request: string) {
      return { plan: `${this.options.datamodel} many ${request}` };
    }
    free() {
      count.freed++;
    }
  }
  const Shared = sharedCompiler(Counting as unknown as Parameters<typeof sharedCompiler>[0]); // its plans are words
  const open = (datamodel: string) => new Shared({ datamodel, provider: "sqlite", connectionInfo: { supportsRelationJoins: false } });
  return { count, open };
}

describe("clients of one schema", () => {
  it("have one compiler, and what one of them compiled none compiles again", () => {
    const { count, open } = counted();
    const [one, other] = [open("hub"), open("hub")];
    expect(one.compile("a guest")).toEqual({ plan: "hub a guest" });
    expect(other.compile("a guest")).toEqual({ plan: "hub a guest" });
    expect(other.compile("a table")).toEqual({ plan: "hub a table" });
    expect(other.compileBatch("guests")).toEqual({ plan: "hub many guests" });
    expect(count).toEqual({ made: 1, compiled: 2, freed: 0 });
  });

  it("take nothing from the others when they end", () => {
    const { count, open } = counted();
    const [one, other] = [open("hub"), open("hub")];
    one.free();
    expect(other.compile("a guest")).toEqual({ plan: "hub a guest" });
    expect(count).toEqual({ made: 1, compiled: 1, freed: 0 });
  });

  it("have another than those of another schema", () => {
    const { count, open } = counted();
    const [hub, table] = [open("hub"), open("table")];
    expect([hub, table].map((one) => one.compile("x"))).toEqual([{ plan: "hub x" }, { plan: "table x" }]);
    expect(count).toEqual({ made: 2, compiled: 2, freed: 0 });
  });

  it("keep a thousand plans, and forget the one that was asked for longest ago", () => {
    const { count, open } = counted();
    const client = open("hub");
    for (let n = 0; n < 1_000; n++) client.compile(`guest ${n}`);
    client.compile("guest 0"); // asked for again: now guest 1 is the oldest
    client.compile("guest 1000");
    expect(count.compiled).toBe(1_001);
    client.compile("guest 0");
    expect(count.compiled).toBe(1_001);
    client.compile("guest 1");
    expect(count.compiled).toBe(1_002);
  });
});
