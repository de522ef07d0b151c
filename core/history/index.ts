import type { Withdrawal } from "../banking/withdrawals/schema.ts";
import type { UserActor } from "../identity/actor.ts";
import { fail } from "../kernel/errors.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import type { RunningLine } from "../ledger/schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { owned } from "../wallets/owned.ts";
import { kindsOfEntries, ofLine } from "./lines.ts";
import {
  type Found,
  linesOf,
  Merged,
  pageOf,
  parseStart,
  recordsOf,
  SELECTIVE_BATCH,
  type Source,
  type Time,
} from "./merged.ts";
import { ofRecord, ofWithdrawal } from "./records.ts";
import { readRelated } from "./related.ts";
import type { AccountTransaction, Kind } from "./schema.ts";
import { fingerprint, isSelective, matcher, type Search } from "./search.ts";

/** A user's history: one list, newest first, of the movements in all accounts and of records without an account's line. */

export interface Filter extends Search {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly accountId?: string | undefined;
  /** The period, both instants included: ISO 8601, UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Returns a page of the actor's history. Each page starts where the previous one ended, even if items were added since.
 * @throws WALLET_NOT_FOUND for an account of another user, INVALID_REQUEST for an invalid cursor
 */
export const list = (actor: UserActor, filter: Filter) => pageFor(actor, filter, "");

/**
 * As `list`, for a client that gets core's cursors as they are: a cursor is valid with the filters of its list only.
 * @throws as `list`; UNSUPPORTED_ASSET, INVALID_AMOUNT for invalid filters
 */
export function search(actor: UserActor, filter: Filter) {
  const { limit: _limit, cursor: _cursor, ...filters } = filter;
  return pageFor(actor, filter, fingerprint(filters));
}

async function pageFor(actor: UserActor, filter: Filter, filters: string) {
  const { limit, accountId } = filter;
  const matches = matcher(filter);
  // First, so that a request for another user's account reveals nothing else.
  const sources = await sourcesOf(actor, filter);
  const batch = isSelective(filter) ? Math.max(SELECTIVE_BATCH, limit + 1) : limit + 1;
  const merged = new Merged(sources, timeOf(filter), parseStart(filter, filters), batch);
  const showWanted = async (found: readonly Found[]) =>
    (await show(found)).map((one) =>
      one && (accountId ?? one.accountId) === one.accountId && matches(one) ? one : undefined,
    );
  const { rows, next } = await pageOf(merged, limit, showWanted, { batch, filters });
  return { transactions: rows, next };
}

const timeOf = ({ from, to }: Filter): Time => ({ from: instant(from), to: instant(to) });

/** Returns the transaction of each line or record, in order; undefined if the history shows it by another line. */
export async function show(
  found: readonly (Pick<Found, "line" | "record"> & { readonly withdrawal?: Withdrawal })[],
): Promise<(AccountTransaction | undefined)[]> {
  const related = await readRelated(
    found.flatMap(({ line }) => line ?? []),
    found.flatMap(({ record }) => record ?? []),
  );
  return found.map(({ line, record, withdrawal }) => {
    if (withdrawal) return ofWithdrawal(withdrawal);
    if (record) return ofRecord(record, related);
    const entry = related.entry(line?.entryId);
    return line && entry && ofLine(line, entry, related);
  });
}

/** Returns the type of each line, also of those that the history does not show. */
export async function typesOf(lines: readonly RunningLine[]): Promise<Kind[]> {
  const related = await readRelated(lines, []);
  return lines.map((line) => {
    const entry = related.entry(line.entryId);
    if (!entry) throw new TypeError(`the journal has no entry ${line.entryId}`);
    return ofLine(line, entry, related)?.type ?? kindsOfEntries[entry.type];
  });
}

/** Formats a time as in sort keys. */
const instant = (time: string | undefined): string | undefined => time && new Date(time).toISOString();

/** @throws WALLET_NOT_FOUND */
async function sourcesOf(actor: UserActor, { accountId, asset }: Filter): Promise<Source[]> {
  const records = actor.mode === "live" ? [recordsOf(actor.userId)] : [];
  const accounts = await owned(actor);
  if (accountId === undefined) {
    const inAsset = accounts.filter((one) => (asset ?? one.asset.symbol) === one.asset.symbol);
    return [...inAsset.map(({ id }) => linesOf(id)), ...records];
  }
  const isOwn = parseWalletId(accountId)?.userId === actor.userId;
  if (!isOwn || !accounts.some(({ id }) => id === accountId)) throw fail(WalletNotFound);
  return [linesOf(accountId), ...records];
}
