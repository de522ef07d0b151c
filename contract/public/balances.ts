import * as z from "zod";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { defineFamily } from "../family.ts";
import { balance } from "./holds.ts";
import { shared } from "./schemas.ts";
import { walletId } from "./wallets/schemas.ts";

/** Balances of wallets: PUBLIC.md, Versions. */

const route = defineFamily({ ...shared, id: "public.balances", path: "/v2/wallets/{id}" });

export const read = route({
  id: "read",
  method: "GET",
  path: "/balance",
  summary: "Retrieve a wallet's balance with its holds",
  description:
    "Returns the current balance with its holds, or with `at` only the balance at a past instant, including entries of that " +
    "millisecond. A past balance is final after one minute.",
  scope: "wallets:read",
  request: {
    params: z.object({ id: walletId }),
    query: z.strictObject({ at: z.iso.datetime().optional().describe("ISO 8601 in UTC, not in the future") }),
  },
  response: { description: "The balance", body: balance },
  errors: [WalletNotFound],
});
