import * as z from "zod";
import {
  UnsupportedAsset,
  WalletExists,
  WalletLimit,
  WalletNotFound,
} from "../../core/ledger/wallets/errors.ts";
import { label } from "../../core/ledger/wallets/schema.ts";
import { defineFamily } from "../family.ts";
import { list as listOf, paging, shared, symbol } from "./schemas.ts";
import { wallet, walletId } from "./wallets/schemas.ts";

/** Wallets of the public API: PUBLIC.md, Resources. */

const route = defineFamily({ ...shared, id: "public.wallets", path: "/v1/wallets" });

export const list = route({
  id: "list",
  method: "GET",
  summary: "List wallets",
  description: "The caller's wallets with what they are worth: one per asset, at most 10.",
  scope: "wallets:read",
  request: { query: z.strictObject({ ...paging, asset: symbol.optional() }) },
  responses: { 200: { description: "The wallets, newest first", body: listOf(wallet) } },
  grants: { table: "read" },
});

export const create = route({
  id: "create",
  method: "POST",
  summary: "Open a wallet",
  description: "A wallet is opened empty. There is one per asset, and at most 10.",
  scope: "wallets:write",
  idempotent: true,
  request: { body: z.strictObject({ asset: symbol, label: label.optional() }) },
  responses: { 201: { description: "The new wallet", body: wallet } },
  errors: [WalletExists, WalletLimit, UnsupportedAsset],
  grants: { table: "write" },
});

export const read = route({
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a wallet",
  scope: "wallets:read",
  request: { params: z.object({ id: walletId }) },
  responses: { 200: { description: "The wallet", body: wallet } },
  errors: [WalletNotFound],
  grants: { table: "read" },
});
