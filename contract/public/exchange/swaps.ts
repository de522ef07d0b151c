import * as z from "zod";
import {
  IdenticalTokens,
  InsufficientLiquidity,
  PairNotFound,
  QuoteExpired,
  SlippageExceeded,
  SwapNotFound,
} from "../../../core/defi/exchange/errors.ts";
import { InvalidAmount } from "../../../core/kernel/money/index.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { InsufficientBalance } from "../../../core/ledger/errors.ts";
import { AccountInDebt } from "../../../core/policy/errors.ts";
import { WalletLimit } from "../../../core/wallets/errors.ts";
import { amount } from "../../common.ts";
import { defineFamily } from "../../family.ts";
import { shared } from "../schemas.ts";
import { assetIn, assetOut, reading, swap, swapId, writing } from "./schemas.ts";

/** Swaps of the public API. */

const route = defineFamily({ ...shared, id: "public.exchange.swaps", path: "/v1/exchange/swaps" });

const order = {
  asset_in: assetIn,
  asset_out: assetOut,
  amount_in: amount.optional(),
  min_amount_out: amount.optional(),
  amount_out: amount.optional(),
  max_amount_in: amount.optional(),
  deadline: z.iso
    .datetime({ offset: true })
    .meta({ description: "ISO 8601", examples: ["2026-11-21T09:30:00.000Z"] }),
};

/** Whether the amounts are those of one kind of swap. */
const isOneKind = (given: Readonly<Partial<Record<keyof typeof order, unknown>>>): boolean => {
  const has = (...fields: readonly (keyof typeof order)[]) =>
    fields.every((field) => given[field] !== undefined);
  const lacks = (...fields: readonly (keyof typeof order)[]) =>
    fields.every((field) => given[field] === undefined);
  return (
    (has("amount_in", "min_amount_out") && lacks("amount_out", "max_amount_in")) ||
    (has("amount_out", "max_amount_in") && lacks("amount_in", "min_amount_out"))
  );
};

const example = {
  asset_in: "USDC",
  asset_out: "BTC",
  amount_in: "100",
  min_amount_out: "0.0015",
  deadline: "2026-11-21T09:30:00.000Z",
};

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Swap",
  description:
    "By exact input: `amount_in` and `min_amount_out`; or by exact output: `amount_out`, to the base unit, and `max_amount_in`. All or " +
    "nothing, as one entry, through at most three pools. A price beyond the bound is `SLIPPAGE_EXCEEDED`; later than `deadline` is " +
    "`QUOTE_EXPIRED`. A wallet of `asset_out` that is not there is opened. Who owes money swaps only into what he owes; what comes " +
    "out pays the debt first.",
  request: {
    body: z
      .strictObject(order)
      .refine(isOneKind, {
        path: ["amount_in"],
        error: rule(
          "must be given with min_amount_out, or amount_out with max_amount_in in their place",
          "doit être donné avec min_amount_out, ou amount_out avec max_amount_in à leur place",
        ),
      })
      .meta({ examples: [example] }),
  },
  responses: { 201: { description: "The swap was made", body: swap } },
  errors: [
    PairNotFound,
    IdenticalTokens,
    InvalidAmount,
    QuoteExpired,
    InsufficientLiquidity,
    SlippageExceeded,
    AccountInDebt,
    InsufficientBalance,
    WalletLimit,
  ],
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a swap",
  request: { params: z.object({ id: swapId }) },
  responses: { 200: { description: "The swap, as it was made", body: swap } },
  errors: [SwapNotFound],
});
