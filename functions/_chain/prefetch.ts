import type { BodyOf, ParamsOf, QueryOf, RouteSpec } from "../../contract/route.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import type { Owner } from "../../core/kernel/mode.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type * as Table from "../../core/platform/table/index.ts";
import { type Credential, prefetchOwner } from "./credential.ts";
import { partsOf } from "./input.ts";
import type { StepRequest } from "./request.ts";

/**
 * Reads the inputs of a request's work together with its credential, in one round trip. The work checks these items as
 * if it had read them itself, and its writes are conditional on them, so a rejected caller sees none. The reads of a
 * rejected request are wasted, so nothing is read for a caller whose last request was over the limit or whose session had
 * ended.
 */

/** A request before its caller is admitted. */
export interface UnadmittedRequest<R extends RouteSpec> {
  /** The user that the credential names, and the ledger on which it acts: live or a sandbox. */
  readonly owner: Owner;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
}

/** Returns the items that a route's work reads first. Omitted items are read later. */
export type Prefetch<R extends RouteSpec> = (
  request: UnadmittedRequest<R>,
) => Table.Reads | Promise<Table.Reads>;

/** The time until which callers are over a route's limit, in milliseconds. */
const overLimit = new Recent<number>(5_000);

const callerOf = ({ id }: RouteSpec, ip: string, owner: Owner): string => `${id} ${ip} ${owner.userId}`;

export function rememberOverLimit(
  spec: RouteSpec,
  ip: string,
  credential: Credential,
  seconds: number,
): void {
  const owner = prefetchOwner(credential);
  if (owner) overLimit.note(callerOf(spec, ip, owner), Clock.nowMs() + seconds * 1000);
}

/** Returns the items to read ahead of a request's work. Empty if the input is invalid. */
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
    const unadmitted = {
      owner,
      params: params(),
      query: query(),
      body: await body(),
    } as UnadmittedRequest<R>;
    return await prefetch(unadmitted);
  } catch {
    // The input step reports invalid input after admission.
    return {};
  }
}
