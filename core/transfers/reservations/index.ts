import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail, invalidField, recover, wrongCursor } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { parseWalletId } from "../../ledger/accounts.ts";
import { amountOf, posting } from "../../ledger/draft.ts";
import { walletAccount } from "../../ledger/entity.ts";
import { AccountNotFound } from "../../ledger/errors.ts";
import type { AccountRef, Balances } from "../../ledger/schema.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { list as listPage } from "../../platform/table/list.ts";
import * as Policy from "../../policy/index.ts";
import { WalletNotFound } from "../../wallets/errors.ts";
import { ownWallet } from "../../wallets/owned.ts";
import { HoldLimit, HoldNotFound } from "../errors.ts";
import { ownAccount } from "../outgoing.ts";
import { reservation } from "./entity.ts";
import { hasRoom, openIds, openingWrites, openKey } from "./record.ts";
import { MAX_DAYS, type NewReservation, type Reservation, type Status } from "./schema.ts";

/** Creates and reads reservations of money in wallets. `end.ts` captures and releases them. */

/**
 * Reserves money of a wallet until a time.
 * @throws WALLET_NOT_FOUND, INVALID_AMOUNT, INVALID_REQUEST, INSUFFICIENT_BALANCE, ACCOUNT_IN_DEBT,
 *   HOLD_LIMIT_REACHED, CONTENTION
 */
export async function create(
  actor: UserActor,
  { walletId, amount: written, expiresAt, description }: NewReservation,
  claim?: Idempotency.Claim<Reservation>,
): Promise<Reservation> {
  const { ref, asset } = ownAccount(actor, walletId);
  const amount = amountOf("amount", written, asset.decimals);
  const { mode, userId } = actor;
  const holdId = Ids.create("hold", Clock.nowMs());
  const made = {
    ...{ mode, userId, holdId, asset: asset.symbol, status: "active" as const },
    ...{ amount, captured: 0n, released: 0n, expiresAt: parseExpiry(expiresAt), description },
  };
  const posted = Policy.post({ ...needsOf(actor, ref), idempotency: claim }, ({ items: { open } }) => {
    if (!hasRoom(open)) throw fail(HoldLimit);
    return {
      type: "HOLD",
      postings: [posting(ref, -amount), posting(ref, amount, "held")],
      holds: [{ ...ref, holdId, change: amount }],
      actorId: userId,
      reason: description,
      reference: { kind: "hold", id: holdId },
      extraWrites: ({ createdAt }) => openingWrites({ ...made, createdAt }, open),
      result: ({ createdAt }) => ({ ...made, createdAt }),
    };
  });
  return recover(AccountNotFound, posted, () => Promise.reject(fail(WalletNotFound)));
}

const needsOf = (owner: Owner, { account, asset }: AccountRef) => ({
  initiator: account,
  reads: { open: openKey(owner, asset) },
  rejectIfInDebt: true as const,
});

/** Returns the inputs of `create`. */
export const createReads = (owner: Owner, walletId: string): Table.Reads =>
  Policy.readsOf(needsOf(owner, ownAccount(owner, walletId).ref));

/** Parses the expiry of a reservation. @throws INVALID_REQUEST */
function parseExpiry(expiresAt: string): string {
  const [ms, nowMs] = [Date.parse(expiresAt), Clock.nowMs()];
  if (ms > nowMs && ms <= nowMs + MAX_DAYS * DAY_MS) return new Date(ms).toISOString();
  const message = text(
    `must be in the future, at most ${MAX_DAYS} days from now`,
    `doit être à venir, dans ${MAX_DAYS} jours au plus`,
  );
  throw invalidField("expires_at", message);
}

/** Returns a reservation as of now: expired after its time, whether or not the schedule has run. */
export const asOfNow = (one: Reservation): Reservation =>
  one.status === "active" && one.expiresAt <= Clock.nowIso() ? { ...one, status: "expired" } : one;

/** Returns a reservation of the actor as of now. @throws HOLD_NOT_FOUND, also for another user's reservation */
export const read = async (actor: UserActor, holdId: string): Promise<Reservation> =>
  asOfNow(await fromId(actor, holdId));

/** Returns a reservation of the actor as stored. @throws HOLD_NOT_FOUND, also for another user's reservation */
export async function fromId({ mode, userId }: UserActor, holdId: string): Promise<Reservation> {
  const found = await Table.find(reservation, { mode, userId, holdId });
  if (!found) throw fail(HoldNotFound);
  return found;
}

export interface Filter {
  readonly walletId?: string | undefined;
  readonly status?: Status | undefined;
  readonly limit: number;
  /** The last id of the previous page. */
  readonly after?: string | undefined;
}

const pageAfter = (owner: Owner, { limit, after }: Filter) => ({
  limit,
  after: after === undefined ? undefined : reservation.key({ ...owner, holdId: after }),
});

/** Returns a page of the actor's reservations, newest first, as of now. @throws INVALID_REQUEST for a malformed cursor */
export async function list(
  { mode, userId }: UserActor,
  { walletId, status, limit, after }: Filter,
): Promise<{ readonly reservations: Reservation[]; readonly next: string | undefined }> {
  const wallet = walletId === undefined ? undefined : parseWalletId(walletId);
  const isMine = walletId === undefined || (wallet?.userId === userId && wallet.mode === mode);
  if (!isMine) return { reservations: [], next: undefined };
  if (after !== undefined && !Ids.pattern("hold").test(after)) throw wrongCursor();
  const owner = { mode, userId };
  const { items, next } = await listPage(reservation, owner, {
    ...pageAfter(owner, { limit, after }),
    isWanted: (one) =>
      (wallet === undefined || one.asset === wallet.asset) &&
      (status === undefined || asOfNow(one).status === status),
  });
  return { reservations: items.map(asOfNow), next: next?.holdId };
}

/** The balance of a wallet and its open reservations, as of one instant. */

export interface Balance extends Balances {
  readonly asset: string;
  /** The open reservations, oldest first. */
  readonly reservations: readonly Reservation[];
}

/** @throws WALLET_NOT_FOUND, also for another user's wallet; CONTENTION */
export async function balanceOf(actor: UserActor, walletId: string): Promise<Balance> {
  const named = ownWallet(actor, walletId);
  const { asset } = named;
  const list = openKey(named, asset);
  return Table.retry(async () => {
    const ids = openIds(await Table.get(list));
    const keys = ids.map((holdId) => reservation.key({ ...named, holdId }));
    const [wallet, open, ...items] = await Table.snapshot([walletAccount.key(named), list, ...keys]);
    if (!wallet) throw fail(WalletNotFound);
    // A reservation was opened or closed concurrently: the list is read again.
    if (openIds(open).join() !== ids.join()) throw new Table.ConditionFailed();
    const { available, held } = walletAccount.parse(wallet);
    return {
      asset,
      available,
      held,
      reservations: items.map((item) => asOfNow(reservation.parse(item ?? {}))),
    };
  });
}
