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
import { AMOUNT_FORMAT } from "../public/amount.ts";
import { swap } from "../public/exchange/schemas.ts";
import { proposal } from "../public/governance/schemas.ts";
import { transfer } from "../public/transfers/schemas.ts";
import { wallet, withdrawal } from "../public/wallets/schemas.ts";
import * as Objects from "./objects.ts";

/**
 * The catalogue of events: what each type means, and which object it tells of. What webhooks may ask for, the
 * documents, the examples of test events and the tests all derive from it.
 */

export interface Told {
  readonly type: ApiEventType;
  /** When it happens, as the end of "… happens when". */
  readonly about: string;
  /** The object that it tells of, as `/v1` shows it. */
  readonly object: z.ZodObject;
}

/** With what an example of it says that the object's own does not. */
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
    "a payment was paid: its payer and the merchant's owner are both told",
    Objects.payment,
    PAID,
  ],
  "payment.failed": [
    "a try to pay failed; the payment may still be paid",
    Objects.payment,
    { status: "failed", refunded_amount: NOTHING, failure_reason: "Your card was declined." },
  ],
  "payment.refunded": [
    "a part or all of a payment went back",
    Objects.payment,
    { status: "refunded", failure_reason: null },
  ],
  "payment.refund_failed": [
    "a refund did not arrive, and its money is where it was: its payer and the merchant's owner are both told",
    Objects.payment,
    PAID,
  ],
  "order.paid": ["an order of the hosted checkout was paid", Objects.order],
  "dispute.created": [
    "the bank of whoever paid you by card asks for a payment back",
    Objects.dispute,
    { status: "needs_response", taken_amount: NOTHING, returned_amount: NOTHING },
  ],
  "dispute.updated": [
    "the bank has taken money of a disputed payment or given it again, or the dispute has another status",
    Objects.dispute,
    { status: "under_review", returned_amount: NOTHING },
  ],
  "dispute.closed": ["a dispute is over: won, lost, or let be", Objects.dispute, { status: "won" }],
  "transfer.created": ["money went from user to user: both are told, each from their side", transfer],
  "wallet.created": [
    "a wallet was opened, by its owner or by the money that came in",
    wallet,
    { id: "wal_01jd0000000000000000000000_eur", label: "Travel", value: { usd: "0.00", eur: "0.00" } },
  ],
  "withdrawal.created": [
    "a withdrawal was asked for: its amount and fee are held",
    withdrawal,
    { failure_reason: null },
  ],
  "withdrawal.completed": [
    "a withdrawal was paid",
    withdrawal,
    { status: "completed", failure_reason: null },
  ],
  "withdrawal.failed": [
    "a withdrawal was refused or came back: the money is in the wallet again",
    withdrawal,
    { status: "failed", failure_reason: "AC04" },
  ],
  "swap.completed": ["a swap was made", swap],
  "liquidity.added": ["liquidity was brought into a pool", Objects.liquidityPosition],
  "liquidity.removed": ["liquidity was taken out of a pool", Objects.liquidityPosition],
  "stake.created": ["an amount was staked", Objects.stake],
  "stake.unstaked": ["a part or all of a stake was taken back", Objects.stake],
  "stake.claimed": ["rewards of a stake were paid", Objects.stake],
  "stake.unlocked": ["a stake came to its unlock date and is one of the flexible pool", Objects.stake],
  "stake.compounded": ["rewards of a stake were added to it", Objects.stake],
  "farm.staked": ["liquidity shares were farmed", Objects.farmPosition],
  "farm.withdrawn": ["a part or all of them was taken back", Objects.farmPosition],
  "farm.harvested": ["what they have earned was paid", Objects.farmPosition],
  "proposal.created": ["you have made a proposal", proposal, proposed("pending")],
  "proposal.active": ["voting on your proposal has begun", proposal, proposed("active")],
  "proposal.succeeded": ["voting on your proposal is over, and it passed", proposal, proposed("succeeded")],
  "proposal.defeated": [
    "voting on your proposal is over, and it did not pass",
    proposal,
    proposed("defeated"),
  ],
  "proposal.queued": ["your proposal waits for its timelock", proposal, proposed("queued")],
  "proposal.executed": ["the actions of your proposal have taken effect", proposal, proposed("executed")],
  "proposal.cancelled": ["your proposal was cancelled", proposal, proposed("cancelled")],
  "card.issued": ["a card was issued to you", Objects.card, { status: "active" }],
  "card.frozen": ["a card was frozen", Objects.card, { status: "frozen" }],
  "card.unfrozen": [
    "a card may pay again, or a physical one for the first time",
    Objects.card,
    { status: "active" },
  ],
  "card.canceled": ["a card was canceled, for good", Objects.card, { status: "canceled" }],
  "card.authorization.approved": [
    "a merchant asked to be paid with a card, and may",
    Objects.authorization,
    { captured_amount: NOTHING, decline_reason: null },
  ],
  "card.authorization.declined": [
    "a merchant asked to be paid with a card, and may not",
    Objects.authorization,
    { captured_amount: NOTHING, status: "declined", decline_reason: "insufficient_funds" },
  ],
  "card.authorization.captured": [
    "a merchant has taken what was authorized, or a part",
    Objects.authorization,
    { status: "closed", decline_reason: null },
  ],
  "kyc.updated": [
    "how you stand with the checks of identity has changed",
    Objects.kyc,
    { status: "VALIDATED" },
  ],
};

/** Every type of event, in the order of the documents. */
export const catalogue: readonly Told[] = apiEventTypes.map((type) => {
  const [about, object] = entries[type];
  return { type, about, object };
});

/** What is posted to a webhook of an event, as `/v1` shows its object. */
export const envelopeOf = ({ type, object }: Told) =>
  z.object({
    id: z.string().meta({ examples: ["evt_01jd3v8y2m9t4k6q0s5w7x1z3b"] }),
    type: z.literal(type),
    createdAt: timestamp.meta({ description: "When it happened" }),
    apiVersion: z
      .enum(payloadVersions)
      .meta({ description: "The webhook's: in which version `data` is shown" }),
    livemode: z.boolean(),
    sequence: z.int().min(1).meta({
      description:
        "Grows with every event of the object. It may skip numbers: by it events are put in order, and what is older than what you have is left",
    }),
    test: z
      .literal(true)
      .optional()
      .meta({ description: "Nothing has happened: somebody tries the webhook" }),
    data: object,
  });

const HASH = "^0x[0-9a-f]{64}$";

/** With amounts as they are kept: `{value, asset}`. */
function kept(schema: JsonSchema): JsonSchema {
  // A value that may be null is shown with one.
  if (Array.isArray(schema.type)) return kept({ ...schema, type: String(schema.type[0]) });
  if (schema.pattern === HASH) return { examples: [`0x${"5b".repeat(32)}`] };
  if (schema.format === AMOUNT_FORMAT) return { examples: [{ value: "12.5", asset: "EUR" }] };
  const each = (all: Readonly<Record<string, JsonSchema>> = {}) =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, kept(one)]));
  return {
    ...schema,
    ...(schema.properties && { properties: each(schema.properties) }),
    ...(schema.$defs && { $defs: each(schema.$defs) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(kept) }),
  };
}

/** An object that an event of a type could tell of, as it is kept. */
export function exampleOfType(type: ApiEventType, livemode: boolean): ApiObject {
  const [, object, more] = entries[type];
  return { ...(exampleOf(kept(jsonSchemaOf(object, "output"))) as ApiObject), ...more, livemode };
}
