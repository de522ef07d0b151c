import * as z from "zod";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { defineFamily } from "../family.ts";
import { paging, shared } from "./schemas.ts";
import { statement } from "./statements/schemas.ts";
import { walletId } from "./wallets/schemas.ts";

/** Statements of wallets: PUBLIC.md, Versions. */

const route = defineFamily({ ...shared, id: "public.statements", path: "/v2/wallets/{id}" });

const instant = z.iso.datetime();

export const read = route({
  id: "read",
  method: "GET",
  path: "/statement",
  summary: "Retrieve a wallet's statement, which can be verified",
  description:
    "What moved in the wallet from `from` (included) to `to` (excluded; now, unless told), the oldest first, with what it had before and after. " +
    "It is final once `to` lies a minute back.\n\n" +
    "The lines are a chain. The `hash` of each is `0x` and the hex SHA-256 of this JSON array of strings, without spaces: " +
    '`["svc.ledger.line/1", wallet, sequence, entry, entry_hash, ledger_type, available_change, locked_change, available, locked, created_at, ' +
    "previous_hash]`, amounts by their `value`. `previous_hash` is the `hash` of the line before, of a wallet's first one `0x` and 64 zeros. " +
    "`entry_hash` covers the whole entry, with what of it is others'. The wallet's id ends with its asset, so the hash covers that too; " +
    "`amount` and `balance` are sums of what it covers. It covers neither `type` nor `counterparty`.\n\n" +
    "A page begins with `page_opening`, the statement with `opening`: of the first page they are the same. `verifyStatement` of the client " +
    "verifies a page in itself, and all pages in their order.",
  scope: "wallets:read",
  request: {
    params: z.object({ id: walletId }),
    query: z.strictObject({
      ...paging,
      from: instant
        .optional()
        .meta({ description: "ISO 8601 in UTC, included; from the first line, unless told" }),
      to: instant.optional().meta({ description: "ISO 8601 in UTC, excluded" }),
    }),
  },
  responses: { 200: { description: "A page of the statement", body: statement } },
  errors: [WalletNotFound],
  grants: { table: "read" },
});
