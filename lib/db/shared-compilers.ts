import type { GetPrismaClientConfig } from "@prisma/client/runtime/client";

/*
 * Prisma's client turns a call into SQL by a compiler in WebAssembly, which reads the whole schema when it is made: nine milliseconds and
 * some megabytes for the hub's. A server has two clients of each of a dozen stores, and three schemas. So each schema has one
 * compiler for all its clients, and what it compiled once none of them compiles again.
 */

type Loading = NonNullable<GetPrismaClientConfig["compilerWasm"]>;
type Runtime = Awaited<ReturnType<Loading["getRuntime"]>>;
type Compiler = InstanceType<Runtime["QueryCompiler"]>;
type Options = ConstructorParameters<Runtime["QueryCompiler"]>[0];

/** As many as Prisma keeps for one client. */
const MOST_PLANS = 1_000;

/** The configuration of a client, with compilers that it shares: for `__internal.configOverride` of its constructor. */
export function withSharedCompilers(config: GetPrismaClientConfig): GetPrismaClientConfig {
  const { compilerWasm } = config;
  if (!compilerWasm) return config;
  return { ...config, compilerWasm: { ...compilerWasm, getRuntime: async () => sharing(await compilerWasm.getRuntime()) } };
}

function sharing(runtime: Runtime): Runtime {
  return { ...runtime, QueryCompiler: sharedCompiler(runtime.QueryCompiler) };
}

/** @param Own makes the compiler of a schema when a client first needs it; it stays as long as the process */
export function sharedCompiler(Own: Runtime["QueryCompiler"]): Runtime["QueryCompiler"] {
  const made = new Map<string, Compiler>();
  const compilerOf = (options: Options) => {
    const known = made.get(options.datamodel) ?? keepingPlans(new Own(options));
    made.set(options.datamodel, known);
    return known;
  };
  return class {
    readonly #shared: Compiler;

    constructor(options: Options) {
      this.#shared = compilerOf(options); // each of our connections is SQLite's by the same adapter: the rest of the options is the same
    }

    compile(request: string) {
      return this.#shared.compile(request);
    }

    compileBatch(request: string) {
      return this.#shared.compileBatch(request);
    }

    /** A client that ends takes nothing from the others. */
    free() {}
  };
}

/** A plan says how, and not with which values: Prisma puts those in when it runs one, and keeps plans itself. */
function keepingPlans(compiler: Compiler): Compiler {
  const plans = new Map<string, ReturnType<Compiler["compile"]>>();
  return {
    compile(request) {
      const plan = plans.get(request) ?? compiler.compile(request);
      plans.delete(request); // so that the first one is always the one that was asked for longest ago
      plans.set(request, plan);
      const [oldest] = plans.size > MOST_PLANS ? plans.keys() : [];
      if (oldest !== undefined) plans.delete(oldest);
      return plan;
    },
    compileBatch: (request) => compiler.compileBatch(request),
    free: () => compiler.free(),
  };
}
