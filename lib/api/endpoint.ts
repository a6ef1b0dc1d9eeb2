import type { z } from "zod";
import type { Requirement } from "../auth/permissions";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One call of the API: the single description that the server wrapper, the browser client, the forms, OpenAPI and the
 * tests read. Paths are those of the specification, below `/api`, with `{name}` for a part of the path.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: string;
  /** One line for the API's own page. */
  summary: string;
  permission: Requirement;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /** The status of success; 200 unless said. */
  status?: number;
  /** `file`: the handler reads the body itself, as a stream; `body` then describes nothing. */
  reads?: "json" | "file";
  /** Bytes; one megabyte unless said. A longer body is refused before it is read (413). */
  limit?: number;
  /**
   * Which backend the call is about. `any` (unless said): the branch asked for. `restaurant`: central is refused.
   * `central`: always the central book, whatever branch is asked for. `none`: the call is about no branch's stores.
   */
  about?: "any" | "restaurant" | "central" | "none";
  /** A GET that changes something needs the bearer header; a page's cookie alone does not do. */
  bearerOnly?: boolean;
  /** Which store's transaction keeps the receipt of an Idempotency-Key; the hub, after the call, unless said. */
  receipts?: "table" | "contacts";
  /** Two addresses of one call share their receipts under this name: a fallback then finds what the first call did. */
  sameCallAs?: string;
  /** The status that an answer is given with, where success alone does not say it. */
  statusOf?: (answer: z.output<Answer>) => number;
  /** Calls allowed per user (or per address, when signed out) in each minute. */
  perMinute?: number;
}

/** Keeps the schemas' types; a contract is nothing but data. */
export function endpoint<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  definition: Endpoint<P, Q, B, A>,
): Endpoint<P, Q, B, A> {
  return definition;
}

type Part<T, Direction extends "in" | "out"> = T extends z.ZodType
  ? unknown extends z.output<T>
    ? undefined
    : Direction extends "in"
      ? z.input<T>
      : z.output<T>
  : undefined;

export type ParamsOf<E extends Endpoint> = Part<NonNullable<E["params"]>, "out">;
export type QueryOf<E extends Endpoint> = Part<NonNullable<E["query"]>, "out">;
export type BodyOf<E extends Endpoint> = Part<NonNullable<E["body"]>, "out">;
export type AnswerOf<E extends Endpoint> = z.output<E["answer"]>;
export type BodyInputOf<E extends Endpoint> = Part<NonNullable<E["body"]>, "in">;
export type QueryInputOf<E extends Endpoint> = Part<NonNullable<E["query"]>, "in">;
