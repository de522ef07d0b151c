import type { Standing } from "../../core/ledger/balance-at.ts";
import { amountOf } from "./_view.ts";

/** What a wallet had at an instant, and the hash of its last line then. */
export const standing = (asset: string, { available, held, entries, head }: Standing) => ({
  balance: amountOf(available + held, asset),
  available: amountOf(available, asset),
  locked: amountOf(held, asset),
  sequence: entries.toString(),
  hash: head,
});
