import { ulid } from "ulid";
import { audit } from "../../core/audit/index.ts";
import type { Role, UserActor, WebActor } from "../../core/identity/actor.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import {
  clearingRef,
  modeOf,
  systemRef,
  walletId,
  walletKey,
  walletRef,
} from "../../core/ledger/accounts.ts";
import { genesis, walletAccount } from "../../core/ledger/entity.ts";
import { chained, hashOf, historyLines, toHistoryItem, toItem } from "../../core/ledger/entry.ts";
import * as Ledger from "../../core/ledger/index.ts";
import type { AccountRef, Entry } from "../../core/ledger/schema.ts";
import * as Table from "../../core/platform/table/index.ts";
import * as Policy from "../../core/policy/index.ts";
import * as Wallets from "../../core/wallets/index.ts";
import { onWeb } from "./identity.ts";

/** Users with funded wallets for tests. */

/** Returns an actor with a web session and a new user id. Does not store a user. */
export function newActor(role: Role = "PARTICULIER"): WebActor {
  const id = ulid().toLowerCase();
  return onWeb({ userId: `usr_${id}`, role, email: `${id}@example.com`, name: "Test" }, `ses_${id}`);
}

/** Opens a user's wallet and deposits an amount, in base units. */
export async function createFundedWallet(
  actor: UserActor,
  asset: string,
  amount: bigint,
): Promise<AccountRef> {
  await Wallets.create(actor, { assetSymbol: asset });
  const wallet = walletRef(walletId(actor.mode, actor.userId, asset));
  if (amount > 0n) await deposit(wallet, amount);
  return wallet;
}

/** Deposits money from the bank. For the platform's token, takes it from the supply if the token is issued. */
export async function deposit(wallet: AccountRef, amount: bigint): Promise<string> {
  const mode = modeOf(wallet.account);
  const issued = await Table.get(genesis.key({ mode, asset: wallet.asset }));
  const source = issued ? clearingRef(mode, wallet.asset) : systemRef(mode, "clearing:bank", wallet.asset);
  return Policy.post({
    type: "DEPOSIT",
    postings: Ledger.move(source, wallet, amount),
    initiator: wallet.account,
    actorId: "test",
    reason: "funds for a test",
    result: ({ entryId }) => entryId,
  });
}

/**
 * Returns the audit's differences without those of the token supply: some tests deposit more tokens than are
 * ever issued.
 */
export const differencesWithoutSupply = async (): Promise<string[]> =>
  (await audit()).differences.filter((one) => !/^the accounts of the live ledger hold .* issued$/.test(one));

/** Reads the balances of a wallet from the table. */
export async function readBalances(wallet: AccountRef): Promise<{ available: bigint; held: bigint }> {
  const item = await Table.get(walletKey(wallet));
  return { available: item?.["available"] as bigint, held: item?.["held"] as bigint };
}

/** Writes the same items as `deposit` for each amount, in batches. Does not write the clearing account's items. */
export async function depositMany(wallet: AccountRef, amounts: readonly bigint[]): Promise<void> {
  const { account, asset } = wallet;
  let state = walletAccount.parse((await Table.get(walletKey(wallet))) ?? {});
  const puts: Table.Item[] = [];
  for (const amount of amounts) {
    const content: Omit<Entry, "transactionHash"> = {
      entryId: Ids.create("entry"),
      type: "DEPOSIT",
      postings: Ledger.move({ account: "clearing:bank", asset }, wallet, amount),
      holds: [],
      link: { initiator: account, seq: state.seq + 1n, prevHash: state.head },
      actorId: "test",
      reason: "funds for a test",
      createdAt: Clock.nowIso(),
      reverses: undefined,
    };
    const entry = { ...content, transactionHash: hashOf(content) };
    const { lineHead: previousHash } = state;
    state = {
      ...state,
      available: state.available + amount,
      head: entry.transactionHash,
      seq: state.seq + 1n,
      totalDeposits: state.totalDeposits + amount,
      transactionCount: state.transactionCount + 1n,
      lastEntryAt: entry.createdAt,
    };
    const after = {
      sequence: state.transactionCount,
      availableAfter: state.available,
      heldAfter: state.held,
      entryHash: entry.transactionHash,
      previousHash,
    };
    const lines = historyLines(entry).map((line) => chained({ ...line, ...after }));
    state = { ...state, lineHead: lines[0]?.hash ?? state.lineHead };
    puts.push(toItem(entry), ...lines.map(toHistoryItem));
  }
  for (let start = 0; start < puts.length; start += 100)
    await Table.commit(
      puts.slice(start, start + 100).map((put) => Table.appendWrite(put as Table.Item & Table.Key)),
    );
  await Table.update(walletKey(wallet), { set: { ...state } });
}
