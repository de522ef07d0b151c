import * as Assets from "../kernel/assets/index.ts";
import * as Money from "../kernel/money/index.ts";
import { sha256Hex } from "../kernel/sha256.ts";
import { parseWalletId } from "./accounts.ts";
import type { RunningLine } from "./schema.ts";

/**
 * The chain of a wallet's history. Each line's hash covers all that its owner is shown of it, the hash of the line
 * before, and that of the whole entry: with it whatever of the entry is somebody else's, such as the other side's
 * account, which the owner need not see to recompute the chain. So no line can be changed, dropped, added or moved
 * without all after it.
 */

/** What is hashed of a line: strings alone, amounts as decimals in whole units of the wallet's asset. */
export function contentOf(line: Omit<RunningLine, "hash">): readonly string[] {
  const { asset = "" } = parseWalletId(line.walletId) ?? {};
  const decimals = Assets.find(asset)?.decimals ?? 0;
  const units = (amount: bigint) => Money.format(amount, decimals);
  return [
    "svc.ledger.line/1",
    line.walletId,
    line.sequence.toString(),
    line.entryId,
    line.entryHash,
    line.type,
    units(line.available),
    units(line.held),
    units(line.availableAfter),
    units(line.heldAfter),
    line.createdAt,
    line.previousHash,
  ];
}

/** `0x` and the SHA-256 of the content as JSON. */
export const lineHashOf = (line: Omit<RunningLine, "hash">): string =>
  `0x${sha256Hex(JSON.stringify(contentOf(line)))}`;

/** A line with its place in the chain. */
export const chained = (line: Omit<RunningLine, "hash">): RunningLine => ({
  ...line,
  hash: lineHashOf(line),
});
