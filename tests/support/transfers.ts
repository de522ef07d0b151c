import type { LiveActor, UserActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import { pay } from "../../core/payments/made/index.ts";
import type { CompletedPayment, NewAccountPayment } from "../../core/payments/made/schema.ts";
import type * as Idempotency from "../../core/platform/idempotency/index.ts";
import { send } from "../../core/transfers/index.ts";
import { parseOutgoing } from "../../core/transfers/outgoing.ts";
import type { NewTransfer, Transferred } from "../../core/transfers/schema.ts";
import { newEmail } from "./addresses.ts";
import { onWeb } from "./identity.ts";
import { createFundedWallet } from "./ledger.ts";

/** Creates a user with a euro account. */
export async function createMember(name: string, cents = 0n) {
  const email = newEmail();
  const actor = onWeb(await Users.create({ name, email, emailVerified: true }));
  await createFundedWallet(actor, "EUR", cents);
  return { actor, email, id: walletId("live", actor.userId, "EUR") };
}
export type Member = Awaited<ReturnType<typeof createMember>>;

/** Sends money as the routes do: parses the amount first. */
export const sendMoney = (
  actor: UserActor,
  { fromAccountId: accountId, amount, currency, ...to }: NewTransfer,
  claim?: Idempotency.Claim<Transferred>,
): Promise<Transferred> => send(actor, parseOutgoing(actor, { accountId, amount, currency }), to, claim);

/** Pays from an account as the routes do. */
export const payFrom = async (
  actor: LiveActor,
  {
    accountId,
    amount,
    ...payment
  }: { accountId: string; amount: string } & Omit<NewAccountPayment, "outgoing">,
): Promise<CompletedPayment> =>
  pay(
    actor,
    { ...payment, outgoing: parseOutgoing(actor, { accountId, amount }) },
    { method: "account", responseFields: {} },
  );
