import type * as z from "zod";
import type { Requirement } from "../permissions";

/** What a call answered while the server drew a page: the very JSON, the version it names, and when, in ms since 1970. */
export interface FirstAnswer {
  json: string;
  etag: string | null;
  at: number;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * What every call of the API says of itself, whatever it answers. Paths are those of the specification, below `/api`,
 * with `{name}` for a part of the path.
 */
export interface CallContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: string;
  /** One line for the API's own page. */
  summary: string;
  permission: Requirement;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The status of success; 200 unless said. */
  status?: number;
  /**
   * `file`: the handler reads the body itself, as a stream; `body` then describes nothing. `form`: the body may come as a form,
   * whose fields are texts, or as JSON.
   */
  reads?: "json" | "file" | "form";
  /** Of `file`: what may stand in its form beside the file, each field as JSON (`jsonOfForm`). */
  form?: z.ZodType;
  /** Bytes; one megabyte unless said. A longer body is refused before it is read (413). */
  limit?: number;
  /**
   * Which backend the call is about. `any` (unless said): the branch asked for. `restaurant`: central is refused.
   * `central`: always the central book, whatever branch is asked for. `none`: the call is about no branch's stores. `group`: neither,
   * and it gives or changes what belongs to every branch, so nobody may call it who is limited to some.
   */
  about?: "any" | "restaurant" | "central" | "none" | "group";
  /** It is let through in a branch that is closed too: it changes nothing there, or only stops something. Reading is always. */
  worksWhereClosed?: boolean;
  /** It is let through in read-only mode: it changes nothing of the house's data, only stops or ends something, or notes a guest's no. */
  worksReadOnly?: boolean;
  /** The body's `metadata.branch` names the branch as the header and the address do (docs/design/api.md, which branch). */
  branchInBody?: boolean;
  /** A GET that changes something needs the bearer header; a page's cookie alone does not do. */
  bearerOnly?: boolean;
  /**
   * A GET that may begin something (a stream of events): by the cookie alone it is refused where the browser says that another
   * site's page asks, and where it says nothing the handler begins nothing (`isOurs`).
   */
  ownPagesOnly?: boolean;
  /** A GET that people open in a tab of its own: a browser that goes there signed out is led to /login, and back afterwards. */
  leadsToSignIn?: boolean;
  /** A GET of a browser's own, by a link, a frame or an EventSource: nothing there renews the cookie, which opens it as it opens pages. */
  byPlainLink?: boolean;
  /** It ends the sign-in that the token is of, for which an older token does. */
  endsSignIn?: boolean;
  /** Whose Idempotency-Key it is: the caller's, unless said. At a change of shift somebody else sends a tablet's draft. */
  keyBelongsTo?: "tablet";
  /** Two addresses of one call share their receipts under this name: a fallback then finds what the first call did. */
  sameCallAs?: string;
  /** A public call that reads the pages' cookie: it goes along from our own pages, and from nowhere else. */
  withCookie?: boolean;
  /** The answer holds a secret, so it is kept for no Idempotency-Key. */
  answersSecret?: boolean;
  /** It tells of guests whom its permission alone does not show whole phones: without `see_all_phones` they are masked. */
  masksPhones?: boolean;
  /** The browser empties its cache after it, of this server's files alone; it never touches what a page itself keeps. */
  emptiesCache?: boolean;
  /** Work of its own length, such as a merge or an import: the browser waits for its answer for as long as it takes. */
  takesLong?: boolean;
  /** Calls allowed per user (or per address, when signed out) in each minute. */
  perMinute?: number;
  /**
   * Limited by a setting. `search`: so many of a sign-in in each minute, for one account serves many tablets. `long work`: so often
   * in a branch within an hour, for one day; only what was done counts.
   */
  limited?: "search" | "long work";
}

/**
 * One call that answers JSON: the single description that the server wrapper, the browser client, the forms, OpenAPI and
 * the tests read.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends CallContract<Params, Query, Body> {
  answer: Answer;
  /** Of long work that is limited by the hour: whether it found something to do. Else it does not count. */
  hadWork?: (answer: z.output<Answer>) => boolean;
  /** The status that an answer is given with, where success alone does not say it. */
  statusOf?: (answer: z.output<Answer>) => number;
}

/** One call whose answer is no JSON: a picture, PDF, ZIP, CSV, vCard, or a stream of events. */
export interface FileEndpoint<Params extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends CallContract<Params, Query, Body> {
  /** The answer's media type, such as `text/vcard; charset=utf-8`. */
  gives: string;
  /** The call exports data: who did is recorded before it is sent. */
  exports?: boolean;
}

/** Keeps the schemas' types; a contract is nothing but data. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  definition: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return definition;
}

/** The same for a call whose answer is no JSON. */
export function fileEndpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  definition: FileEndpoint<P, Q, B>,
): FileEndpoint<P, Q, B> {
  return definition;
}

type Part<T, Direction extends "in" | "out"> = T extends z.ZodType
  ? unknown extends z.output<T>
    ? undefined
    : Direction extends "in"
      ? z.input<T>
      : z.output<T>
  : undefined;

export type ParamsOf<E extends CallContract> = Part<NonNullable<E["params"]>, "out">;
export type QueryOf<E extends CallContract> = Part<NonNullable<E["query"]>, "out">;
export type BodyOf<E extends CallContract> = Part<NonNullable<E["body"]>, "out">;
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;
export type BodyInputOf<E extends CallContract> = Part<NonNullable<E["body"]>, "in">;
export type QueryInputOf<E extends CallContract> = Part<NonNullable<E["query"]>, "in">;
