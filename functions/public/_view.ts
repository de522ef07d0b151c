import { Amount } from "../../contract/public/amount.ts";
import type { Pair } from "../../core/defi/exchange/pairs.ts";
import { isLive, type UserActor } from "../../core/identity/actor.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { failFields, wrongCursor } from "../../core/kernel/errors.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { InvalidRange } from "../../core/prices/errors.ts";

/** What the answers of the public API have in common (PUBLIC.md, Manners). */

/** Base units of an asset as an amount. */
export const amountOf = (units: bigint, symbol: string): Amount =>
  new Amount(Money.format(units, Assets.get(symbol).decimals), symbol);

/** An amount of a pool's shares. */
export const sharesOf = (
  { shareAsset, shareDecimals }: Pick<Pair, "shareAsset" | "shareDecimals">,
  units: bigint,
): Amount => new Amount(Money.format(units, shareDecimals), shareAsset);

/** The fields that every object has. */
export const objectOf = <const N extends string>(
  object: N,
  actor: UserActor,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
) => ({ object, id, livemode: isLive(actor), created_at: createdAt });

/** The times of a list's filter. @throws INVALID_RANGE where they run backwards */
export function timesOf({
  created_after: from,
  created_before: to,
}: {
  readonly created_after?: string | undefined;
  readonly created_before?: string | undefined;
}) {
  if (from === undefined || to === undefined || Date.parse(from) <= Date.parse(to)) return { from, to };
  const message = text("must not be after created_before", "ne doit pas être postérieur à created_before");
  throw failFields(InvalidRange, [{ field: "created_after", message }]);
}

/** A page as the API has it. @param next the place of the next page, of which the chain makes its cursor */
export const listOf = <T>(data: T[], next: string | undefined) => ({
  object: "list" as const,
  data,
  has_more: next !== undefined,
  next_cursor: next ?? null,
});

/**
 * A page of a list that never grows long, such as an account's wallets: its place is the id of the last one shown.
 * @param rows all of them, in the list's order
 * @throws INVALID_REQUEST for a cursor that names none of them
 */
export function pageOf<T extends { readonly id: string }>(
  rows: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly rows: T[]; readonly next: string | undefined } {
  const last = cursor === undefined ? -1 : rows.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last === -1) throw wrongCursor();
  const page = rows.slice(last + 1, last + 1 + limit);
  return { rows: page, next: last + 1 + limit < rows.length ? page.at(-1)?.id : undefined };
}
