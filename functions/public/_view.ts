import { Amount } from "../../contract/public/schemas.ts";
import type { Pair } from "../../core/defi/exchange/pairs.ts";
import { isLive, type UserActor } from "../../core/identity/actor.ts";
import * as Assets from "../../core/kernel/assets/index.ts";
import { failFields, wrongCursor } from "../../core/kernel/errors.ts";
import * as Money from "../../core/kernel/money/index.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { InvalidRange } from "../../core/prices/errors.ts";

/** Views that responses of the public API share (PUBLIC.md, Manners). */

export const amountOf = (units: bigint, symbol: string): Amount =>
  new Amount(Money.format(units, Assets.get(symbol).decimals), symbol);

/** Formats an amount of a pool's shares. */
export const sharesOf = (
  { shareAsset, shareDecimals }: Pick<Pair, "shareAsset" | "shareDecimals">,
  units: bigint,
): Amount => new Amount(Money.format(units, shareDecimals), shareAsset);

/** Returns the fields that every object has. */
export const objectOf = <const N extends string>(
  object: N,
  actor: UserActor,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
) => ({ object, id, livemode: isLive(actor), created_at: createdAt });

/** Returns the period of a list's filter. @throws INVALID_RANGE if its start is after its end */
export function periodOf({
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

/** Makes a page of a list. @param next core's position of the next page, which the chain converts to a cursor */
export const listOf = <T, S>(
  items: readonly T[],
  next: string | undefined,
  view: (one: T, at: number) => S,
) => ({
  object: "list" as const,
  data: items.map(view),
  has_more: next !== undefined,
  next_cursor: next ?? null,
});

/**
 * Makes a page of a list that is short enough to be read in full, such as an account's wallets. Its position is the id of
 * the last item on the page.
 * @throws INVALID_REQUEST for an unknown cursor
 */
export function pageOf<T extends { readonly id: string }, S = T>(
  all: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  view: (one: T) => S = (one) => one as unknown as S,
) {
  const last = cursor === undefined ? -1 : all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last === -1) throw wrongCursor();
  const items = all.slice(last + 1, last + 1 + limit);
  return listOf(items, last + 1 + limit < all.length ? items.at(-1)?.id : undefined, view);
}
