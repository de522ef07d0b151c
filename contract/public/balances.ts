import * as z from "zod";
import { WalletNotFound } from "../../core/wallets/errors.ts";
import { defineFamily } from "../family.ts";
import { balance } from "./holds/schemas.ts";
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
    "Balance and holds are of one instant: now, or the balance alone at an instant that has been (`at`), entries of its millisecond included. That is " +
    "final once it lies a minute back.",
  scope: "wallets:read",
  request: {
    params: z.object({ id: walletId }),
    query: z.strictObject({
      at: z.iso.datetime().optional().meta({ description: "ISO 8601 in UTC, not ahead" }),
    }),
  },
  responses: { 200: { description: "The balance", body: balance } },
  errors: [WalletNotFound],
  grants: { table: "read" },
});
