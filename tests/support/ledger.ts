import { ulid } from "ulid";
import type { Role, UserActor, WebActor } from "../../core/identity/actor.ts";
import { walletId, walletRef } from "../../core/ledger/accounts.ts";
import * as Ledger from "../../core/ledger/index.ts";
import type { AccountRef } from "../../core/ledger/schema.ts";
import * as Wallets from "../../core/ledger/wallets/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { onWeb } from "./identity.ts";

/** Money for tests: users with wallets that hold something. */

/** A signed-in user nobody else has. */
export function someone(role: Role = "PARTICULIER"): WebActor {
  const id = ulid().toLowerCase();
  return onWeb({ userId: `usr_${id}`, role, email: `${id}@example.com`, name: "Test" }, `ses_${id}`);
}

/** Opens a user's wallet with that much in it, in base units. */
export async function funded(actor: UserActor, asset: string, amount: bigint): Promise<AccountRef> {
  await Wallets.create(actor, { assetSymbol: asset });
  const wallet = walletRef(walletId(actor.userId, asset));
  if (amount > 0n) await deposit(wallet, amount);
  return wallet;
}

/** Brings money in from the bank. */
export const deposit = (wallet: AccountRef, amount: bigint): Promise<string> =>
  Ledger.post({
    type: "DEPOSIT",
    postings: Ledger.move({ account: "clearing:bank", asset: wallet.asset }, wallet, amount),
    initiator: wallet.account,
    actorId: "test",
    reason: "funds for a test",
    result: ({ entryId }) => entryId,
  });

/** What a wallet has, read from the table. */
export async function has(wallet: AccountRef): Promise<{ available: bigint; held: bigint }> {
  const [, ulidPart, asset] = /^wallet:wal_(\w{26})_(\w+)$/.exec(wallet.account) ?? [];
  const item = await Table.get({ pk: `USER#usr_${ulidPart}`, sk: `WALLET#${asset?.toUpperCase()}` });
  return { available: item?.["available"] as bigint, held: item?.["held"] as bigint };
}
