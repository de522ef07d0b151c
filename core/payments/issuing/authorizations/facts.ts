import * as z from "zod";
import * as Money from "../../../kernel/money/index.ts";
import { OWNER, objectId } from "../../records/psp-objects.ts";
import { CARD } from "../issue.ts";
import type { AuthorizationStatus, Merchant } from "./schema.ts";

/** The provider's authorizations and transactions. Amounts in foreign currency are the provider's own figures. */

export const minor = z.int().transform(BigInt);

/**
 * Returns a merchant's name without links, for messages. Merchants choose their own names.
 */
function plainName(name: string | null | undefined): string {
  const plain = (name ?? "")
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}&'*+ -]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 60);
  return plain === "" ? "?" : plain;
}

const merchantData = z
  .looseObject({
    name: z.string().nullish(),
    category: z.string().nullish(),
    city: z.string().nullish(),
    country: z.string().nullish(),
  })
  .transform(
    ({ name, category, city, country }): Merchant => ({
      name: plainName(name),
      category: category ?? "",
      ...(city && { city: plainName(city) }),
      ...(country && { country }),
    }),
  );

const metadata = z.record(z.string(), z.string()).nullish();

const cardObject = z.looseObject({ id: z.string(), metadata });

/** The card of an object, with our ids from its metadata if the object shows the card. */
const card = z.union([z.string(), cardObject]).transform((one) => {
  const { id: pspCardId, metadata: ids } = typeof one === "string" ? { id: one, metadata: undefined } : one;
  return { pspCardId, userId: ids?.[OWNER], cardId: ids?.[CARD] };
});

const transaction = z
  .looseObject({
    id: z.string(),
    amount: minor,
    currency: z.string(),
    authorization: objectId.nullish(),
    card,
    merchant_amount: minor,
    merchant_currency: z.string(),
    merchant_data: merchantData,
  })
  .transform((one) => ({
    transactionId: one.id,
    /** Negative for a charge of the card. */
    amountMinor: one.amount,
    currency: one.currency.toUpperCase(),
    authorizationId: one.authorization ?? undefined,
    card: one.card,
    merchantMinor: one.merchant_amount,
    merchantCurrency: one.merchant_currency.toUpperCase(),
    merchant: one.merchant_data,
  }));
export type TransactionFacts = z.output<typeof transaction>;

const pendingRequest = z.looseObject({
  amount: minor,
  amount_details: z.looseObject({ atm_fee: z.int().nullish(), cashback_amount: z.int().nullish() }).nullish(),
  merchant_amount: minor,
  merchant_currency: z.string(),
});

/** The amount that the provider itself holds. */
const heldAmount = z
  .array(z.looseObject({ type: z.string(), amount: minor }))
  .default([])
  .transform((all) => {
    const own = all.filter(({ type }) => type.startsWith("issuing_authorization_"));
    return own.length === 0 ? undefined : -Money.sum(own.map(({ amount }) => amount));
  });

const statuses: Readonly<Record<string, AuthorizationStatus>> = {
  pending: "pending",
  closed: "closed",
  reversed: "reversed",
  expired: "expired",
};

const authorization = z
  .looseObject({
    id: z.string(),
    amount: minor,
    approved: z.boolean(),
    authorization_method: z.string(),
    balance_transactions: heldAmount,
    card,
    currency: z.string(),
    merchant_amount: minor,
    merchant_currency: z.string(),
    merchant_data: merchantData,
    pending_request: pendingRequest.nullish(),
    request_history: z
      .array(z.looseObject({ amount: minor, approved: z.boolean(), reason: z.string().nullish() }))
      .default([]),
    status: z.string(),
    transactions: z.array(transaction).default([]),
  })
  .transform((one) => ({
    authorizationId: one.id,
    amountMinor: one.amount,
    approved: one.approved,
    method: one.authorization_method,
    /** Undefined if the object does not show it. */
    heldMinor: one.balance_transactions,
    card: one.card,
    currency: one.currency.toUpperCase(),
    merchantMinor: one.merchant_amount,
    merchantCurrency: one.merchant_currency.toUpperCase(),
    merchant: one.merchant_data,
    pending: one.pending_request ?? undefined,
    decided: one.request_history,
    status: one.approved ? (statuses[one.status] ?? "closed") : "declined",
    transactions: one.transactions,
  }));
export type AuthorizationFacts = z.output<typeof authorization>;

/** @throws ZodError if the object is not an authorization */
export const parseAuthorization = (object: unknown): AuthorizationFacts => authorization.parse(object);

/** @throws ZodError if the object is not a transaction */
export const parseTransaction = (object: unknown): TransactionFacts => transaction.parse(object);
