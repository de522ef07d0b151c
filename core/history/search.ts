import * as Assets from "../kernel/assets/index.ts";
import { fail } from "../kernel/errors.ts";
import * as Money from "../kernel/money/index.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import { UnsupportedAsset } from "../wallets/errors.ts";
import type { AccountTransaction, Kind, Status } from "./schema.ts";

/** The filters of a user's history, and the search in its texts. */

export interface Search {
  readonly type?: Kind | undefined;
  readonly direction?: "in" | "out" | undefined;
  readonly status?: Status | undefined;
  /** The symbol of an asset. */
  readonly asset?: string | undefined;
  /** Words, each of which must be in the description or the counterparty, in any letter case and with or without accents. */
  readonly q?: string | undefined;
  /** Bounds of the amount in whole units of each transaction's asset, both included: decimals. */
  readonly minAmount?: string | undefined;
  readonly maxAmount?: string | undefined;
}

/** Returns a text without letter case and accents. */
const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** No asset has more decimals, so amounts of all assets are comparable at this scale. */
const SCALE = 18;

const scaled = ({ amount, asset }: Pick<AccountTransaction, "amount" | "asset">): bigint =>
  amount * 10n ** BigInt(SCALE - asset.decimals);

const bound = (field: "minAmount" | "maxAmount", decimal: string | undefined): bigint | undefined =>
  decimal === undefined ? undefined : Money.inField(field, () => Money.parse(decimal, SCALE));

/**
 * Returns whether a transaction matches.
 * @throws UNSUPPORTED_ASSET, INVALID_AMOUNT with the field
 */
export function matcher({
  type,
  direction,
  status,
  asset,
  q = "",
  ...amounts
}: Search): (one: AccountTransaction) => boolean {
  const symbol = asset === undefined ? undefined : Assets.find(asset)?.symbol;
  if (asset !== undefined && symbol === undefined) throw fail(UnsupportedAsset);
  const words = fold(q).split(/\s+/).filter(Boolean);
  const min = bound("minAmount", amounts.minAmount);
  const max = bound("maxAmount", amounts.maxAmount);
  return (one) => {
    if ((type ?? one.type) !== one.type) return false;
    if ((direction ?? one.direction) !== one.direction) return false;
    if ((status ?? one.status) !== one.status) return false;
    if ((symbol ?? one.asset.symbol) !== one.asset.symbol) return false;
    if (min !== undefined && scaled(one) < min) return false;
    if (max !== undefined && scaled(one) > max) return false;
    const text = words.length > 0 ? fold(`${one.description ?? ""}\n${one.counterparty ?? ""}`) : "";
    return words.every((word) => text.includes(word));
  };
}

/** Returns whether filters may omit most of the history, so that a page reads more items than it returns. */
export const isSelective = ({ type, direction, status, q, minAmount, maxAmount }: Search): boolean =>
  [type, direction, status, q, minAmount, maxAmount].some((one) => one !== undefined);

/** Returns what a cursor states about the filters of its list, so that no other list accepts it. Empty without filters. */
export function fingerprint(filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return given.length === 0 ? "" : sha256Hex(JSON.stringify(given)).slice(0, 16);
}
