import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { entryItem, historyItem, holdItem, reversalItem, shardItem, walletItem } from "./schema.ts";

/**
 * A user's account and the wallet that shows it are one item, so "one wallet per asset and user" is its key.
 */
export const walletAccount = entity({
  name: "Wallet",
  about:
    "A user's wallet and ledger account of one asset: balances by bucket, the head of its chain of entries, counters.",
  pk: "USER#{userId}",
  sk: "WALLET#{mode}#{asset}",
  schema: walletItem,
  sync: ["accounts"],
  holds: "the account's own IBAN, and an address on a network",
  erasure: { kept: "ledger", without: { publicAddress: "" } },
  exported: [
    "walletId",
    "asset",
    "available",
    "held",
    "iban",
    "publicAddress",
    "totalDeposits",
    "totalWithdrawals",
    "createdAt",
  ],
  answers: {
    "a wallet": "GetItem pk, sk, both decoded from the wallet's id",
    "the wallets of a user": "Query pk, sk begins with WALLET#<mode>#",
  },
});

export const accountIban = entity({
  name: "AccountIban",
  about:
    "Which user's account an IBAN of the platform's range is of; written in the account's own transaction.",
  pk: "IBAN#{iban}",
  sk: "ACCOUNT",
  schema: z.object({ walletId: z.string() }),
  holds: "the account's own IBAN, which is never given again",
  erasure: { kept: "ledger" },
  answers: { "to which account does a bank transfer go": "GetItem pk, sk" },
});

export const walletCount = entity({
  name: "WalletCount",
  about: "How many wallets a user has in a ledger, so that parallel requests cannot open more than allowed.",
  pk: "USER#{userId}",
  sk: "WALLETCOUNT#{mode}",
  schema: z.object({
    count: z.bigint().optional(),
    /** Since when nobody can open one: its owner is erased. */
    closedAt: z.string().optional(),
  }),
  holds: "nothing",
  erasure: "stays",
  answers: {
    "may the user open another wallet": "UpdateItem with a condition, in the wallet's own transaction",
  },
});

export const systemShard = entity({
  name: "SystemAccountShard",
  about:
    "One of the parts that a system account's balance is spread over, so that no item is hot; the balance is their sum.",
  pk: "SYSTEM#{account}#{asset}#{shard}",
  sk: "SHARD",
  schema: shardItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "a system account's balance": "BatchGetItem of all its shards" },
});

export const journalEntry = entity({
  name: "JournalEntry",
  about:
    "A movement of money: postings that sum to zero per asset, and a hash chained to the initiator's entry before.",
  pk: "ENTRY#{entryId}",
  sk: "ENTRY",
  schema: entryItem,
  holds: "what somebody wrote with a movement of money: its hash covers that",
  erasure: { kept: "ledger" },
  answers: { "an entry": "GetItem pk, sk" },
});

export const reversalMark = entity({
  name: "ReversalMark",
  about: "Says which entry reversed an entry, so that none is reversed twice.",
  pk: "ENTRY#{entryId}",
  sk: "REVERSAL",
  schema: reversalItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "was this entry reversed": "GetItem pk, sk" },
});

export const historyLine = entity({
  name: "WalletHistoryLine",
  about: "What one entry did to one wallet, and what the wallet had after it.",
  pk: "HISTORY#{walletId}",
  sk: "AT#{createdAt}#{position}",
  schema: historyItem,
  sync: ["transactions"],
  holds: "the name of who was at the other end",
  erasure: { kept: "ledger", without: { counterparty: undefined } },
  exported: [
    "walletId",
    "entryId",
    "sequence",
    "type",
    "available",
    "held",
    "availableAfter",
    "heldAfter",
    "counterparty",
    "createdAt",
    "hash",
    "previousHash",
    "entryHash",
  ],
  answers: {
    "a wallet's latest transactions": "Query pk, newest first",
    "what a wallet had at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

export const hold = entity({
  name: "Hold",
  about: "Money of a user account that is held for a purpose: how much at first, how much is left.",
  pk: "HOLD#{holdId}",
  sk: "HOLD",
  schema: holdItem,
  sync: ["transactions"],
  holds: "nothing",
  erasure: "stays",
  answers: { "a hold": "GetItem pk, sk" },
});

export const genesis = entity({
  name: "Genesis",
  about: "Says that the supply of the platform's token was issued, so that it is issued once.",
  pk: "SUPPLY#{mode}#{asset}",
  sk: "GENESIS",
  schema: z.object({ entryId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "was the supply issued": "GetItem pk, sk" },
});
