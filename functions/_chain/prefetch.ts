import type { BodyOf, ParamsOf, QueryOf, RouteSpec } from "../../contract/route.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Owner } from "../../core/kernel/mode.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type * as Table from "../../core/platform/table/index.ts";
import type { Credential } from "./credential.ts";
import * as Held from "./held.ts";
import { partsOf } from "./input.ts";
import type { StepRequest } from "./middleware.ts";

/**
 * What the work of a request is going to read, asked for together with its credential: one round trip for both.
 * Nothing of it is shown to a caller who is not admitted. Its keys are made of whom the credential names and of what the
 * request names: a receiver's account, a payment. What may be shown of those, the work decides, as if it had read them
 * itself; and what it writes holds only while they are as it read them. What it costs is spent on a request that is refused all the same, so a caller who was over the limit,
 * or whose session had ended, when asked last has nothing read ahead.
 */

/** A request as far as it is known before its caller is admitted. */
export interface Asked<R extends RouteSpec> {
  /** Whom the credential names, and the ledger that it opens. */
  readonly owner: Owner;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** Says what a route's work reads first. What it leaves out, or throws, is read later. */
export type Prefetch<R extends RouteSpec> = (asked: Asked<R>) => Table.Reads | Promise<Table.Reads>;

/** Until when callers are over a route's limit. */
const refused = new Recent<number>(5_000);

const callerOf = ({ id }: RouteSpec, ip: string, owner: Owner): string => `${id} ${ip} ${owner.userId}`;

/** Notes that a caller is over the limit. */
export function noteRefused(spec: RouteSpec, ip: string, credential: Credential, seconds: number): void {
  const owner = Held.readerOf(credential);
  if (owner) refused.note(callerOf(spec, ip, owner), Clock.nowMs() + seconds * 1000);
}

/** What is read ahead of a request's work: nothing where its input is wrong. */
export async function readsOf<R extends RouteSpec>(
  spec: R,
  prefetch: Prefetch<R>,
  request: StepRequest,
  { credential, ip }: { readonly credential: Credential; readonly ip: string },
): Promise<Table.Reads> {
  const owner = Held.readerOf(credential);
  if (!owner || (refused.of(callerOf(spec, ip, owner)) ?? 0) > Clock.nowMs()) return {};
  try {
    const { params, query, body } = partsOf(spec, request);
    // The schemas of R made these values, so they are of the types that R states.
    const asked = { owner, params: params(), query: query(), body: await body() } as Asked<R>;
    return await prefetch(asked);
  } catch {
    // Whatever is wrong is told in its turn.
    return {};
  }
}
