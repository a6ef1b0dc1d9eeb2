import { jsonWithoutAllergies } from "../allergies/hidden";
import type { AnswerOf, BodyOf, CallContract, Endpoint, FileEndpoint, ParamsOf, QueryOf } from "../api/endpoint";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import type { AppError } from "../errors";
import { requireWritable, waitsForReadOnly } from "../house-switches";
import { withMaskedGuests } from "../masked-guests";
import { processWide } from "../process-wide";
import { requireOpen } from "../require-open-branch";
import { type AuthorizedCall, authorize, refuseOtherWorker } from "./authorize";
import { isAboutNone, needsOpenBranch } from "./branch";
import { type Answered, answerCall, type CallContext, NotModified, responseOf, SameAnswer, wholeAnswer } from "./call-context";
import { answerOnce } from "./idempotency";
import { parseInput } from "./input";
import { beginLongWork } from "./rate-limit";

/** What a handler is given: everything has been checked against the contract. */
export interface Call<E extends CallContract> extends Omit<AuthorizedCall, "url" | "text"> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /**
   * Names the state that the answer is of (RFC 9110, ETag), in visible ASCII without quotes; the answer must hang on it
   * alone. Whoever has the answer of that state gets 304, everybody else the JSON that was written for it before, and the
   * handler goes no further.
   */
  nameState: (state: string) => void;
  /** Sends a cookie along with the answer, as `Set-Cookie` says it. */
  giveCookie: (cookie: string) => void;
  /** Of long work that was done often enough in this hour: thrown where there is something to do. Null for everything else. */
  refusal: AppError | null;
}

/** The state that `nameState` named, and the last answer of that state. */
interface NamedState {
  etag?: string;
  cookie?: string;
  lastAnswer?: { etag: string; json: Buffer<ArrayBuffer> } | undefined;
}

/** The last answer of each call that names its states: a hundred tablets ask for the same feed after one save. */
const lastAnswers = () => processWide("last answers", () => new Map<CallContract, { etag: string; json: Buffer<ArrayBuffer> }>());

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>>;

/** A route's function, with the contract it answers to: the table of routes and the structure tests read it. */
export type Route = ((request: Request, context: CallContext) => Promise<Response>) & {
  contract: Endpoint | FileEndpoint;
  /** The same without a Response around what needs none: the server's own way. */
  answer: Answering;
};

type Answering = (request: Request, context: CallContext) => Promise<Answered>;

let served: readonly (Endpoint | FileEndpoint)[] = [];

/** The contract of every call that this process answers, in the order of the table of routes. */
export const contractsServed = (): readonly (Endpoint | FileEndpoint)[] => served;

/** @returns the routes, after it is known that they are served: the table that is made of `app/api` tells it */
export function serving(routes: Route[]): Route[] {
  served = routes.map(({ contract }) => contract);
  return routes;
}

/** A route that answers so. */
export function routeThat(contract: Endpoint | FileEndpoint, answer: Answering): Route {
  const respond = async (request: Request, context: CallContext) => responseOf(await answer(request, context));
  return Object.assign(respond, { contract, answer });
}

/**
 * Makes a route handler from a contract: request id, length, who, same site, branch, may they, rate limit, idempotency,
 * parse, handler, parse the answer, log. Domain code throws AppError; only `lib/http` knows HTTP.
 */
export function route<E extends Endpoint>(contract: E, handler: Handler<E>): Route {
  return routeThat(contract, (request, context) =>
    answerCall(contract, request, async (trail) => {
      const authorized = await authorize(contract, request, trail, context.address);
      const state: NamedState = { lastAnswer: lastAnswers().get(contract) };
      const { status, answer: whole } = await answerOnce(contract, authorized, async () => {
        const begun = contract.limited === "long work" ? beginLongWork(workOf(contract, authorized), env().LONG_WORK_PER_HOUR) : null;
        const refusal = begun?.refusal ?? null;
        if (refusal && !contract.hadWork) throw refusal;
        const given = await handler({ ...(await callOf<E>(contract, authorized, context, state)), refusal });
        const answer = contract.answer.parse(given) as AnswerOf<E>;
        if (contract.hadWork?.(answer) ?? true) begun?.done();
        return { status: contract.statusOf?.(answer) ?? contract.status ?? 200, answer };
      });
      const answer = trail.masksPhones ? withMaskedGuests(whole, env().DEFAULT_COUNTRY_CODE) : whole;
      const json = Buffer.from(trail.seesAllergies ? JSON.stringify(answer) : jsonWithoutAllergies(answer));
      if (state.etag) lastAnswers().set(contract, { etag: state.etag, json });
      const answered = wholeAnswer(json, status, state.etag);
      if (state.cookie) answered.headers["set-cookie"] = state.cookie;
      // Never "storage": tables that were not finished lie there.
      if (contract.emptiesCache) answered.headers["clear-site-data"] = '"cache"';
      return answered;
    }),
  );
}

/** The same work is the same call in the same branch for the same day, whoever asks and with whichever other fields. */
function workOf({ path, sameCallAs }: CallContract, { branch, url }: AuthorizedCall): string {
  return `${sameCallAs ?? path} ${branch.key} ${url.searchParams.get("date") ?? ""}`;
}

/** The call as its handler sees it. @throws AppError `invalid_request` */
export async function callOf<E extends CallContract>(
  contract: E,
  { url, text, ...authorized }: AuthorizedCall,
  context: CallContext,
  state: NamedState,
): Promise<Call<E>> {
  const { headers } = authorized.request;
  const { branch: branchInPath } = await context.params;
  const inPath = typeof branchInPath === "string" ? branchInPath.trim().toLowerCase() : null;
  if (inPath !== null) authorized.requireBranch(inPath);
  // Here and not at the door: what was done before the branch closed is answered again to whoever did not hear of it.
  const written = inPath ?? (isAboutNone(contract) ? null : authorized.branch.key);
  if (written !== null && needsOpenBranch(contract)) requireOpen(written);
  if (waitsForReadOnly(contract)) requireWritable((await hubStore()).sql);
  const input = await parseInput(contract, context.params, url, text, headers.get("content-type"));
  await refuseOtherWorker(authorized.worker, input.body);
  return {
    ...input,
    ...authorized,
    refusal: null,
    giveCookie(cookie) {
      state.cookie = cookie;
    },
    nameState(name) {
      state.etag = `"${name}"`;
      const known: string[] = (headers.get("if-none-match") ?? "").match(/"[^"]*"/g) ?? [];
      if (known.includes(state.etag)) throw new NotModified(state.etag);
      if (state.lastAnswer?.etag === state.etag) throw new SameAnswer(state.etag, state.lastAnswer.json);
    },
  };
}
