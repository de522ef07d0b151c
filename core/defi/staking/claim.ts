import type { UserActor } from "../../identity/actor.ts";
import * as Clock from "../../kernel/clock/index.ts";
import type { Draft } from "../../ledger/draft.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import { type Pool, poolKeys, poolsOf } from "./pools.ts";
import { accruing, found, positionKeys, saved } from "./position.ts";
import { settle } from "./rewards.ts";
import type { Claimed, Position } from "./schema.ts";
import { paid, walletOf } from "./token.ts";
import { whole } from "./torn.ts";

/** Paying the rewards that a position has accrued. */

/** Thrown out of the entry that is not to be: an entry must move something. */
class NothingToPay extends Error {
  override readonly name = "NothingToPay";
}

/**
 * Pays what the position has accrued to the actor's wallet, out of the rewards account. Where that is nothing, nothing is
 * written but the request's idempotency record. What is still owed of a completed position can be claimed too.
 * @throws POSITION_NOT_FOUND, PLATFORM_ACCOUNT_SHORT (the rewards stay), and as `Ledger.decide`
 */
export async function claim(
  actor: UserActor,
  positionId: string,
  idempotency?: Idempotency.Claim<Claimed>,
): Promise<Claimed> {
  const reads = [...positionKeys(actor.userId, positionId), ...poolKeys];
  const initiator = walletOf(actor).account;
  try {
    return await whole(() =>
      Ledger.decide({ initiator, idempotency, reads }, ({ items: [open, completed, ...pools] }) => {
        const position = found(open, completed);
        return { ...paying(actor, position, poolsOf(pools)(position.poolId)), idempotency };
      }),
    );
  } catch (error) {
    if (!(error instanceof NothingToPay)) throw error;
    return nothing({ positionId, claimed: 0n, rewards: 0n, transactionHash: "" }, idempotency);
  }
}

/** The entry that pays. @throws NothingToPay */
function paying({ userId }: UserActor, position: Position, { rate }: Pool): Draft<Claimed> {
  const { positionId } = position;
  const { rewards, index } = settle(accruing(position), rate, BigInt(Clock.nowMs()));
  if (rewards === 0n) throw new NothingToPay();
  const wallet = walletOf({ userId });
  return {
    type: "REWARD",
    postings: paid(wallet, rewards),
    initiator: wallet.account,
    actorId: userId,
    reason: `rewards of ${positionId}`,
    extraWrites: saved(position, { rewards: 0n, index }),
    refused: () => "again",
    result: ({ transactionHash }) => ({ positionId, claimed: rewards, rewards: 0n, transactionHash }),
  };
}

/** Keeps the answer under the request's key, that a repetition is answered alike though rewards have accrued since. */
async function nothing(
  result: Claimed,
  idempotency: Idempotency.Claim<Claimed> | undefined,
): Promise<Claimed> {
  if (idempotency) await Idempotency.keep(idempotency, result);
  return result;
}
