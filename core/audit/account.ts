import { plus } from "../kernel/sha256.ts";
import { GENESIS } from "../ledger/accounts.ts";
import type { AccountRef, AccountState } from "../ledger/schema.ts";

/** What the audit gathers of an account: what the journal makes of it, and what the table has. */

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
  /** By the journal. */
  readonly computed = nothing();
  /** By the table: the account's item, or the sum of its shards. */
  readonly stored = nothing();
  /** The item of a user's account; system accounts have none. */
  state: AccountState | undefined;
  /** What is left of its holds. */
  onHold = 0n;
  /** Fingerprints that must come out equal, pair by pair: links end where the next begin, history, holds. */
  linkEnds: bigint;
  linkStarts = 0n;
  /** What the wallet had after each line of its history, and before the one that comes next. */
  balanceEnds: bigint;
  balanceStarts = 0n;
  /** When the latest line was made. */
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
