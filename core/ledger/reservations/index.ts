import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { wrongCursor } from "../../kernel/cursor.ts";
import { fail, failFields, InvalidRequest, recover } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Owner } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { firstPage, list as listPage } from "../../platform/table/list.ts";
import { parseWalletId } from "../accounts.ts";
import { amountOf } from "../amount.ts";
import { AccountNotFound } from "../errors.ts";
import * as Ledger from "../index.ts";
import type { AccountRef } from "../schema.ts";
import { ownAccount } from "../transfers/own-account.ts";
import { WalletNotFound } from "../wallets/errors.ts";
import { reservation } from "./entity.ts";
import { HoldLimit, HoldNotFound } from "./errors.ts";
import { hasRoom, opening, openKey } from "./record.ts";
import { MAX_DAYS, type NewReservation, type Reservation, type Status } from "./schema.ts";

/** Reservations of wallets: made and read. `end.ts` pays of them and gives back. */

const DAY_MS = 86_400_000;

/**
 * Sets money of a wallet aside until a time.
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
    ...{ amount, captured: 0n, released: 0n, expiresAt: ending(expiresAt), description },
  };
  const posted = Ledger.post<Reservation>(
    { ...needsOf(actor, ref), idempotency: claim },
    ({ items: [open] }) => {
      if (!hasRoom(open)) throw fail(HoldLimit);
      return {
        type: "HOLD",
        postings: [
          { ...ref, bucket: "available", amount: -amount },
          { ...ref, bucket: "held", amount },
        ],
        holds: [{ ...ref, holdId, change: amount }],
        actorId: userId,
        reason: description,
        reference: { kind: "hold", id: holdId },
        extraWrites: ({ createdAt }) => opening({ ...made, createdAt }, open),
        result: ({ createdAt }) => ({ ...made, createdAt }),
      };
    },
  );
  return recover(AccountNotFound, posted, () => Promise.reject(fail(WalletNotFound)));
}

const needsOf = (owner: Owner, { account, asset }: AccountRef): Ledger.Needs => ({
  initiator: account,
  reads: [openKey(owner, asset)],
  spending: true,
});

/** What `create` reads first. */
export const createReads = (owner: Owner, walletId: string): Table.Reads =>
  Ledger.readsOf(needsOf(owner, ownAccount(owner, walletId).ref));

/** A time that a reservation may end at. @throws INVALID_REQUEST */
function ending(expiresAt: string): string {
  const [ms, nowMs] = [Date.parse(expiresAt), Clock.nowMs()];
  if (ms > nowMs && ms <= nowMs + MAX_DAYS * DAY_MS) return new Date(ms).toISOString();
  const message = text(
    `must lie ahead, and at most ${MAX_DAYS} days`,
    `doit être à venir, dans ${MAX_DAYS} jours au plus`,
  );
  throw failFields(InvalidRequest, [{ field: "expires_at", message }]);
}

/** What it is at this instant: over when its time is, whether or not the schedule has run. */
export const asOfNow = (one: Reservation): Reservation =>
  one.status === "active" && one.expiresAt <= Clock.nowIso() ? { ...one, status: "expired" } : one;

/** One of the actor's own, as it is at this instant. @throws HOLD_NOT_FOUND, also for somebody else's */
export const read = async (actor: UserActor, holdId: string): Promise<Reservation> =>
  asOfNow(await fromId(actor, holdId));

/** What `read` reads. */
export const keysOf = ({ mode, userId }: Owner, holdId: string): Table.Key[] => [
  reservation.key({ mode, userId, holdId }),
];

/** One of the actor's own, as it is kept. @throws HOLD_NOT_FOUND, also for somebody else's */
export async function fromId({ mode, userId }: UserActor, holdId: string): Promise<Reservation> {
  const found = await Table.find(reservation, { mode, userId, holdId });
  if (!found) throw fail(HoldNotFound);
  return found;
}

export interface Filter {
  readonly walletId?: string | undefined;
  readonly status?: Status | undefined;
  readonly limit: number;
  /** The id that the page before ended with. */
  readonly after?: string | undefined;
}

const pageAfter = (owner: Owner, { limit, after }: Filter) => ({
  limit,
  after: after === undefined ? undefined : reservation.key({ ...owner, holdId: after }),
});

/** What `list` reads first. */
export const listReads = ({ mode, userId }: Owner, filter: Filter): Table.Reads => ({
  ranges: [firstPage(reservation, { mode, userId }, pageAfter({ mode, userId }, filter))],
});

/** A page of the actor's own, newest first, as they are at this instant. @throws INVALID_REQUEST for what no page ended with */
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
