import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ROUTES } from "./app/generated/routes";
import { endAllSharing } from "./lib/assist/end-expired-sessions";
import { sealTrail } from "./lib/audit/anchor-chain";
import { startPublishingWinners } from "./lib/competitions/prize/publish-winners";
import { bySystem } from "./lib/db/actor";
import { isThreads } from "./lib/db/bulk-steps";
import { leaveCleanStop, takeCleanStop } from "./lib/db/clean-stop";
import { startDailyBackups } from "./lib/db/daily-backup";
import { dataDir } from "./lib/db/files";
import { checkAfterUncleanStop, closeStores } from "./lib/db/find-store";
import { migratedInWords } from "./lib/db/migrations-at-start";
import { lockDataFolder, type ServerLock } from "./lib/db/server-lock";
import { startLooking } from "./lib/duplicates/look";
import { env, VERSION } from "./lib/env";
import { answerGuest } from "./lib/guests-pages";
import { createAssistSockets } from "./lib/http/assist-socket";
import { writePolls } from "./lib/http/call-log";
import { createDispatcher } from "./lib/http/dispatch";
import { createPublicDispatcher, createPublicServer } from "./lib/http/public-port";
import { listenFailure, refuseBroken } from "./lib/http/security-headers";
import { stopImports } from "./lib/import/large-import";
import { goOnWithImports } from "./lib/import/large-import-at-start";
import { runningJobs } from "./lib/jobs/list";
import { runJob } from "./lib/jobs/run";
import { log } from "./lib/log";
import { startExpiring } from "./lib/loyalty/expiry/nightly";
import { startCheckingBalances } from "./lib/loyalty/ledger/check";
import { forgetProcessWide } from "./lib/process-wide";
import { startSweeping } from "./lib/queue/leases/leases";
import { startComparisons } from "./lib/rebuild/compare";
import { writeRefusals } from "./lib/refusals";
import { startKeeping } from "./lib/reservations/keeper";
import { startRetention } from "./lib/retention/nightly";
import { startLapsing } from "./lib/rewards/lapse";
import { start } from "./lib/start";
import { endWatching } from "./lib/stats/watch-live";
import { closeGently } from "./lib/stopping";
import { exchangeFolders, waitOf } from "./lib/test-hooks";
import { allDone } from "./lib/work-under-way";

const here = path.dirname(fileURLToPath(import.meta.url));
(globalThis as { daftarDist?: string }).daftarDist = here.includes("dist") ? here : undefined;

/** How long an idle connection stays open, in milliseconds: longer than the screens' polls are apart, which use it again. */
const KEEP_ALIVE = 65_000;
/** How long a call may be on its way in, in milliseconds: a contact file of 512 MB over a line of 4 Mbit/s. */
const SENT_WITHIN = 20 * 60_000;
/** How long calls under way may take to finish after a stop was asked for, in milliseconds. */
const DRAIN = 10_000;
/** How long after the start Next is loaded where nobody has asked for a page, in milliseconds: tablets ask for answers first. */
const PAGES_AFTER = 2_000;
/** How much longer the stores may take to close. */
const CLOSING = 5_000;

let lock: ServerLock;

/** Ends what the server does by itself. */
let endRoutines = async () => {};

/** From now on leases are swept, stores backed up and guest books compared, reservations kept, and what was cut off of large imports goes on. */
function beginRoutines(): void {
  const endSweeping = startSweeping();
  const endBackups = startDailyBackups((owner, work) =>
    runJob("backup", owner, bySystem("daily backup"), async () => {
      const backup = await work();
      await sealTrail(owner);
      return backup;
    }),
  );
  const ends = [
    endBackups,
    startComparisons(),
    startKeeping(),
    startRetention(),
    startLooking(),
    startCheckingBalances(),
    startExpiring(),
    startLapsing(),
    startPublishingWinners(),
    stopImports,
  ];
  void goOnWithImports();
  endRoutines = async () => {
    endSweeping(); // else it opens the hub anew while all stores are being closed
    await Promise.all(ends.map((end) => end()));
  };
}

/** @throws Error when another server has the folder */
function takeFolder(port: number): void {
  lock = lockDataFolder(port);
  takeCleanStop();
}

/** When no call is under way any more: writes down what is kept in memory alone, and closes all stores. */
async function leaveFolder(): Promise<void> {
  writePolls();
  await writeRefusals(true).catch((error) => log().warn({ err: error }, "refusals were not written down"));
  leaveCleanStop(await closeStores());
  lock.release();
}

type NextOptions = Parameters<typeof import("next").default>[0];

/** The pages, by Next, which takes as long to load as all else: it is loaded when somebody asks for one, or the server has a moment. */
function createPages(options: NextOptions): { answer: RequestListener; load: () => void } {
  let loading: Promise<RequestListener> | undefined;
  const load = async () => {
    const { default: next } = await import("next");
    const app = next({ dir: process.cwd(), ...options });
    await app.prepare();
    const handle = app.getRequestHandler();
    return (request: IncomingMessage, response: ServerResponse) => void handle(request, response);
  };
  const loaded = () => {
    loading ??= load().catch(giveUp);
    return loading;
  };
  return {
    answer: async (request, response) => (await loaded())(request, response),
    load: () => void loaded(),
  };
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Whoever read what the server says may go away, as a terminal that is closed: that ends no evening. */
function speakToNobody(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/** Where guests come from outside: a port of its own, with nothing of the house behind it. Undefined where the house has none. */
function openToGuests(): Server | undefined {
  const { PUBLIC_PORT, HOST } = env();
  if (PUBLIC_PORT === undefined) return undefined;
  const server = createPublicServer(createPublicDispatcher(ROUTES, answerGuest));
  server.on("error", (error) => {
    console.error(listenFailure(error, PUBLIC_PORT, "PUBLIC_PORT"));
    process.exit(1);
  });
  return server.listen(PUBLIC_PORT, HOST, () => {
    const port = portOf(server) ?? PUBLIC_PORT;
    console.log(`Guests' pages listen on http://127.0.0.1:${port}`);
    log().info({ port }, "guests' pages listen");
  });
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" && address ? address.port : undefined;
}

async function main(): Promise<void> {
  speakToNobody();
  const settings = env();
  takeFolder(settings.PORT);
  // The dispatcher refuses a request without a Host itself, in words.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE, requestTimeout: SENT_WITHIN, requireHostHeader: false });
  const dev = settings.NODE_ENV === "development";
  const builtFolder = process.env.NEXT_DIST_DIR || ".next";
  if (!dev && !existsSync(path.join(builtFolder, "BUILD_ID"))) throw new Error("The pages are not built. Build them: npm run build");
  const pages = createPages({
    dev,
    // Next listens there for upgrades by itself: in development for its reload, otherwise they are ours (below).
    httpServer: dev ? server : createServer(),
    hostname: settings.HOST,
    port: settings.PORT,
  });
  const started = await start();
  const dispatch = createDispatcher(ROUTES, pages.answer, builtFolder);
  server.on("request", dispatch);
  server.on("clientError", refuseBroken);
  const sockets = createAssistSockets(dev ? null : dispatch);
  server.on("upgrade", sockets.upgrade);
  server.on("error", (error) => {
    console.error(listenFailure(error, settings.PORT));
    process.exit(1);
  });
  const toGuests = openToGuests();
  server.listen(settings.PORT, settings.HOST, () => {
    const port = portOf(server) ?? settings.PORT;
    console.log(`Daftar ${VERSION} listens on http://127.0.0.1:${port}`);
    const migrated = migratedInWords(started.migrated);
    if (migrated) console.log(migrated);
    for (const { branch, kind, code, why } of started.broken) {
      const others = kind === "hub" ? "Nothing works without it." : "The other branches work.";
      console.log([`Not usable: ${branch} ${kind} store (${code}). ${others}`, why].filter(Boolean).join(" "));
    }
    log().info({ port, version: VERSION, broken: started.broken, migrated: started.migrated }, "listening");
    void checkAfterUncleanStop();
    beginRoutines();
    setTimeout(pages.load, waitOf("pages", PAGES_AFTER)).unref();
  });
  const stop = async () => {
    log().info("stopping");
    setTimeout(() => process.exit(1), DRAIN + CLOSING).unref();
    const ended = [endAllSharing(), endRoutines()];
    endWatching();
    sockets.close();
    await Promise.all([closeGently(server, DRAIN), toGuests && closeGently(toGuests, DRAIN), ...ended]);
    await leaveFolder();
    process.exit(0);
  };
  goOnElsewhere(server, settings.PORT);
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** In a test build alone: what a stop and a start do to a folder, without the process's own. */
function goOnElsewhere(server: Server, port: number): void {
  exchangeFolders(dataDir, {
    leave: async () => {
      server.closeAllConnections();
      await Promise.all([endAllSharing(), endRoutines()]);
      await endWork();
      await leaveFolder();
      forgetProcessWide(isThreads);
    },
    enter: async () => {
      takeFolder(port);
      await start();
      void checkAfterUncleanStop();
      beginRoutines();
    },
  });
}

/** Jobs are cancelled and calls heard to their end, until no call has begun another job meanwhile. */
async function endWork(): Promise<void> {
  do {
    for (const { cancel, ended } of [...runningJobs().values()]) {
      cancel.abort();
      await ended;
    }
    await allDone();
  } while (runningJobs().size > 0);
}

main().catch(giveUp);
