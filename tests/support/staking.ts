import { afterAll, beforeAll, expect, vi } from "vitest";
import * as Funding from "../../core/defi/staking/funding.ts";
import * as Staking from "../../core/defi/staking/index.ts";
import * as Stakes from "../../core/defi/staking/positions.ts";
import type { PositionView } from "../../core/defi/staking/schema.ts";
import { token } from "../../core/defi/staking/token.ts";
import { unstake } from "../../core/defi/staking/unstake.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import type { Mode } from "../../core/kernel/mode.ts";
import type { AccountRef } from "../../core/ledger/schema.ts";
import * as Supply from "../../core/ledger/supply.ts";
import { createFundedWallet, newActor } from "./ledger.ts";
import { ledgers } from "./sandboxes.ts";

/** Stakers and a stopped clock. */

/** Converts tokens to base units. */
export const tokens = (amount: number): bigint => BigInt(amount) * 10n ** BigInt(token.decimals);

export const DAY = 86_400;

/** Creates a user with this many tokens. */
export async function createStaker(amount: number): Promise<{ actor: UserActor; wallet: AccountRef }> {
  const actor = newActor();
  return { actor, wallet: await createFundedWallet(actor, token.symbol, tokens(amount)) };
}

export interface StoppedClock {
  /** Milliseconds since the epoch. */
  now(): number;
  advance(seconds: number): void;
}

/**
 * Stops the clock for the tests of a file, so that rewards are exact to the base unit, and issues the token.
 * Call it after `withDatabase()`.
 */
export function withStoppedClock(): StoppedClock {
  let nowMs = Date.parse("2026-03-01T08:00:00.250Z");
  beforeAll(async () => {
    vi.spyOn(Date, "now").mockImplementation(() => nowMs);
    for (const mode of ledgers) await Supply.issue(mode);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
  return {
    now: () => nowMs,
    advance: (seconds) => {
      nowMs += Math.round(seconds * 1000);
    },
  };
}

/** Creates a user with a stake in a pool, and `more` tokens beside it. */
export async function createStake(poolId: string, amount: number, more = 0) {
  const { actor, wallet } = await createStaker(amount + more);
  const { position } = await Staking.stake(actor, { poolId, amount: String(amount) });
  return { actor, wallet, id: position.id, position };
}

/** Returns the view of one of the actor's positions. */
export const findPosition = async (actor: UserActor, id: string): Promise<PositionView | undefined> =>
  (await Stakes.list(actor)).positions.find((position) => position.id === id);

export const poolStake = async (poolId: string, mode: Mode = "live"): Promise<bigint> =>
  (await Funding.list(mode)).pools.find(({ id }) => id === poolId)?.staked ?? 0n;

/** The formula of interest: floor(amount x rate x seconds / a year of 365 days). */
export const interest = (amount: bigint, apyBps: bigint, seconds: number): bigint =>
  (amount * apyBps * BigInt(seconds)) / (10_000n * 31_536_000n);

/** Returns the sorted outcomes of parallel operations: "done", or the error's code. */
export const outcomes = (settled: readonly PromiseSettledResult<unknown>[]): string[] =>
  settled
    .map((one) => (one.status === "fulfilled" ? "done" : String(one.reason.code ?? one.reason.name)))
    .sort();

/** Matches an error with this code and these details. */
export const errorOf = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details && { details: expect.objectContaining(details) }) });

export const unstakeAmount = (actor: UserActor, positionId: string, amount: string, forceEarly?: boolean) =>
  unstake(actor, { positionId, amount, forceEarly });
