import type { UserActor } from "../../identity/actor.ts";
import { publicName } from "../../identity/profile/public-name.ts";
import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as People from "../../identity/sandboxes/people.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import { accountOf, parseWalletId, walletOf, walletRef } from "../../ledger/accounts.ts";
import { amountOf, type Draft, posting, type Request, resolveWrites } from "../../ledger/draft.ts";
import { SameAccount } from "../../ledger/errors.ts";
import type { AccountRef } from "../../ledger/schema.ts";
import * as Due from "../../platform/due/index.ts";
import type * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { assertAllowedAfterReset } from "../after-reset.ts";
import { transferEvents } from "../api-events.ts";
import { HoldClosed, HoldExceeded, HoldExpired } from "../errors.ts";
import { kycMovement, notifyBoth } from "../index.ts";
import { outgoing } from "../outgoing.ts";
import { assertPayable, findRecipient, recipientWrites } from "../recipient.ts";
import type { Receiver } from "../schema.ts";
import { reservation, reservationDue } from "./entity.ts";
import { fromId } from "./index.ts";
import { openKey, replacingWrites } from "./record.ts";
import { type Capture, type Captured, type Reservation, remaining } from "./schema.ts";

/**
 * Captures, releases and expires reservations, each in one transaction with the money, which requires that the state is unchanged
 * since it was read, so that only one of several concurrent requests succeeds.
 */

/** Thrown if the reservation has changed since it was read. */
class ReservationChanged extends Error {
  override readonly name = "ReservationChanged";
}

/**
 * Pays `amount` of a reservation, or the rest of it, to a wallet of the same asset, as a transfer.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXPIRED, HOLD_EXCEEDED, INVALID_AMOUNT, SAME_ACCOUNT,
 *   RECIPIENT_UNKNOWN, CURRENCY_MISMATCH, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, WALLET_LIMIT_REACHED, CONTENTION,
 *   PRICES_STALE
 */
export const capture = (
  actor: UserActor,
  holdId: string,
  { toWalletId, amount: written }: Capture,
  claim?: Idempotency.Claim<Captured>,
): Promise<Captured> =>
  retryIfChanged(async () => {
    const before = await fromId(actor, holdId);
    const asset = Assets.get(before.asset);
    const amount = payableAmount(
      before,
      written === undefined ? undefined : amountOf("amount", written, asset.decimals),
    );
    const from = accountOf(actor, before.asset);
    const receiver = await findRecipient(actor, { toAccountId: toWalletId }, asset);
    if (receiver.account === from.account) throw fail(SameAccount);
    await assertAllowedAfterReset(actor, from, [receiver]);
    const movement = await kycMovement(actor, outgoing(actor, from, amount));
    const payerName = await publicName(actor);
    const captured = before.captured + amount;
    const status = captured === before.amount ? "captured" : before.status;
    return end(
      before,
      { ...before, captured, status },
      { opens: [receiver], rejectIfInDebt: true, kycMovement: movement, idempotency: claim },
      (after) => captureOf(actor, before, { from, receiver, amount, payerName }, after),
    );
  });

/** Returns the amount to pay. @throws HOLD_CLOSED, HOLD_EXPIRED, HOLD_EXCEEDED */
function payableAmount(one: Reservation, wanted: bigint | undefined): bigint {
  const left = remaining(one);
  if (left === 0n) throw fail(one.status === "expired" ? HoldExpired : HoldClosed);
  assertNotExpired(one);
  const amount = wanted ?? left;
  if (amount > left) {
    const units = (of: bigint) => Assets.format(of, one.asset);
    throw fail(HoldExceeded, { details: { required: units(amount), remaining: units(left) } });
  }
  return amount;
}

/** @throws HOLD_EXPIRED */
function assertNotExpired({ expiresAt }: Reservation): void {
  if (expiresAt <= Clock.nowIso()) throw fail(HoldExpired);
}

interface Paying {
  readonly from: AccountRef;
  readonly receiver: Receiver;
  readonly amount: bigint;
  /** The name that the recipient sees. */
  readonly payerName: string;
}

function captureOf(
  actor: UserActor,
  before: Reservation,
  { from, receiver, amount, payerName }: Paying,
  after: Reservation,
): EndDraft<Captured> {
  // Again, because the reads may have taken long.
  assertNotExpired(before);
  const { holdId, description } = before;
  const named = walletOf(receiver.account) ?? null;
  return {
    type: "CAPTURE",
    postings: [posting(from, -amount, "held"), posting(receiver, amount)],
    holds: [{ ...from, holdId, change: -amount }],
    actorId: actor.userId,
    counterparties: new Map([
      [from.account, receiver.name],
      [receiver.account, payerName],
    ]),
    extraWrites: (entry) => [
      ...recipientWrites(receiver, named, amount, entry),
      ...assertPayable(actor, [receiver]),
    ],
    events: (entry) => [
      ...notifyBoth(actor, receiver, Assets.format(amount, before.asset), entry),
      ...transferEvents({ from, to: receiver, named, holdId, amount, description }, entry),
    ],
    result: ({ entryId: transferId }) => ({ ...after, transferId }),
  };
}

/**
 * Releases the rest of a reservation. The released money pays the owner's debt first.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXPIRED, CONTENTION
 */
export const release = (
  actor: UserActor,
  holdId: string,
  claim?: Idempotency.Claim<Reservation>,
): Promise<Reservation> =>
  retryIfChanged(async () => {
    const before = await fromId(actor, holdId);
    if (remaining(before) === 0n) throw fail(before.status === "expired" ? HoldExpired : HoldClosed);
    return giveBack(before, actor.userId, claim);
  });

function giveBack(
  before: Reservation,
  actorId: string,
  idempotency?: Idempotency.Claim<Reservation>,
): Promise<Reservation> {
  const ref = accountOf(before, before.asset);
  const left = remaining(before);
  const status = before.expiresAt <= Clock.nowIso() ? "expired" : "released";
  const after: Reservation = { ...before, released: before.released + left, status };
  return end(before, after, { idempotency }, () => ({
    type: "RELEASE",
    postings: [posting(ref, -left, "held"), posting(ref, left)],
    holds: [{ ...ref, holdId: before.holdId, change: -left }],
    actorId,
    result: () => after,
  }));
}

/** Returns the inputs of `release`. The asset is not known before, so they include the owner's accounts of all assets. */
export function releaseReads(owner: Owner, holdId: string): Table.Reads {
  const all = Assets.list().flatMap(
    ({ symbol }) => Policy.readsOf(needsOf({ ...owner, holdId, asset: symbol })).keys ?? [],
  );
  return { keys: [...new Map(all.map((key) => [`${key.pk} ${key.sk}`, key])).values()] };
}

/** Returns the inputs of `capture`. The recipient's account states the asset. */
export function captureReads(owner: Owner, holdId: string, toWalletId: string): Table.Reads {
  const named = parseWalletId(toWalletId);
  if (!named || named.mode !== owner.mode) return { keys: [reservation.key({ ...owner, holdId })] };
  const { keys = [] } = Policy.readsOf({
    ...needsOf({ ...owner, holdId, asset: named.asset }),
    opens: [walletRef(toWalletId)],
    rejectIfInDebt: true,
    kycMovement: owner.mode === "live" ? { userId: owner.userId, direction: "out", cents: 0n } : undefined,
  });
  return { keys: [...keys, ...People.keysOf(owner.mode, { userId: named.userId, email: undefined })] };
}

/** Returns the inputs of an entry that uses a reservation of an asset. */
function needsOf(of: Owner & Pick<Reservation, "holdId" | "asset">) {
  const ref = accountOf(of, of.asset);
  return {
    initiator: ref.account,
    holds: [{ ...ref, holdId: of.holdId }],
    reads: { reservation: reservation.key(of), open: openKey(of, of.asset) },
    payDebtsFirst: true,
  };
}

type EndDraft<T> = Omit<Draft<T>, "reason" | "reference">;

/** Writes a reservation's new state together with its money. @throws ReservationChanged, and as `Policy.post` */
function end<T extends Reservation>(
  before: Reservation,
  after: Reservation,
  request: Pick<Request<T> & Policy.Options, "opens" | "rejectIfInDebt" | "kycMovement" | "idempotency">,
  draftOf: (after: Reservation) => EndDraft<T>,
): Promise<T> {
  const { holdId, description: reason } = before;
  const reference = { kind: "hold", id: holdId } as const;
  return Policy.post(
    { ...request, ...needsOf(before), suspendAs: reference },
    ({ items: { reservation: item, open } }): Draft<T> => {
      if (remaining(reservation.parse(item ?? {})) !== remaining(before)) throw new ReservationChanged();
      const { extraWrites, ...draft } = draftOf(after);
      return {
        ...draft,
        reason,
        reference,
        extraWrites: (entry) => [
          ...replacingWrites(before, after, open),
          ...resolveWrites(extraWrites, entry),
        ],
      };
    },
  );
}

/** Repeats the work after a concurrent update of the reservation. */
const retryIfChanged = <T>(work: () => Promise<T>): Promise<T> =>
  Table.retry(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ReservationChanged) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
  });

/** @returns whether it expired now; false if it had ended before, since the index may be outdated */
const expire = (found: Table.Item): Promise<boolean> =>
  retryIfChanged(async () => {
    const before = await Table.find(reservation, reservation.parse(found));
    if (!before || remaining(before) === 0n || before.expiresAt > Clock.nowIso()) return false;
    await giveBack(before, "reservations");
    return true;
  });

/** Releases the rest of all expired reservations. @returns their number */
export const expireDue = (): Promise<number> =>
  Sandbox.sweep(reservationDue, (item) => reservation.parse(item).mode, expire);

/** The open reservations of an owner, for the clock of a sandbox. */
export const expiries = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = reservation.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: reservation.prefix })).filter(Due.isOpen);
  },
  work: expire,
} as const;
