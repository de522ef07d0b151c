import { plus } from "../kernel/sha256.ts";
import { GENESIS } from "../ledger/accounts.ts";
import type { AccountRef, AccountState } from "../ledger/schema.ts";

export type Figure = "available" | "held" | "totalDeposits" | "totalWithdrawals" | "transactionCount";
export type Figures = Record<Figure, bigint>;

const nothing = (): Figures => ({
  available: 0n,
  held: 0n,
  totalDeposits: 0n,
  totalWithdrawals: 0n,
  transactionCount: 0n,
});

export class Account {
  readonly ref: AccountRef;
  /** The journal's figures. */
  readonly computed = nothing();
  /** The table's figures: the account's item, or the sum of its shards. */
  readonly stored = nothing();
  /** The item of a user's account. Undefined for a system account. */
  state: AccountState | undefined;
  /** The sum of its holds' remaining amounts. */
  onHold = 0n;
  /** Pairs of fingerprints that must be equal: each link ends where the next one begins; likewise history and holds. */
  linkEnds: bigint;
  linkStarts = 0n;
  /** The wallet's position after each line of its history, and before the next one. */
  balanceEnds: bigint;
  balanceStarts = 0n;
  latestLineAt = "";
  linesComputed = 0n;
  linesStored = 0n;
  holdsComputed = 0n;
  holdsStored = 0n;

  constructor(ref: AccountRef) {
    this.ref = ref;
    this.linkEnds = plus(0n, [0n, GENESIS]);
    this.balanceEnds = plus(0n, [0n, 0n, 0n, GENESIS]);
  }
}
