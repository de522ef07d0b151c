import * as z from "zod";
import {
  type ApiEventType,
  type ApiObject,
  apiEventTypes,
  payloadVersions,
} from "../../core/platform/api-events/schema.ts";
import { timestamp } from "../common.ts";
import { exampleOf, type JsonSchema } from "../openapi/example.ts";
import { jsonSchemaOf } from "../openapi/schemas.ts";
import { swap } from "../public/exchange.ts";
import { proposal } from "../public/governance.ts";
import { AMOUNT_FORMAT } from "../public/schemas.ts";
import { transfer } from "../public/transfers.ts";
import { wallet, withdrawal } from "../public/wallets/schemas.ts";
import * as Objects from "./objects.ts";

/**
 * The catalogue of events: the meaning and the object of each type. The documents, the examples of test events and the
 * tests derive from it.
 */

export interface CatalogueEntry {
  readonly type: ApiEventType;
  /** Completes the sentence "It is sent when …". */
  readonly about: string;
  /** Its object, in the form of `/v1`. */
  readonly object: z.ZodObject;
}

/** The example overrides fields of the object's own example. */
type Entry = readonly [about: string, object: z.ZodObject, example?: Readonly<Record<string, unknown>>];

const NOTHING = { value: "0", asset: "EUR" };
const PAID = { refunded_amount: NOTHING, failure_reason: null };
const proposed = (status: string) => ({
  id: "prp_01jd3v8y2m9t4k6q0s5w7x1z3b",
  title: "Lower the exchange's fee",
  status,
  ...(status !== "executed" && { executed_at: null }),
  ...(status !== "cancelled" && { cancelled_at: null, cancel_reason: null }),
  execution_error: null,
});

const entries: Readonly<Record<ApiEventType, Entry>> = {
  "payment.succeeded": [
    "a payment was paid; the payer and the merchant's owner both receive it",
    Objects.payment,
    PAID,
  ],
  "payment.failed": [
    "an attempt to pay failed; the payment may still be paid",
    Objects.payment,
    { status: "failed", refunded_amount: NOTHING, failure_reason: "Your card was declined." },
  ],
  "payment.refunded": [
    "a payment was refunded, in part or in full",
    Objects.payment,
    { status: "refunded", failure_reason: null },
  ],
  "payment.refund_failed": [
    "a refund failed and its money was returned; the payer and the merchant's owner both receive it",
    Objects.payment,
    PAID,
  ],
  "order.paid": ["an order of the hosted checkout was paid", Objects.order],
  "dispute.created": [
    "the bank of a cardholder who paid you disputes a payment",
    Objects.dispute,
    { status: "needs_response", taken_amount: NOTHING, returned_amount: NOTHING },
  ],
  "dispute.updated": [
    "the bank has taken or returned money of a disputed payment, or the dispute's status has changed",
    Objects.dispute,
    { status: "under_review", returned_amount: NOTHING },
  ],
  "dispute.closed": ["a dispute was won, lost or withdrawn", Objects.dispute, { status: "won" }],
  "transfer.created": [
    "a user sent money to another user; both receive it, each with their own view",
    transfer,
  ],
  "wallet.created": [
    "a wallet was opened, by its owner or for incoming money",
    wallet,
    { id: "wal_01jd0000000000000000000000_eur", label: "Travel", value: { usd: "0.00", eur: "0.00" } },
  ],
  "withdrawal.created": [
    "a withdrawal was requested; its amount and fee are held",
    withdrawal,
    { failure_reason: null },
  ],
  "withdrawal.completed": [
    "a withdrawal was paid",
    withdrawal,
    { status: "completed", failure_reason: null },
  ],
  "withdrawal.failed": [
    "a withdrawal was rejected or returned; the money is in the wallet again",
    withdrawal,
    { status: "failed", failure_reason: "AC04" },
  ],
  "swap.completed": ["a swap was completed", swap],
  "liquidity.added": ["liquidity was added to a pool", Objects.liquidityPosition],
  "liquidity.removed": ["liquidity was removed from a pool", Objects.liquidityPosition],
  "stake.created": ["an amount was staked", Objects.stake],
  "stake.unstaked": ["a stake was withdrawn, in part or in full", Objects.stake],
  "stake.claimed": ["rewards of a stake were paid", Objects.stake],
  "stake.unlocked": ["a stake reached its unlock date and moved to the flexible pool", Objects.stake],
  "stake.compounded": ["rewards of a stake were added to it", Objects.stake],
  "farm.staked": ["pool shares were staked in a farm", Objects.farmPosition],
  "farm.withdrawn": ["pool shares were withdrawn from a farm, in part or in full", Objects.farmPosition],
  "farm.harvested": ["rewards of a farm were paid", Objects.farmPosition],
  "proposal.created": ["you created a proposal", proposal, proposed("pending")],
  "proposal.active": ["voting on your proposal has begun", proposal, proposed("active")],
  "proposal.succeeded": ["voting on your proposal ended, and it passed", proposal, proposed("succeeded")],
  "proposal.defeated": ["voting on your proposal ended, and it did not pass", proposal, proposed("defeated")],
  "proposal.queued": ["your proposal waits for its timelock", proposal, proposed("queued")],
  "proposal.executed": ["the actions of your proposal have taken effect", proposal, proposed("executed")],
  "proposal.cancelled": ["your proposal was cancelled", proposal, proposed("cancelled")],
  "card.issued": ["a card was issued to you", Objects.card, { status: "active" }],
  "card.frozen": ["a card was frozen", Objects.card, { status: "frozen" }],
  "card.unfrozen": ["a card was unfrozen, or a physical one activated", Objects.card, { status: "active" }],
  "card.canceled": ["a card was canceled permanently", Objects.card, { status: "canceled" }],
  "card.authorization.approved": [
    "a card payment was authorized",
    Objects.authorization,
    { captured_amount: NOTHING, decline_reason: null },
  ],
  "card.authorization.declined": [
    "a card payment was declined",
    Objects.authorization,
    { captured_amount: NOTHING, status: "declined", decline_reason: "insufficient_funds" },
  ],
  "card.authorization.captured": [
    "a merchant has taken an authorized amount, or a part of it",
    Objects.authorization,
    { status: "closed", decline_reason: null },
  ],
  "kyc.updated": [
    "the status of your identity verification has changed",
    Objects.kyc,
    { status: "VALIDATED" },
  ],
};

/** All event types, in the order of the documents. */
export const catalogue: readonly CatalogueEntry[] = apiEventTypes.map((type) => {
  const [about, object] = entries[type];
  return { type, about, object };
});

/** The body of a webhook request, with the object in the form of `/v1`. */
export const envelopeOf = ({ type, object }: CatalogueEntry) =>
  z.object({
    id: z.string().meta({ examples: ["evt_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    type: z.literal(type),
    createdAt: timestamp.describe("When the event occurred"),
    apiVersion: z.enum(payloadVersions).describe("The webhook's API version, which `data` has"),
    livemode: z.boolean(),
    sequence: z
      .int()
      .min(1)
      .describe(
        "Increases with every event of the object, with gaps. Use it to order events, and ignore older ones than you have",
      ),
    test: z.literal(true).optional().describe("Present in test events"),
    data: object,
  });

const HASH = "^0x[0-9a-f]{64}$";

/** Replaces amounts by their stored form, `{value, asset}`. */
function stored(schema: JsonSchema): JsonSchema {
  // A nullable value is shown with a value.
  if (Array.isArray(schema.type)) return stored({ ...schema, type: String(schema.type[0]) });
  if (schema.pattern === HASH) return { examples: [`0x${"5b".repeat(32)}`] };
  if (schema.format === AMOUNT_FORMAT) return { examples: [{ value: "12.5", asset: "EUR" }] };
  const each = (all: Readonly<Record<string, JsonSchema>> = {}) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, stored(one)]));
  return {
    ...schema,
    ...(schema.properties && { properties: each(schema.properties) }),
    ...(schema.$defs && { $defs: each(schema.$defs) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(stored) }),
  };
}

/** Returns an example of an event's object, in its stored form. */
export function exampleOfType(type: ApiEventType, livemode: boolean): ApiObject {
  const [, object, more] = entries[type];
  return { ...(exampleOf(stored(jsonSchemaOf(object, "output"))) as ApiObject), ...more, livemode };
}
