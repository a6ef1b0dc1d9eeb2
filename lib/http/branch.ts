import type { CallContract } from "../api/endpoint";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import { type BranchKey, branchName, isBranchKey } from "../known-branches";

/**
 * The branch that the places of a call name (its header, its address, its body's metadata), in any case; null where none
 * of them says one. A wrong name is refused whatever the call is about: its sender believes in a branch that is none.
 * @throws AppError `unknown_branch` for a name that is none, and for two that contradict each other
 */
export function namedBranch(said: readonly (string | null)[]): BranchKey | null {
  let named: BranchKey | null = null;
  for (const text of said) {
    const key = (text ?? "").trim().toLowerCase();
    if (key === "") continue;
    if (!isBranchKey(key)) throw new AppError("unknown_branch", "There is no such branch. Choose one of the list. Nothing was changed.");
    if (named !== null && named !== key) {
      const both = `${branchName(named)} and ${branchName(key)}`;
      throw new AppError("unknown_branch", `This call names two branches, ${both}. Name one of them. Nothing was changed.`);
    }
    named = key;
  }
  return named;
}

/** What a body's `metadata.branch` says. A body that cannot be read is refused later, with its own sentence. */
export function branchInBody(text: string): string | null {
  try {
    const body = JSON.parse(text) as { metadata?: { branch?: unknown } } | null;
    const branch = body?.metadata?.branch;
    return typeof branch === "string" ? branch : null;
  } catch {
    return null;
  }
}

/** Whether a call is about no branch's stores. */
export function isAboutNone({ about }: Pick<CallContract, "about">): boolean {
  return about === "none" || about === "group";
}

/** Whether a call writes, or begins something that does, which no branch takes that is closed. */
export function needsOpenBranch({ method, bearerOnly, ownPagesOnly, worksWhereClosed = false }: CallContract): boolean {
  return !worksWhereClosed && (method !== "GET" || bearerOnly === true || ownPagesOnly === true);
}

/**
 * The branch that a call is about: the one that is named, else the server's own.
 * @throws AppError `unknown_branch` for central where only a restaurant will do, `wrong_server` for one kept elsewhere
 */
export function branchFor(contract: CallContract, named: BranchKey | null): BranchKey {
  const own = env().BRANCH;
  if (isAboutNone(contract)) return own;
  if (contract.about === "central") return requireKept("central");
  const key = named ?? own;
  if (contract.about === "restaurant" && key === "central") {
    throw new AppError("unknown_branch", "Central has no tables of its own. Choose a restaurant.");
  }
  return requireKept(key);
}

function requireKept(key: BranchKey): BranchKey {
  if (keptBranches().includes(key)) return key;
  const base = env().API_BASES[key];
  throw new AppError("wrong_server", `${branchName(key)} is not kept on this server.${base ? ` It is kept at ${base}.` : ""}`);
}
