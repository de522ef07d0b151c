import type { Withdrawal } from "../banking/withdrawals/schema.ts";
import type { UserActor } from "../identity/actor.ts";
import { fail } from "../kernel/errors.ts";
import type { Owner } from "../kernel/mode.ts";
import { parseWalletId } from "../ledger/accounts.ts";
import type { RunningLine } from "../ledger/schema.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { owned } from "../wallets/owned.ts";
import { kindsOfEntries, ofLine } from "./lines.ts";
import { Merged, type Time } from "./merged.ts";
import * as Paging from "./paging.ts";
import * as Places from "./places.ts";
import { ofRecord } from "./records.ts";
import { readRelated } from "./related.ts";
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

/**
 * A page of the actor's history. A page goes on where the one before ended, whatever was made meanwhile.
 * @throws WALLET_NOT_FOUND for an account that is not the actor's, INVALID_REQUEST for no cursor of this list
 */
export async function list(actor: UserActor, filter: Filter): Promise<Page> {
  const { limit, type, accountId } = filter;
  // First: whose account it is not learns nothing else.
  const sources = await sourcesOf(actor, filter);
  const merged = new Merged(sources, timeOf(filter), Paging.placeOf(filter), limit + 1);
  const { rows, next } = await Paging.pageOf(merged, limit, async (found) =>
    (await show(found)).map((one) => {
      const isWanted = one && (accountId ?? one.accountId) === one.accountId;
      return isWanted && (type ?? one.type) === one.type ? one : undefined;
    }),
  );
  return { transactions: rows, next };
}

const timeOf = ({ from, to }: Filter): Time => ({ from: instant(from), to: instant(to) });

const recordsOf = (owner: Owner): Places.Source[] =>
  owner.mode === "live" ? [Places.recordsOf(owner.userId)] : [];

/** What lines and records show, in their order; undefined where another of them tells it. */
export async function show(
  found: readonly (Pick<Places.Found, "line" | "record"> & { readonly withdrawal?: Withdrawal })[],
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

/** What the history calls each of these lines, those too that it tells of elsewhere. */
export async function typesOf(lines: readonly RunningLine[]): Promise<Kind[]> {
  const related = await readRelated(lines, []);
  return lines.map((line) => {
    const entry = related.entry(line.entryId);
    if (!entry) throw new TypeError(`the journal has no entry ${line.entryId}`);
    return ofLine(line, entry, related)?.type ?? kindsOfEntries[entry.type];
  });
}

/** As the keys have it. */
const instant = (time: string | undefined): string | undefined => time && new Date(time).toISOString();

/** @throws WALLET_NOT_FOUND */
async function sourcesOf(actor: UserActor, { accountId }: Filter): Promise<Places.Source[]> {
  const records = recordsOf(actor);
  const accounts = await owned(actor);
  if (accountId === undefined) return [...accounts.map(({ id }) => Places.linesOf(id)), ...records];
  const isOwn = parseWalletId(accountId)?.userId === actor.userId;
  if (!isOwn || !accounts.some(({ id }) => id === accountId)) throw fail(WalletNotFound);
  return [Places.linesOf(accountId), ...records];
}
