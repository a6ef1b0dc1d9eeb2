import { VERSION } from "./env";

declare const __COMMIT__: string | undefined;

/**
 * The protocol between worker and server (`lib/queue/workers/contract.ts`): moved with each change of it. Who speaks another one gets no
 * messages. A test holds it to the contract.
 */
export const PROTOCOL = 3;

/** Of a program that was not built from a clone. */
const UNKNOWN = "unknown";

/** What this program was built from, by which a worker and a server are compared: `0.1.0+3.0dc67c13f1a2`. */
export const BUILD = `${VERSION}+${PROTOCOL}.${(typeof __COMMIT__ === "string" && __COMMIT__) || UNKNOWN}`;

/** Ids of the same protocol, as SQLite's GLOB finds them. */
export const SAME_PROTOCOL = `*+${PROTOCOL}.*`;

/** How a worker's build stands to the server's. Older workers name a version alone. */
export function comparedBuild(theirs: string, ours = BUILD): "same" | "other_commit" | "other_protocol" {
  const [one, other] = [partsOf(theirs), partsOf(ours)];
  if (one.protocol !== other.protocol) return "other_protocol";
  const isKnown = one.commit !== UNKNOWN && other.commit !== UNKNOWN;
  return one.version === other.version && (!isKnown || one.commit === other.commit) ? "same" : "other_commit";
}

/** `0.1.0 (0dc67c13f1a2)`, for people. */
export function buildInWords(build: string): string {
  const { version, commit } = partsOf(build);
  return commit && commit !== UNKNOWN ? `${version} (${commit})` : version;
}

function partsOf(build: string): { version: string; protocol: string; commit: string } {
  const [version = "", meta = ""] = build.split("+");
  const [protocol = "", commit = ""] = meta.split(".");
  return { version, protocol, commit };
}

/** Said of a worker of another protocol, to whoever looks at its card and at its window: what to do first. */
export function otherProtocol(theirs: string): string {
  const [own, other] = [buildInWords(BUILD), buildInWords(theirs)];
  return `This worker does not fit this server and gets no messages. Give this PC the server's own worker and start it again. It is ${other}, the server ${own}.`;
}
