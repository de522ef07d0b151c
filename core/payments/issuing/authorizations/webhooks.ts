import * as z from "zod";
import type { PspEvent, PspHandler } from "../../../inbound/psp.ts";
import { cancel } from "../status.ts";
import * as Disputes from "./disputes.ts";
import { ofTransaction } from "./facts.ts";
import { cardOf } from "./owner.ts";
import { reconcile } from "./reconcile.ts";
import * as Transactions from "./transactions.ts";

/**
 * The provider's events of issued cards. What an event shows may be old by now: of authorizations and disputes the
 * provider is asked what they are, and a transaction never changes.
 */

const named = z.looseObject({ id: z.string() });

const authorization: PspHandler = async ({ data }) => {
  const done = await reconcile(named.parse(data.object).id);
  return done === "not ours" ? done : `done: ${done.join(", ") || "nothing"}`;
};

const transaction: PspHandler = async ({ data }) => Transactions.follow(ofTransaction(data.object));

const dispute: PspHandler = async ({ data }) => Disputes.follow(named.parse(data.object).id);

const card = named.extend({ status: z.string(), metadata: z.record(z.string(), z.string()).nullish() });

/** A card that the provider has canceled is canceled here; our own word alone makes it active or frozen. */
async function cardUpdated({ data }: PspEvent): Promise<string> {
  const { id: pspCardId, status } = card.parse(data.object);
  if (status !== "canceled") return "ours to say";
  const owned = await cardOf({ pspCardId, userId: undefined, cardId: undefined });
  if (!owned) return "not ours";
  await cancel(owned.userId, owned.cardId, true);
  return "canceled";
}

export const handlers: Readonly<Record<string, PspHandler>> = {
  "issuing_authorization.created": authorization,
  "issuing_authorization.updated": authorization,
  "issuing_transaction.created": transaction,
  "issuing_transaction.updated": transaction,
  "issuing_dispute.created": dispute,
  "issuing_dispute.updated": dispute,
  "issuing_dispute.submitted": dispute,
  "issuing_dispute.closed": dispute,
  "issuing_dispute.funds_reinstated": dispute,
  "issuing_dispute.funds_rescinded": dispute,
  "issuing_card.updated": cardUpdated,
};
