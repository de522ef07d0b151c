import * as z from "zod";
import { entity } from "../platform/table/entity.ts";
import { entryItem, historyItem, holdItem, reversalItem, shardItem, walletItem } from "./schema.ts";

/** A user's account and its wallet are one item, so its key enforces "one wallet per asset and user". */
export const walletAccount = entity({
  name: "Wallet",
  about:
    "A user's wallet and ledger account of one asset: balances by bucket, the head of its chain of entries, counters.",
  pk: "USER#{userId}",
  sk: "WALLET#{mode}#{asset}",
  schema: walletItem,
  sync: ["accounts"],
  holds: "the account's own IBAN, and an address on a network",
  erasure: { retained: "ledger", without: { publicAddress: "" } },
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
  about: "The user account of an IBAN of the platform's range; written in the account's own transaction.",
  pk: "IBAN#{iban}",
  sk: "ACCOUNT",
  schema: z.object({ walletId: z.string() }),
  holds: "the account's own IBAN, which is never reused",
  erasure: { retained: "ledger" },
  answers: { "to which account does a bank transfer go": "GetItem pk, sk" },
});

export const walletCount = entity({
  name: "WalletCount",
  about:
    "The number of a user's wallets in a ledger, so that parallel requests cannot open more than allowed.",
  pk: "USER#{userId}",
  sk: "WALLETCOUNT#{mode}",
  schema: z.object({
    count: z.bigint().optional(),
    /** When its owner was erased: no wallet can be opened any more. */
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
    "One shard of a system account's balance, so that no item is hot; the balance is the sum of all shards.",
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
    "A movement of money: postings that sum to zero per asset, and a hash chained to the initiator's previous entry.",
  pk: "ENTRY#{entryId}",
  sk: "ENTRY",
  schema: entryItem,
  holds: "the text that a user wrote with a movement; the entry's hash covers it",
  erasure: { retained: "ledger" },
  answers: { "an entry": "GetItem pk, sk" },
});

export const reversalMark = entity({
  name: "ReversalMark",
  about: "Names the entry that reversed an entry, so that no entry is reversed twice.",
  pk: "ENTRY#{entryId}",
  sk: "REVERSAL",
  schema: reversalItem,
  holds: "nothing",
  erasure: "stays",
  answers: { "was this entry reversed": "GetItem pk, sk" },
});

export const historyLine = entity({
  name: "WalletHistoryLine",
  about: "The change of one wallet by one entry, and its balances afterwards.",
  pk: "HISTORY#{walletId}",
  sk: "AT#{createdAt}#{position}",
  schema: historyItem,
  sync: ["transactions"],
  holds: "the counterparty's name",
  erasure: { retained: "ledger", without: { counterparty: undefined } },
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
    "the balances of a wallet at an instant": "Query pk, sk up to the instant, newest first, one item",
  },
});

export const hold = entity({
  name: "Hold",
  about: "Money of a user account that is held for a purpose: the total amount and the remaining amount.",
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
  about: "States that the supply of the platform's token was issued, so that it is issued only once.",
  pk: "SUPPLY#{mode}#{asset}",
  sk: "GENESIS",
  schema: z.object({ entryId: z.string() }),
  holds: "nothing",
  erasure: "stays",
  answers: { "was the supply issued": "GetItem pk, sk" },
});
