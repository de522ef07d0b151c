import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/ledger.ts";
import type { Owner } from "../../kernel/mode.ts";
import type { Draft, Snapshot } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Policy from "../../policy/index.ts";
import { stakeEvent } from "./api-events.ts";
import { payable } from "./funding.ts";
import { paidWrites } from "./paid.ts";
import { type Pool, poolKeys, poolsOf, stakedWrite } from "./pools.ts";
import { changeWrites, positionKeys, positionOf, settledAt } from "./position.ts";
import type { Claimed, Position } from "./schema.ts";
import { rewarding, walletOf } from "./token.ts";

/** Paying the rewards that a position has accrued. */

/** Thrown where there is no entry to be made: one must move something. */
class NothingToPay extends Error {
  override readonly name = "NothingToPay";
  readonly owed: bigint;
  constructor(owed: bigint) {
    super("there is nothing to pay");
    this.owed = owed;
  }
}

/**
 * Pays what the position has accrued to the actor's wallet, out of the rewards account. Where that has less,
 * it pays what there is, and the rest stays owed. Where that is nothing, nothing is written but the request's
 * idempotency record. What is still owed of a completed position can be claimed too.
 * @throws POSITION_NOT_FOUND, and as `Policy.post`
 */
export async function claim(
  actor: UserActor,
  positionId: string,
  idempotency?: Idempotency.Claim<Claimed>,
): Promise<Claimed> {
  const keys = positionKeys(actor, positionId);
  try {
    return await Policy.post({ ...needsOf(actor, positionId), idempotency }, (snapshot) =>
      payingOf(keys, snapshot),
    );
  } catch (error) {
    if (!(error instanceof NothingToPay)) throw error;
    const result = {
      ...{ positionId, claimed: 0n, rewards: error.owed },
      ...{ entryId: "", transactionHash: "", createdAt: Clock.nowIso() },
    };
    // Kept, so that a repetition is answered alike though rewards have accrued since.
    if (idempotency) await Idempotency.keep(idempotency, result);
    return result;
  }
}

/**
 * Pays what is still owed of a stake of somebody whose account is closed: it goes to `suspense`, with a flag
 * (`core/policy`). Where there is nothing to pay it from, nothing is written.
 * @throws POSITION_NOT_FOUND, and as `Policy.post`
 */
export async function claimOfClosed(owner: Owner, positionId: string): Promise<void> {
  const keys = positionKeys(owner, positionId);
  try {
    await Policy.post({ ...needsOf(owner, positionId), payDebtsFirst: true }, (snapshot) =>
      payingOf(keys, snapshot),
    );
  } catch (error) {
    if (!(error instanceof NothingToPay)) throw error;
  }
}

function needsOf(owner: Owner, positionId: string) {
  const [open, completed] = positionKeys(owner, positionId);
  return { initiator: walletOf(owner).account, reads: { open, completed, pools: poolKeys(owner.mode) } };
}

/** What `claim` reads first. @throws POSITION_NOT_FOUND */
export const claimReads = (owner: Owner, positionId: string): Table.Reads =>
  Policy.readsOf(needsOf(owner, positionId));

/** Returns the entry that pays. @throws POSITION_NOT_FOUND, NothingToPay */
async function payingOf(
  keys: ReturnType<typeof positionKeys>,
  snapshot: Snapshot<ReturnType<typeof needsOf>["reads"]>,
): Promise<Draft<Claimed>> {
  const { open, completed, pools } = snapshot.items;
  const position = await positionOf(keys, open, completed);
  return paying(position, poolsOf(pools)(position.poolId), snapshot);
}

/** The entry that pays. @throws NothingToPay */
function paying(position: Position, { rate }: Pool, snapshot: Pick<Snapshot, "shards">): Draft<Claimed> {
  const { mode, userId, positionId } = position;
  const { rewards: due, index } = settledAt(position, rate, BigInt(Clock.nowMs()));
  const paid = payable(mode, due, snapshot);
  if (paid === 0n) throw new NothingToPay(due);
  const after = { rewards: due - paid, index };
  return {
    type: "REWARD",
    postings: rewarding(mode, walletOf(position), paid),
    actorId: userId,
    reason: `rewards of ${positionId}`,
    reference: { kind: "stake", id: positionId },
    extraWrites: (entry) => [
      ...changeWrites(position, after),
      stakedWrite(position, position, { amount: position.amount, ...after }),
      ...paidWrites(position, "claimed", paid, entry),
    ],
    events: ({ transactionHash }) => [
      stakeEvent(
        "stake.claimed",
        { ...position, ...after, version: position.version + 1n },
        { moved: paid, transactionHash },
      ),
    ],
    result: ({ entryId, transactionHash, createdAt }) => ({
      ...{ positionId, claimed: paid, rewards: due - paid },
      ...{ entryId, transactionHash, createdAt },
    }),
  };
}
