// npm run worker                     sends what the server's queue holds, by this PC
// The first start asks for the server's address and the token; --server, --token-file, --name, --folder, --branch,
// --transport and --capacity (or WORKER_SERVER, WORKER_TOKEN and so on) say them where nobody can be asked.
// --pair ends it when address and token were found right and are kept: for whoever installs it as a service.
// It ends with 0 when it was asked to, or when a newer worker of its name has taken over, and with 1 after a failure.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { BUILD, buildInWords, comparedBuild } from "../lib/build";
import { VERSION } from "../lib/env";
import type { Receipt } from "./journal-lines";
import { askAtTerminal, askForSettings } from "./sender/ask-settings";
import { lockFolder } from "./sender/folder-lock";
import { Inbox } from "./sender/inbox";
import { Journal } from "./sender/journal";
import { linkingText } from "./sender/linking-text";
import { WorkerLog } from "./sender/log";
import { MediaCache } from "./sender/media-cache";
import { runSender } from "./sender/sender";
import { CallFailed, ServerCalls } from "./sender/server-calls";
import { ServerClock } from "./sender/server-clock";
import { givenSettings, keepSettings, keptSettings, makeFolder, type WorkerSettings, wholeSettings } from "./sender/settings";
import { StatusLine } from "./sender/status-line";
import { type Ending, WorkerContext } from "./sender/worker-state";
import { sleep } from "./sleep";
import { askToLink } from "./transports/baileys/settings";
import { openTransport } from "./transports/open";
import type { InboundMessage } from "./transports/transport";

/** How long a transport may take to disconnect, in milliseconds. */
const DISCONNECTING = 1_000;

async function main(): Promise<void> {
  silenceConsole();
  const given = givenSettings(process.argv.slice(2), process.env);
  makeFolder(given.folder);
  const unlock = await lockFolder(given.folder);
  const { folder, pair = false, ...said } = given;
  const kept = keptSettings(folder);
  if (pair && kept.token && Object.keys(said).length === 0) {
    say(alreadyPaired(kept));
    return unlock();
  }
  const isFirst = pair || kept.token === undefined;
  const mayAsk = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  for (let known: Partial<WorkerSettings> = { ...kept, ...said }; ; ) {
    const settings = wholeSettings(mayAsk ? await askForSettings(known) : known);
    if (settings.transport === "baileys" && mayAsk) await askToLink(folder, askAtTerminal);
    try {
      const ending = await work(folder, settings, { isFirst, pair });
      unlock();
      process.exit(ending === "journal" || ending === "fault" ? 1 : 0);
    } catch (error) {
      if (!(error instanceof CallFailed) || !isFirst || !mayAsk) throw error;
      say(error.message); // and what was typed is asked for again
      known = { name: settings.name, ...said, server: error.trouble === "refused" ? settings.server : undefined, token: undefined };
    }
  }
}

const alreadyPaired = ({ name, server }: Partial<WorkerSettings>) =>
  `This PC is paired already: worker ${name} of ${server}. Nothing was changed. With --server, --token-file or --name it is paired anew.`;

/** What kind of start it is: `isFirst` while nobody knows whether address and token are right, `pair` for finding that out alone. */
interface Begin {
  isFirst: boolean;
  pair: boolean;
}

async function work(folder: string, settings: WorkerSettings, { isFirst, pair }: Begin): Promise<Ending> {
  const clock = new ServerClock();
  const boot = randomUUID();
  const calls = new ServerCalls(settings, boot, clock);
  const log = new WorkerLog(path.join(folder, "log"), clock);
  const journal = new Journal(folder);
  let shown: string | null = null;
  const context: WorkerContext = new WorkerContext({
    settings,
    boot,
    calls,
    clock,
    journal,
    log,
    inbox: new Inbox(path.join(folder, "inbox")),
    media: new MediaCache(path.join(folder, "media"), calls),
    transport: openTransport(settings.transport, {
      folder,
      events: {
        onState: (state) => {
          context.hearState(state);
          if (state.link) log.write("phone", { link: state.link });
          const text = linkingText(state, Boolean(process.stdout.isTTY));
          if (text !== null && text !== shown) say(`\n${text}`);
          shown = text;
        },
        onReceipt: (receipt) => hearReceipt(context, receipt),
        onInbound: (message) => hearGuest(context, message),
        onDiskFailed: (error) => diskFailed(context, error),
      },
    }),
  });
  say(`Worker ${settings.name} ${buildInWords(BUILD)}, ${settings.transport}, for ${settings.server}. Its folder: ${folder}`);
  if (journal.damage) say(journal.damage);
  log.write("started", { version: BUILD, transport: settings.transport, name: settings.name, damage: journal.damage });
  const line = new StatusLine(() => context.status());
  const stop = onSignals(() => context.endBecause("asked"));
  try {
    if (!pair) await context.tools.transport.start();
    const ending = await runSender(context, isFirst, () => {
      keepSettings(folder, settings);
      if (pair) context.endBecause("paired");
      else void compareVersions(context, line);
    });
    line.end();
    log.write("ended", { why: ending });
    say(PARTING[ending]);
    return ending;
  } finally {
    line.end();
    stop();
    await Promise.race([context.tools.transport.stop().catch(() => {}), sleep(DISCONNECTING)]);
    journal.close();
  }
}

/** Stored before it is passed on, because WhatsApp reports it once. */
function hearReceipt(context: WorkerContext, receipt: Receipt): void {
  try {
    context.tools.journal.write({ did: "receipt", receipt }, true);
    context.news.wake();
  } catch (error) {
    diskFailed(context, error);
  }
}

/** So is what a guest wrote, which may be a STOP. */
function hearGuest(context: WorkerContext, message: InboundMessage): void {
  try {
    context.tools.inbox.keep(message);
    context.heard.wake();
  } catch (error) {
    diskFailed(context, error);
  }
}

function diskFailed(context: WorkerContext, error: unknown): void {
  context.tools.log.failure("journal failed", error);
  context.endBecause("journal");
}

const PARTING: Record<Ending, string> = {
  paired: "Paired: address and token are right, and are kept in the folder. It sends when it is started again, by its service or by hand.",
  asked: "The worker has stopped. What it held is in the server's queue.",
  replaced:
    "A newer worker of the same name has started, so this one has stopped. If that was another PC, give each a name of its own: --name.",
  journal:
    "The worker has stopped: the disk of this PC is full or damaged. Nothing was sent that is not written down. Free some space and start it again.",
  fault: "The worker has stopped after a fault of its own. Nothing is lost: start it again. The log in its folder says where it was.",
};

async function compareVersions({ serverBuild, refusal, tools }: WorkerContext, line: StatusLine): Promise<void> {
  // What to do, the line says; where it lies is for whoever stands at this window.
  if (refusal !== null) return line.say("The server's own worker is the file dist/worker.mjs in its folder.");
  const server = serverBuild ?? (await tools.calls.version().catch(() => null));
  const isOther = server !== null && (serverBuild === null ? server !== VERSION : comparedBuild(BUILD, server) !== "same");
  if (isOther)
    line.say(
      `The server is ${buildInWords(server)}, this worker ${buildInWords(BUILD)}. Copy the server's own dist/worker.mjs to this PC.`,
    );
}

/** The first asks, the second does not wait. */
function onSignals(stop: () => void): () => void {
  let asked = 0;
  const hear = () => (asked++ === 0 ? stop() : process.exit(1));
  process.on("SIGINT", hear);
  process.on("SIGTERM", hear);
  return () => {
    process.off("SIGINT", hear);
    process.off("SIGTERM", hear);
  };
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Libraries that speak WhatsApp print whole sessions with their keys. */
function silenceConsole(): void {
  for (const way of ["log", "info", "warn", "error", "debug", "trace", "dir"] as const) console[way] = () => {};
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : "The worker has failed."}\n`);
  process.exit(1);
});
