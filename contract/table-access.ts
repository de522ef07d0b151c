import { apiKeyUse } from "../core/identity/api-keys/entity.ts";
import { rateLimitCount, rateLimitLog } from "../core/platform/entity.ts";
import { beginningOf, type Credential, credentials, SECRET } from "../core/platform/table/schema.ts";
import type { ConsumerSpec } from "./consumers.ts";
import type { Grants, RouteSpec } from "./route.ts";

/**
 * What a function may do with the table: its own, and what the chain does for it. Its role in AWS says so
 * (`stacks/grants.ts`), and so does the local runtime (`local/rights.ts`).
 */
export interface TableAccess {
  readonly reads: boolean;
  /** How the partition keys begin of what it writes; all but secrets where they are none in particular. */
  readonly writes: "all" | readonly string[];
  /** Whether it reads the table whole. */
  readonly scans: boolean;
  /** How the partition keys begin that are closed to it, whatever else it may. */
  readonly closed: readonly string[];
}

/** What the chain writes: a limit's count, and of an API key that it was used. */
const counted = [...new Set([rateLimitLog, rateLimitCount].map(beginningOf))];
const used = [beginningOf(apiKeyUse)];

/**
 * The chain reads the session of a credential, and a route without auth one that comes along; a provider's signature is
 * checked without the table. A request's signature takes what is signed with, a step-up a code of
 * the second factor where the device has no key.
 */
export function accessOfRoute({ auth, limit, signed, stepUp, grants }: RouteSpec): TableAccess {
  const { table, credentials: own = [] } = grants ?? {};
  const chain = [...(signed ? (["apiKey"] as const) : []), ...(stepUp ? (["secondFactor"] as const) : [])];
  const opened = own === "all" ? own : [...own, ...chain];
  const writes = table === "write" ? "all" : [...(limit ? counted : []), ...(auth === "apiKey" ? used : [])];
  return {
    reads: table !== undefined || auth !== "signature" || writes.length > 0,
    writes,
    scans: false,
    closed: closedTo(opened),
  };
}

/** Of a consumer, a schedule or a handler of a socket. */
export const accessOfGrants = ({
  table,
  scan = false,
  credentials: opened = [],
}: Grants & Pick<ConsumerSpec["grants"], "scan">): TableAccess => ({
  reads: table !== undefined,
  writes: table === "write" ? "all" : [],
  scans: scan,
  closed: closedTo(opened),
});

/** What touches no table at all. */
export const noAccess: TableAccess = { reads: false, writes: [], scans: false, closed: [SECRET] };

/** The kinds that are not named, one by one: a batch may read what is open and what is named at once. */
function closedTo(opened: readonly Credential[] | "all"): readonly string[] {
  if (opened === "all") return [];
  if (opened.length === 0) return [SECRET];
  return Object.entries(credentials)
    .filter(([kind]) => !opened.some((one) => one === kind))
    .map(([, beginning]) => beginning);
}
