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
  type Source,
  type Time,
} from "./merged.ts";
import { ofRecord, ofWithdrawal } from "./records.ts";
import { readRelated } from "./related.ts";
import type { AccountTransaction, Kind } from "./schema.ts";

/** A user's history: one list, newest first, of the movements in all accounts and of records without an account's line. */

export interface Filter {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly accountId?: string | undefined;
  readonly type?: Kind | undefined;
  /** The period, both instants included: ISO 8601, UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Returns a page of the actor's history. Each page starts where the previous one ended, even if items were added since.
 * @throws WALLET_NOT_FOUND for an account of another user, INVALID_REQUEST for an invalid cursor
 */
export async function list(actor: UserActor, filter: Filter) {
  const { limit, type, accountId } = filter;
  // First, so that a request for another user's account reveals nothing else.
  const sources = await sourcesOf(actor, filter);
  const merged = new Merged(sources, timeOf(filter), parseStart(filter), limit + 1);
  const { rows, next } = await pageOf(merged, limit, async (found) =>
    (await show(found)).map((one) => {
      const isWanted = one && (accountId ?? one.accountId) === one.accountId;
      return isWanted && (type ?? one.type) === one.type ? one : undefined;
    }),
  );
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
async function sourcesOf(actor: UserActor, { accountId }: Filter): Promise<Source[]> {
  const records = actor.mode === "live" ? [recordsOf(actor.userId)] : [];
  const accounts = await owned(actor);
  if (accountId === undefined) return [...accounts.map(({ id }) => linesOf(id)), ...records];
  const isOwn = parseWalletId(accountId)?.userId === actor.userId;
  if (!isOwn || !accounts.some(({ id }) => id === accountId)) throw fail(WalletNotFound);
  return [linesOf(accountId), ...records];
}
