import { ULID } from "../../kernel/ids/schema.ts";
import { ledgerOf, type Owner, SANDBOX, tagOf } from "../../kernel/mode.ts";
import { parseSystem } from "../../ledger/accounts.ts";

/** Ids of farms and positions, and the ledger accounts of farms. */

const FARM_ID = /^[a-z0-9]+(-[a-z0-9]+){0,5}$/;
export const LONGEST_FARM_ID = 40;

export const isFarmId = (id: string): boolean => id.length <= LONGEST_FARM_ID && FARM_ID.test(id);

/** Returns the ledger account of a farm's unpaid funds. */
export const rewardsOf = (farmId: string): string => `rewards:${farmId}`;

/** Returns the farm of a rewards account. Undefined for any other account. */
export const farmOfRewards = (account: string): string | undefined =>
  /^rewards:(.+)$/.exec(parseSystem(account).name)?.[1];

/**
 * Returns the id of a user's only position in a farm: `frm_<the user's ULID>_<farm id>`. In a sandbox, the sandbox's id
 * precedes the ULID.
 */
export const positionId = ({ mode, userId }: Owner, farmId: string): string =>
  `frm_${tagOf(mode)}${userId.slice("usr_".length)}_${farmId}`;

const POSITION_ID = new RegExp(`^frm_(?:(${SANDBOX})_)?(${ULID})_([a-z0-9-]+)$`);

/** Parses a position's id. Undefined if it is not one. */
export function parsePositionId(id: string): (Owner & { readonly farmId: string }) | undefined {
  const [, sandbox, ulid, farmId] = POSITION_ID.exec(id) ?? [];
  if (!ulid || !farmId || !isFarmId(farmId)) return undefined;
  return { mode: ledgerOf(sandbox), userId: `usr_${ulid}`, farmId };
}
