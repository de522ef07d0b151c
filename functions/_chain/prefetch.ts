import type { BodyOf, ParamsOf, QueryOf, RouteSpec } from "../../contract/route.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Owner } from "../../core/kernel/mode.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type * as Table from "../../core/platform/table/index.ts";
import { type Credential, prefetchOwner } from "./credential.ts";
import { partsOf } from "./input.ts";
import type { StepRequest } from "./request.ts";

/**
 * Reads the inputs of a request's work together with its credential, in one round trip. A rejected caller is shown
 * nothing of it: the work checks what it reads as if it had read it itself, and its writes hold only while the items
 * are unchanged. A rejected request has spent its reads, so nothing is read for a caller who was over the limit, or
 * whose session had ended, at the last request.
 */

/** A request before its caller is admitted. */
export interface Asked<R extends RouteSpec> {
  /** The user that the credential names, and the ledger that it opens. */
  readonly owner: Owner;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** Returns what a route's work reads first. If it omits something, or throws, that is read later. */
export type Prefetch<R extends RouteSpec> = (asked: Asked<R>) => Table.Reads | Promise<Table.Reads>;

/** Until when callers are over a route's limit. */
const overLimit = new Recent<number>(5_000);

const callerOf = ({ id }: RouteSpec, ip: string, owner: Owner): string => `${id} ${ip} ${owner.userId}`;

export function noteOverLimit(spec: RouteSpec, ip: string, credential: Credential, seconds: number): void {
  const owner = prefetchOwner(credential);
  if (owner) overLimit.note(callerOf(spec, ip, owner), Clock.nowMs() + seconds * 1000);
}

/** Returns what to read ahead of a request's work: nothing if its input is invalid. */
export async function readsOf<R extends RouteSpec>(
  spec: R,
  prefetch: Prefetch<R>,
  request: StepRequest,
  { credential, ip }: { readonly credential: Credential; readonly ip: string },
): Promise<Table.Reads> {
  const owner = prefetchOwner(credential);
  if (!owner || (overLimit.of(callerOf(spec, ip, owner)) ?? 0) > Clock.nowMs()) return {};
  try {
    const { params, query, body } = partsOf(spec, request);
    // The schemas of R made these values, so they have the types that R states.
    const asked = { owner, params: params(), query: query(), body: await body() } as Asked<R>;
    return await prefetch(asked);
  } catch {
    // The input step reports invalid input, once the caller is admitted.
    return {};
  }
}
