import type { BodyOf, FormOf, ParamsOf, QueryOf, RouteSpec } from "../../contract/route.ts";
import type { KeyActor, MobileActor, PersonActor, ProofMethod, WebActor } from "../../core/identity/actor.ts";
import type { Reader } from "../../core/kernel/texts/index.ts";
import type * as Idempotency from "../../core/platform/idempotency/index.ts";
import type { Outgoing } from "../../core/transfers/outgoing.ts";

/** The actor of a route's call; undefined for an anonymous caller, if the route does not require a credential. */
export type ActorOf<R extends RouteSpec> = R["auth"] extends keyof Actors
  ? Actors[R["auth"]] | (R["orSession"] extends true ? WebActor : never)
  : WebActor | undefined;

/** The actor of each kind of credential. */
interface Actors {
  readonly session: WebActor;
  readonly admin: WebActor;
  readonly mobile: MobileActor;
  readonly person: PersonActor;
  readonly apiKey: KeyActor;
}

/** The argument of a handler: parsed input and a typed actor. */
export interface Call<R extends RouteSpec, T = unknown> {
  readonly actor: ActorOf<R>;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The form, if the route accepts one; undefined if the body has another type. */
  readonly form: FormOf<R> | (BodyOf<R> extends undefined ? never : undefined);
  /** The claim of the client's `Idempotency-Key`, to add to the write; undefined without the header or an actor. */
  readonly idempotency: R["idempotent"] extends true ? Idempotency.Claim<T> | undefined : undefined;
  /** Requires a recent proof, in the cases that the route's `proof` states. @throws STEP_UP_REQUIRED */
  readonly confirm: R["proof"] extends
    | { readonly when: string }
    | { readonly accepts: string }
    | "above-allowance"
    ? Confirm
    : undefined;
  /** The resolved amount that the request sends from an account; undefined if it names no account. */
  readonly outgoing: R["proof"] extends "above-allowance"
    ? BodyOf<R> extends { readonly fromAccountId: string }
      ? Outgoing
      : Outgoing | undefined
    : undefined;
  readonly client: Client;
  /** The reader's language and time zone, for texts in the response. */
  readonly reader: Reader;
}

/**
 * Requires a recent proof of who acts. Later calls for the same request have no effect.
 * @param verified the method that the handler has verified in this request itself
 * @throws STEP_UP_REQUIRED
 */
export type Confirm = (verified?: ProofMethod) => Promise<void>;

/** The HTTP side of a call, for the few handlers that need it. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  /** `https://host` as the client sees it; empty for a streamed response in an AWS stage without a domain. */
  readonly origin: string;
  /** The unparsed body. */
  readonly rawBody: string;
}

/** A response with a status, headers or cookies of its own. */
export class Reply<B> {
  readonly body: B;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whole `Set-Cookie` values. */
  readonly cookies: readonly string[];
  constructor(body: B, { status, headers = {}, cookies = [] }: Partial<Omit<Reply<B>, "body">> = {}) {
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.cookies = cookies;
  }
}
