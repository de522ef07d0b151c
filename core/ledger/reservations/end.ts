import type { UserActor } from "../../identity/actor.ts";
import { shownTo } from "../../identity/names.ts";
import * as Sandbox from "../../identity/sandboxes/index.ts";
import * as People from "../../identity/sandboxes/people.ts";
import * as Assets from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import { fail } from "../../kernel/errors.ts";
import type { Owner } from "../../kernel/mode.ts";
import * as Due from "../../platform/due/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Table from "../../platform/table/index.ts";
import { accountOf, parseWalletId, walletOf, walletRef } from "../accounts.ts";
import { amountOf } from "../amount.ts";
import type { Draft, Request } from "../draft.ts";
import { SameAccount } from "../errors.ts";
import * as Ledger from "../index.ts";
import type { AccountRef } from "../schema.ts";
import { transferEvents } from "../transfers/api-events.ts";
import { movingOf, told, type Valuing } from "../transfers/index.ts";
import { recipientOf, stillPaying } from "../transfers/recipient.ts";
import type { Receiver } from "../transfers/schema.ts";
import { reservation, reservationDue } from "./entity.ts";
import { HoldClosed, HoldExceeded, HoldExpired } from "./errors.ts";
import { fromId } from "./index.ts";
import { openKey, replacing } from "./record.ts";
import { type Capture, type Captured, type Reservation, remaining } from "./schema.ts";

/**
 * What ends reservations, each in one transaction with its money, over exactly the state that it was decided on: of
 * a capture, a release and the end of its time at one instant, one does it.
 */

/** It is not what was read: decide anew. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * Pays what a reservation holds to a wallet of the same asset, as a transfer: `amount` of it, or all that is left.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXPIRED, HOLD_EXCEEDED, INVALID_AMOUNT, SAME_ACCOUNT,
 *   RECIPIENT_UNKNOWN, CURRENCY_MISMATCH, ACCOUNT_IN_DEBT, KYC_LIMIT_EXCEEDED, WALLET_LIMIT_REACHED, CONTENTION,
 *   and what `valuing` throws
 */
export const capture = (
  actor: UserActor,
  holdId: string,
  { toWalletId, amount: written }: Capture,
  valuing: Valuing,
  claim?: Idempotency.Claim<Captured>,
): Promise<Captured> =>
  deciding(async () => {
    const before = await fromId(actor, holdId);
    const asset = Assets.get(before.asset);
    const amount = payable(
      before,
      written === undefined ? undefined : amountOf("amount", written, asset.decimals),
    );
    const from = accountOf(actor, before.asset);
    const receiver = await recipientOf(actor, { toAccountId: toWalletId }, asset);
    if (receiver.account === from.account) throw fail(SameAccount);
    const moving = await movingOf(actor, receiver, () => valuing(asset, amount));
    const captured = before.captured + amount;
    const status = captured === before.amount ? "captured" : before.status;
    return end(
      before,
      { ...before, captured, status },
      { opens: [receiver], spending: true, moving, idempotency: claim },
      (after) => captureOf(actor, before, { from, receiver, amount }, after),
    );
  }).catch(Idempotency.refusing(claim));

/** How much of it may be paid. @throws HOLD_CLOSED, HOLD_EXPIRED, HOLD_EXCEEDED */
function payable(one: Reservation, wanted: bigint | undefined): bigint {
  const left = remaining(one);
  if (left === 0n) throw fail(one.status === "expired" ? HoldExpired : HoldClosed);
  checkTime(one);
  const amount = wanted ?? left;
  if (amount > left) {
    const units = (of: bigint) => Assets.format(of, one.asset);
    throw fail(HoldExceeded, { details: { required: units(amount), remaining: units(left) } });
  }
  return amount;
}

/** @throws HOLD_EXPIRED */
function checkTime({ expiresAt }: Reservation): void {
  if (expiresAt <= Clock.nowIso()) throw fail(HoldExpired);
}

interface Paying {
  readonly from: AccountRef;
  readonly receiver: Receiver;
  readonly amount: bigint;
}

function captureOf(
  actor: UserActor,
  before: Reservation,
  { from, receiver, amount }: Paying,
  after: Reservation,
): EndDraft<Captured> {
  // Once more: what it waited for may have taken its time.
  checkTime(before);
  const { holdId, description } = before;
  const named = walletOf(receiver.account) ?? null;
  return {
    type: "CAPTURE",
    postings: [
      { ...from, bucket: "held", amount: -amount },
      { account: receiver.account, asset: receiver.asset, bucket: "available", amount },
    ],
    holds: [{ ...from, holdId, change: -amount }],
    actorId: actor.userId,
    counterparties: new Map([
      [from.account, receiver.name],
      [receiver.account, shownTo(actor)],
    ]),
    extraWrites: stillPaying(actor, [receiver]),
    events: (entry) => [
      ...told(actor, receiver, Assets.format(amount, before.asset), entry),
      ...transferEvents({ from, to: receiver, named, holdId, amount, description }, entry),
    ],
    result: ({ entryId: transferId }) => ({ ...after, transferId }),
  };
}

/**
 * Gives back what is left of a reservation. What its owner owes is paid of it first.
 * @throws HOLD_NOT_FOUND, HOLD_CLOSED, HOLD_EXPIRED, CONTENTION
 */
export const release = (
  actor: UserActor,
  holdId: string,
  claim?: Idempotency.Claim<Reservation>,
): Promise<Reservation> =>
  deciding(async () => {
    const before = await fromId(actor, holdId);
    if (remaining(before) === 0n) throw fail(before.status === "expired" ? HoldExpired : HoldClosed);
    return giveBack(before, actor.userId, claim);
  }).catch(Idempotency.refusing(claim));

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
    postings: [
      { ...ref, bucket: "held", amount: -left },
      { ...ref, bucket: "available", amount: left },
    ],
    holds: [{ ...ref, holdId: before.holdId, change: -left }],
    actorId,
    result: () => after,
  }));
}

/** What `release` reads first. Which asset it is of is not known before: the owner's accounts of all of them. */
export function releaseReads(owner: Owner, holdId: string): Table.Reads {
  const all = Assets.list().flatMap(({ symbol }) => needsOf({ ...owner, holdId, asset: symbol }).keys ?? []);
  return { keys: [...new Map(all.map((key) => [`${key.pk} ${key.sk}`, key])).values()] };
}

/** What `capture` reads first: its receiver's account says which asset it is of. */
export function captureReads(owner: Owner, holdId: string, toWalletId: string): Table.Reads {
  const named = parseWalletId(toWalletId);
  if (!named || named.mode !== owner.mode) return { keys: [reservation.key({ ...owner, holdId })] };
  const { keys = [] } = needsOf(
    { ...owner, holdId, asset: named.asset },
    {
      opens: [walletRef(toWalletId)],
      spending: true,
      moving: owner.mode === "live" ? { userId: owner.userId, direction: "out", cents: 0n } : undefined,
    },
  );
  return { keys: [...keys, ...People.keysOf(owner.mode, { userId: named.userId, email: undefined })] };
}

/** What the end of a reservation of that asset reads. */
function needsOf(of: Owner & Pick<Reservation, "holdId" | "asset">, more: Ledger.Needs = {}): Table.Reads {
  const ref = accountOf(of, of.asset);
  return Ledger.readsOf({
    ...more,
    initiator: ref.account,
    holds: [{ ...ref, holdId: of.holdId }],
    reads: [reservation.key(of), openKey(of, of.asset)],
    collecting: true,
  });
}

type EndDraft<T> = Omit<Draft<T>, "reason" | "reference" | "extraWrites"> & {
  readonly extraWrites?: readonly Table.Write[];
};

/** Writes what a reservation becomes together with its money. @throws Overtaken, and as `Ledger.post` */
function end<T extends Reservation>(
  before: Reservation,
  after: Reservation,
  request: Pick<Request<T>, "opens" | "spending" | "moving" | "idempotency">,
  draftOf: (after: Reservation) => EndDraft<T>,
): Promise<T> {
  const ref = accountOf(before, before.asset);
  const { holdId, description: reason } = before;
  return Ledger.post<T>(
    {
      ...request,
      initiator: ref.account,
      holds: [{ ...ref, holdId }],
      reads: [reservation.key(before), openKey(before, before.asset)],
      collecting: true,
    },
    ({ items: [item, open] }) => {
      if (remaining(reservation.parse(item ?? {})) !== remaining(before)) throw new Overtaken();
      const { extraWrites = [], ...draft } = draftOf(after);
      return {
        ...draft,
        reason,
        reference: { kind: "hold", id: holdId },
        suspends: { kind: "hold", id: holdId },
        extraWrites: [...replacing(before, after, open), ...extraWrites],
      };
    },
  );
}

/** Decides and writes, and again where another was faster. */
const deciding = <T>(work: () => Promise<T>): Promise<T> =>
  Table.retry(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Overtaken) throw new Table.ConditionFailed(undefined, { cause: error });
      throw error;
    }
  });

/** @returns whether it was over now: not by another run before, nor ended since the index showed it */
const expire = (found: Table.Item): Promise<boolean> =>
  deciding(async () => {
    const before = await Table.find(reservation, reservation.parse(found));
    if (!before || remaining(before) === 0n || before.expiresAt > Clock.nowIso()) return false;
    await giveBack(before, "reservations");
    return true;
  });

/** Gives back what is left of all reservations whose time is over. @returns of how many */
export const expireDue = (): Promise<number> =>
  Sandbox.sweep(reservationDue, (item) => reservation.parse(item).mode, expire);

/** What has its end to come of an owner. */
export const expiries = {
  open: async ({ mode, userId }: Owner): Promise<Table.Item[]> => {
    const pk = reservation.partition({ mode, userId });
    return (await Table.queryAll({ pk, beginsWith: reservation.prefix })).filter(Due.isOpen);
  },
  work: expire,
} as const;
