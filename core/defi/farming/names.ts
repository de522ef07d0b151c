import { ULID } from "../../kernel/ids/schema.ts";
import { ledgerOf, type Owner, SANDBOX, tagOf } from "../../kernel/mode.ts";
import { parseSystem } from "../../ledger/accounts.ts";

/** What farms, positions and their accounts in the ledger are called. */

/** What an id of a farm looks like. */
export const FARM_ID = /^[a-z0-9]+(-[a-z0-9]+){0,5}$/;
export const LONGEST_FARM_ID = 40;

export const isFarmId = (id: string): boolean => id.length <= LONGEST_FARM_ID && FARM_ID.test(id);

/** The ledger's account of what a farm was funded with and has not paid: a part of the rewards account. */
export const rewardsOf = (farmId: string): string => `rewards:${farmId}`;

/** The farm of a rewards account's name, or undefined where it is none. */
export const farmOfRewards = (account: string): string | undefined =>
  /^rewards:(.+)$/.exec(parseSystem(account).name)?.[1];

/**
 * A user has one position in a farm, and its id says of which ledger it is, whose and where:
 * `frm_<the user's ULID>_<farm id>`, `frm_<the sandbox>_…`.
 */
export const positionId = ({ mode, userId }: Owner, farmId: string): string =>
  `frm_${tagOf(mode)}${userId.slice("usr_".length)}_${farmId}`;

const POSITION_ID = new RegExp(`^frm_(?:(${SANDBOX})_)?(${ULID})_([a-z0-9-]+)$`);

/** Whose position in which farm an id names, or undefined when it is not a position's id. */
export function parsePositionId(id: string): (Owner & { readonly farmId: string }) | undefined {
  const [, sandbox, ulid, farmId] = POSITION_ID.exec(id) ?? [];
  if (!ulid || !farmId || !isFarmId(farmId)) return undefined;
  return { mode: ledgerOf(sandbox), userId: `usr_${ulid}`, farmId };
}
