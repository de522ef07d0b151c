import { apiKeyUse } from "../core/identity/api-keys/entity.ts";
import { sessionSecret } from "../core/identity/entity.ts";
import { passkey, passkeyClaim } from "../core/identity/passkeys/entity.ts";
import { rateLimitCount, rateLimitLog } from "../core/platform/entity.ts";
import {
  APPEND_ONLY,
  beginningOf,
  type Credential,
  credentials,
  SECRET,
} from "../core/platform/table/schema.ts";
import type { ConsumerSpec } from "./consumers.ts";
import { type Grants, type RouteSpec, requiresProof } from "./route.ts";

/**
 * The access of a function to the table, for itself and for the handler chain. Its role in AWS (`stacks/grants.ts`) and
 * the local runtime (`local/rights.ts`) enforce it.
 */
export interface TableAccess {
  readonly reads: boolean;
  /** The prefixes of the partition keys that it writes; `all` excludes secrets. */
  readonly writes: "all" | readonly string[];
  /** Whether it reads the whole table. */
  readonly scans: boolean;
  /** The prefixes of the partition keys that it must not access. */
  readonly closed: readonly string[];
  /** The prefixes of the partition keys that it may only read. */
  readonly readOnly: readonly string[];
}

const sessionSecrets = [sessionSecret].map(beginningOf);
const passkeys = [passkey, passkeyClaim].map(beginningOf);

/** The prefixes of the partition keys of items that open an account to whoever writes them. */
export const guardedItems: readonly string[] = [...sessionSecrets, ...passkeys];

/**
 * A function that starts no session must not write a session's secret: it could sign tokens that open the session. One that
 * does not serve passkeys must not write one: it could add its own to any account.
 */
const readOnlyFor = ({ startsSessions = false, writesPasskeys = false }: Grants = {}): readonly string[] => [
  ...(startsSessions ? [] : sessionSecrets),
  ...(writesPasskeys ? [] : passkeys),
];

/**
 * No function may change or delete the items of the journal and the audit trail, whatever its grants. It may put them: the
 * condition that they do not exist cannot be a permission (`core/platform/table/write.ts` enforces it).
 */
export const appendOnly = {
  prefixes: APPEND_ONLY,
  denied: ["UpdateItem", "DeleteItem"],
} as const;

/** The items that the chain writes: the counts of limits, and the last use of API keys. */
const limitKeys = [...new Set([rateLimitLog, rateLimitCount].map(beginningOf))];
const keyUseKeys = [beginningOf(apiKeyUse)];

/**
 * The chain reads the session of a credential, also on routes without auth; a provider's signature is verified without
 * the table. A signed request needs the signing secret of its key, a recent proof the second factor.
 */
export function accessOfRoute({ auth, limit, signed, proof, grants }: RouteSpec): TableAccess {
  const { table, credentials: own = [] } = grants ?? {};
  const chain = [
    ...(signed ? (["apiKey"] as const) : []),
    ...(requiresProof({ proof }) ? (["secondFactor"] as const) : []),
  ];
  const opened = own === "all" ? own : [...own, ...chain];
  const writes =
    table === "write" ? "all" : [...(limit ? limitKeys : []), ...(auth === "apiKey" ? keyUseKeys : [])];
  return {
    reads: table !== undefined || auth !== "signature" || writes.length > 0,
    writes,
    scans: false,
    closed: closedTo(opened),
    readOnly: readOnlyFor(grants),
  };
}

/** Returns the access of a consumer, a schedule or a handler of a socket. */
export const accessOfGrants = (grants: Grants & Pick<ConsumerSpec["grants"], "scan">): TableAccess => ({
  reads: grants.table !== undefined,
  writes: grants.table === "write" ? "all" : [],
  scans: grants.scan ?? false,
  closed: closedTo(grants.credentials ?? []),
  readOnly: readOnlyFor(grants),
});

/** No access to the table. */
export const noAccess: TableAccess = {
  reads: false,
  writes: [],
  scans: false,
  closed: [SECRET],
  readOnly: [],
};

/**
 * Returns the prefixes of the secret items that a function must not access. Lists the kinds one by one if the function may
 * access some of them, so that one call may read these together with other items.
 */
function closedTo(opened: readonly Credential[] | "all"): readonly string[] {
  if (opened === "all") return [];
  if (opened.length === 0) return [SECRET];
  return Object.entries(credentials)
    .filter(([kind]) => !opened.some((one) => one === kind))
    .map(([, prefix]) => prefix);
}
