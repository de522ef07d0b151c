import {
  IdenticalTokens,
  ImbalancedAmounts,
  InsufficientLiquidity,
  InvalidSlippage,
  LiquidityPositionNotFound,
  PairNotFound,
  QuoteExpired,
  SlippageExceeded,
} from "../../core/defi/exchange/errors.ts";
import {
  AlreadyVoted,
  DelegatorLimit,
  InsufficientVotingPower,
  InvalidDelegate,
  ProposalNotActive,
  ProposalNotFound,
} from "../../core/defi/governance/errors.ts";
import {
  AboveMaximum,
  AmountExceedsStake,
  BelowMinimum,
  PoolInactive,
  PoolNotFound,
  PositionCompleted,
  PositionLimit,
  PositionLocked,
  PositionNotFound,
  RewardsNotFunded,
  StakeIsVoting,
} from "../../core/defi/staking/errors.ts";
import { Contention } from "../../core/kernel/errors.ts";
import { InvalidAmount } from "../../core/kernel/money/index.ts";
import { InsufficientBalance } from "../../core/ledger/errors.ts";
import { AccountInDebt } from "../../core/policy/errors.ts";
import { WalletLimit } from "../../core/wallets/errors.ts";

/** The errors of operations that both the DeFi routes and the public API offer. */

export const quoteErrors = [
  PairNotFound,
  IdenticalTokens,
  InvalidAmount,
  InvalidSlippage,
  InsufficientLiquidity,
] as const;

export const swapErrors = [
  PairNotFound,
  IdenticalTokens,
  InvalidAmount,
  QuoteExpired,
  InsufficientLiquidity,
  SlippageExceeded,
  AccountInDebt,
  InsufficientBalance,
  WalletLimit,
] as const;

export const addLiquidityErrors = [
  PairNotFound,
  InvalidAmount,
  InvalidSlippage,
  ImbalancedAmounts,
  InsufficientBalance,
  AccountInDebt,
] as const;

export const removeLiquidityErrors = [
  LiquidityPositionNotFound,
  InvalidAmount,
  InsufficientBalance,
  SlippageExceeded,
  WalletLimit,
] as const;

export const stakeErrors = [
  PoolNotFound,
  PoolInactive,
  BelowMinimum,
  AboveMaximum,
  AccountInDebt,
  InsufficientBalance,
  InvalidAmount,
  PositionLimit,
  RewardsNotFunded,
] as const;

export const unstakeErrors = [
  PositionNotFound,
  PositionCompleted,
  PositionLocked,
  StakeIsVoting,
  AmountExceedsStake,
  InvalidAmount,
] as const;

export const voteErrors = [
  ProposalNotFound,
  ProposalNotActive,
  AlreadyVoted,
  InsufficientVotingPower,
  Contention,
] as const;

export const delegateErrors = [InvalidDelegate, InsufficientVotingPower, DelegatorLimit, Contention] as const;
