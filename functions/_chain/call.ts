import type { BodyOf, FormOf, ParamsOf, QueryOf, RouteSpec } from "../../contract/route.ts";
import type { KeyActor, MobileActor, WebActor } from "../../core/identity/actor.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import type * as Idempotency from "../../core/platform/idempotency/index.ts";
import type { Outgoing } from "../../core/transfers/outgoing.ts";

/**
 * Who may be behind a call of this route: known where the route asks for a credential, perhaps nobody where
 * not.
 */
export type ActorOf<R extends RouteSpec> = R["auth"] extends keyof Actors
  ? Actors[R["auth"]] | (R["orSession"] extends true ? WebActor : never)
  : WebActor | undefined;

/** Which door each credential opens. */
interface Actors {
  readonly session: WebActor;
  readonly admin: WebActor;
  readonly mobile: MobileActor;
  readonly apiKey: KeyActor;
}

/** What a handler gets: parsed input and a typed actor, nothing of HTTP that it does not need. */
export interface Call<R extends RouteSpec, T = unknown> {
  readonly actor: ActorOf<R>;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The form that came, where the route takes one; undefined where a body of another type did. */
  readonly form: FormOf<R> | (BodyOf<R> extends undefined ? never : undefined);
  /**
   * Joins the client's `Idempotency-Key` to the write that it makes harmless to repeat; undefined without the
   * header.
   */
  readonly idempotency: R["idempotent"] extends true ? Idempotency.Claim<T> | undefined : undefined;
  /**
   * Asks for the caller's confirmation of this request, in the cases that the route's `stepUp` tells of; once
   * given, it is given for all of it.
   * @throws STEP_UP_REQUIRED
   */
  readonly confirm: R["stepUp"] extends { readonly when: string } ? () => Promise<void> : undefined;
  /** The sum that the request sends from an account, resolved once; undefined if it names none. */
  readonly outgoing: R["stepUp"] extends "above-100-eur"
    ? BodyOf<R> extends { readonly fromAccountId: string }
      ? Outgoing
      : Outgoing | undefined
    : undefined;
  readonly client: Client;
  /** Who reads the answer: texts in it are in this language. */
  readonly reader: Reader;
}

/** The caller's machine, for the few handlers that record it or speak HTTP beyond a body. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Cookies by name. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  /**
   * `https://host` of this request, as the client sees it; empty where the answer is streamed in a stage of
   * AWS without a domain.
   */
  readonly origin: string;
  /** The body as it came, as text. */
  readonly rawBody: string;
}

/** A response that says more than its body. */
export class Reply<B> {
  readonly status: number | undefined;
  readonly body: B;
  readonly headers: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` values. */
  readonly cookies: readonly string[];
  constructor(
    body: B,
    extra: {
      status?: number;
      headers?: Readonly<Record<string, string>>;
      cookies?: readonly string[];
    } = {},
  ) {
    this.body = body;
    this.status = extra.status;
    this.headers = extra.headers ?? {};
    this.cookies = extra.cookies ?? [];
  }
}
