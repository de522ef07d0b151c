import * as z from "zod";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { timestamp } from "../common.ts";
import { defineFamily } from "../family.ts";
import { amount, asset, list, object, paging, shared } from "./schemas.ts";
import { transactionType, walletId } from "./wallets/schemas.ts";

/** Statements of wallets: PUBLIC.md, Versions. */

const route = defineFamily({ ...shared, id: "public.statements", path: "/v2/wallets/{id}" });

const hash = z.string().regex(/^0x[0-9a-f]{64}$/);

const sequence = z.string().regex(/^\d+$/).describe("How many entries had changed the wallet");

const balanceState = z
  .object({ balance: amount(), available: amount(), locked: amount(), sequence, hash })
  .meta({ id: "Standing", description: "The wallet's balance, and the hash of its last line" });

const line = object("statement_line", {
  sequence,
  entry: z.string().describe("The ledger entry, in the form of a transfer's id"),
  type: transactionType.describe("As in the wallet's transactions; not covered by a hash"),
  ledger_type: z.string().meta({
    description: "The entry's effect on this wallet in the ledger's terms; covered by the hash",
    examples: ["TRANSFER_IN"],
  }),
  amount: amount("Change of the balance; negative if money left"),
  available_change: amount("Change of the available balance"),
  locked_change: amount("Change of the locked balance"),
  balance: amount("Balance after it"),
  available: amount("The available part of the balance"),
  locked: amount("The locked part of the balance"),
  counterparty: z
    .string()
    .nullable()
    .describe("The other side, by its name at the time; not covered by a hash"),
  entry_hash: hash,
  previous_hash: hash,
  hash,
});

const statement = z
  .object({
    ...object("statement", {
      wallet: walletId,
      asset,
      from: timestamp,
      to: timestamp,
      opening: balanceState.describe("Before the first line of the statement"),
      page_opening: balanceState.describe("Before the first line of this page"),
      closing: balanceState.describe("After the last line of the statement"),
      current: balanceState.describe("The current balance; no line is compared with it"),
    }).shape,
    ...list(line).omit({ object: true }).shape,
  })
  .meta({ id: "Statement" });

const instant = z.iso.datetime().optional();

export const read = route({
  id: "read",
  method: "GET",
  path: "/statement",
  summary: "Retrieve a wallet's verifiable statement",
  description:
    "Returns the movements of the wallet from `from` (inclusive) to `to` (exclusive, defaults to now), oldest first, with the balances " +
    "before and after. It is final one minute after `to`.\n\n" +
    "The lines form a hash chain. The `hash` of a line is `0x` and the hex SHA-256 of this JSON array of strings, without spaces: " +
    '`["svc.ledger.line/1", wallet, sequence, entry, entry_hash, ledger_type, available_change, locked_change, available, locked, created_at, ' +
    "previous_hash]`, amounts by their `value`. `previous_hash` is the `hash` of the line before, for a wallet's first line `0x` and 64 zeros. " +
    "`entry_hash` covers the whole entry, including the parts of other users. The wallet's id ends with its asset, so the hash covers the " +
    "asset; `amount` and `balance` are sums of covered values. `type` and `counterparty` are not covered.\n\n" +
    "The statement begins with `opening` and each page with `page_opening`, which are the same on the first page. The client's " +
    "`verifyStatement` verifies one page, or all pages in order.",
  scope: "wallets:read",
  request: {
    params: z.object({ id: walletId }),
    query: z.strictObject({
      ...paging,
      from: instant.describe("ISO 8601 in UTC, inclusive. Defaults to the first line"),
      to: instant.describe("ISO 8601 in UTC, exclusive"),
    }),
  },
  response: { description: "A page of the statement", body: statement },
  errors: [WalletNotFound],
});
