import type Stripe from "stripe";
import * as z from "zod";
import { invalid } from "./errors.ts";
import type { Form } from "./form.ts";
import { integer, read, text } from "./params.ts";
import type { Tx } from "./tx.ts";

/** The double's configuration, as far as endpoints need it. */
export interface Settings {
  /** The double's address: `http://127.0.0.1:1234`. */
  readonly base: string;
  /** The double's clock, in milliseconds since the UNIX epoch. */
  readonly nowMs: () => number;
  readonly absentCustomerPays: boolean;
}

export interface Call {
  readonly tx: Tx;
  readonly settings: Settings;
  /** The ids in the URL, in order. */
  readonly ids: readonly string[];
  /** Set for a publishable key, which opens only the object with this secret. */
  readonly client: { readonly secret: string } | undefined;
}

/** The platform's decision on a purchase, or a default if it did not answer. */
export interface Verdict {
  readonly approved: boolean;
  readonly reason: Stripe.Issuing.Authorization.RequestHistory.Reason;
  /** The error in the platform's response. */
  readonly problem?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Returned by an endpoint that asks the platform before it responds. Its first changes are already committed. */
export class Question {
  readonly event: Stripe.Event;
  readonly answered: (tx: Tx, verdict: Verdict) => object;

  constructor(event: Stripe.Event, answered: (tx: Tx, verdict: Verdict) => object) {
    this.event = event;
    this.answered = answered;
  }
}

export interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  readonly pattern: RegExp;
  /** Whether a publishable key may call it. */
  readonly open: boolean;
  readonly run: (call: Call, form: Form) => object;
}

/** @param path with `:id` for each id */
export const endpoint = <S extends z.ZodRawShape>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  run: (call: Call, params: z.output<z.ZodObject<S, z.core.$strict>>) => object,
  { open = false } = {},
): Endpoint => {
  const schema = z.strictObject(shape);
  return {
    method,
    pattern: new RegExp(`^${path.replaceAll(":id", "([^/]+)")}$`),
    open,
    run: (call, form) => run(call, read(schema, form)),
  };
};

export const paging = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

interface Paging {
  readonly limit?: number | undefined;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** Returns a page of a list, newest first. */
export function page<T extends { readonly id: string }>(url: string, all: readonly T[], paging: Paging) {
  const { limit = 10, starting_after: after, ending_before: before } = paging;
  if (limit < 1 || limit > 100)
    throw invalid("This value must be between 1 and 100.", "limit", "parameter_invalid_integer");
  const at = (id: string) => all.findIndex((object) => object.id === id);
  if (before !== undefined) {
    const rest = all.slice(0, Math.max(0, at(before)));
    return { object: "list", url, has_more: rest.length > limit, data: rest.slice(-limit) };
  }
  const rest = after === undefined ? all : all.slice(at(after) + 1);
  return { object: "list", url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}
