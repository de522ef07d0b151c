import * as z from "zod";
import { SwapNotFound } from "../../../core/defi/exchange/errors.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { amount } from "../../common.ts";
import { swapErrors } from "../../defi/errors.ts";
import { defineFamily } from "../../family.ts";
import { assetIn, assetOut, reading, swap, writing } from "../exchange.ts";
import { shared } from "../schemas.ts";

const route = defineFamily({ ...shared, id: "public.exchange.swaps", path: "/v1/exchange/swaps" });

const request = {
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

const amounts = ["amount_in", "min_amount_out", "amount_out", "max_amount_in"] as const;

/** Returns whether exactly the amounts of one kind of swap are present. */
const isOneKind = (body: Readonly<Partial<Record<keyof typeof request, unknown>>>): boolean =>
  /^(amount_in,min_amount_out|amount_out,max_amount_in)$/.test(
    amounts.filter((name) => body[name] !== undefined).join(),
  );

export const create = route({
  ...writing,
  id: "create",
  method: "POST",
  summary: "Swap",
  description:
    "Give `amount_in` and `min_amount_out` for an exact input, or `amount_out` and `max_amount_in` for an exact output, to the base " +
    "unit. The swap is one entry through at most three pools, all or nothing. It fails with `SLIPPAGE_EXCEEDED` beyond the bound, and " +
    "with `QUOTE_EXPIRED` after `deadline`. A missing wallet of `asset_out` is opened. A caller in debt can only swap into the asset " +
    "owed; the output repays the debt first.",
  request: {
    body: z
      .strictObject(request)
      .refine(isOneKind, {
        path: ["amount_in"],
        error: rule(
          "and min_amount_out are required, or amount_out and max_amount_in instead",
          "et min_amount_out sont obligatoires, ou bien amount_out et max_amount_in",
        ),
      })
      .meta({
        examples: [
          {
            asset_in: "USDC",
            asset_out: "BTC",
            amount_in: "100",
            min_amount_out: "0.0015",
            deadline: "2026-11-21T09:30:00.000Z",
          },
        ],
      }),
  },
  response: { status: 201, description: "The completed swap", body: swap },
  errors: swapErrors,
});

export const read = route({
  ...reading,
  id: "read",
  method: "GET",
  path: "/{id}",
  summary: "Retrieve a swap",
  request: { params: z.object({ id: z.string().meta({ examples: ["txn_01jd3v8y2m9t4k6q0s5w7x1z3b"] }) }) },
  response: { description: "The swap", body: swap },
  errors: [SwapNotFound],
});
