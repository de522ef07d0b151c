import type { Withdrawal } from "../banking/withdrawals/schema.ts";
import { isLive, type UserActor } from "../identity/actor.ts";
import { fail, failFields, InvalidRequest } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import { WalletNotFound } from "../ledger/wallets/errors.ts";
import { owned } from "../ledger/wallets/owned.ts";
import { readBeside } from "./beside.ts";
import { ofLine } from "./lines.ts";
import { Merged } from "./merged.ts";
import * as Places from "./places.ts";
import { ofRecord } from "./records.ts";
import type { AccountTransaction, Kind } from "./schema.ts";
import { ofWithdrawal } from "./withdrawals.ts";

/**
 * The history: one list of all that has moved in a user's accounts, of every family, with what no account's
 * line tells of. Newest first.
 */

export interface Filter {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly accountId?: string | undefined;
  readonly type?: Kind | undefined;
  /** ISO 8601, UTC; both ends included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Page {
  readonly transactions: readonly AccountTransaction[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

/** The most that is looked at for a page: one of a rare type may be shorter than asked for, and go on. */
const MAX_LOOKED_AT = 500;

/**
 * A page of the actor's history. A page goes on where the one before ended, whatever was made meanwhile.
 * @throws WALLET_NOT_FOUND for an account that is not the actor's, INVALID_REQUEST for no cursor of this list
 */
export async function list(actor: UserActor, filter: Filter): Promise<Page> {
  const { limit, type } = filter;
  const after = placeOf(filter);
  const time = { from: instant(filter.from), to: instant(filter.to) };
  const merged = new Merged(await sourcesOf(actor, filter), time, after, limit + 1);
  const rows: { readonly place: Places.Place; readonly one: AccountTransaction }[] = [];
  let looked = 0;
  let last: Places.Place | undefined;
  while (rows.length <= limit && looked < MAX_LOOKED_AT) {
    const found = await merged.take(limit + 1);
    if (found.length === 0) return { transactions: rows.map(({ one }) => one), next: undefined };
    looked += found.length;
    last = found.at(-1);
    const shown = await show(found);
    rows.push(
      ...found.flatMap((place, index) => {
        const one = shown[index];
        const isWanted = one && (filter.accountId ?? one.accountId) === one.accountId;
        return isWanted && (type ?? one.type) === one.type ? [{ place, one }] : [];
      }),
    );
  }
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1)?.place : last;
  return { transactions: page.map(({ one }) => one), next: end && Places.toCursor(end) };
}

/** What lines and records show, in their order; undefined where another of them tells it. */
export async function show(
  found: readonly (Pick<Places.Found, "line" | "record"> & { readonly withdrawal?: Withdrawal })[],
): Promise<(AccountTransaction | undefined)[]> {
  const beside = await readBeside(
    found.flatMap(({ line }) => line ?? []),
    found.flatMap(({ record }) => record ?? []),
  );
  return found.map(({ line, record, withdrawal }) => {
    if (withdrawal) return ofWithdrawal(withdrawal);
    if (record) return ofRecord(record, beside);
    const entry = beside.entry(line?.entryId);
    return line && entry && ofLine(line, entry, beside);
  });
}

/** As the keys have it. */
const instant = (time: string | undefined): string | undefined => time && new Date(time).toISOString();

/** @throws INVALID_REQUEST */
function placeOf({ cursor }: Filter): Places.Place | undefined {
  const place = cursor === undefined ? undefined : Places.fromCursor(cursor);
  if (cursor === undefined || place) return place;
  const message = text("must be the cursor of a page before", "doit être le curseur d'une page précédente");
  throw failFields(InvalidRequest, [{ field: "cursor", message }]);
}

/** @throws WALLET_NOT_FOUND */
async function sourcesOf(actor: UserActor, { accountId }: Filter): Promise<Places.Source[]> {
  const records = isLive(actor) ? [Places.recordsOf(actor.userId)] : [];
  const accounts = await owned(actor);
  if (accountId === undefined) return [...accounts.map(({ id }) => Places.linesOf(id)), ...records];
  const isOwn = parseWalletId(accountId)?.userId === actor.userId;
  if (!isOwn || !accounts.some(({ id }) => id === accountId)) throw fail(WalletNotFound);
  return [Places.linesOf(accountId), ...records];
}
