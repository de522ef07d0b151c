import { psp } from "../../contract/payments.ts";
import type { BodyOf } from "../../contract/route.ts";
import * as Checkout from "../../core/payments/checkout/index.ts";
import type { OrderRequest, Session } from "../../core/payments/checkout/schema.ts";
import { serve } from "../_chain/serve.ts";
import { success } from "../_views/done.ts";

export const handler = serve<typeof psp, Session>(
  psp,
  ({ actor, body, idempotency }) => Checkout.create(actor, orderOf(body), idempotency),
  success,
);

const orderOf = ({ lineItems, ...body }: BodyOf<typeof psp>): OrderRequest => ({
  ...body,
  currency: lineItems[0]?.currency ?? "",
  lines: lineItems.map(({ name, amount, quantity }) => ({
    name,
    amountMinor: BigInt(amount),
    quantity: BigInt(quantity),
  })),
});
