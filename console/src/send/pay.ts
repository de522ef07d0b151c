import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { isBank, type Target, transferFields, withdrawalFields } from "./target.ts";

/** The payment of a target: a transfer to another user, or a withdrawal to a bank account. */

export interface Payment {
  readonly target: Target;
  readonly account: Pick<Schemas["MobileAccount"], "id" | "currency">;
  /** A decimal of whole units. */
  readonly amount: string;
  readonly description: string;
}

/** What the platform says that a payment would do. */
export interface Quote {
  readonly amount: number;
  readonly fee: number;
  /** The recipient, as the platform or the user names it. */
  readonly name: string;
  readonly needsConfirmation: boolean;
}

const TRANSFER = "/api/v1/mobile/wallet/transfer";
const WITHDRAW = "/api/v1/mobile/wallet/withdraw";

const transferBody = ({ target, account, amount, description }: Payment) => ({
  fromAccountId: account.id,
  ...transferFields(target),
  ...{ amount, currency: account.currency, description },
});

const withdrawalBody = ({ target, account, amount, description }: Payment) => ({
  accountId: account.id,
  ...withdrawalFields(target),
  ...{ amount, currency: account.currency, description },
});

/** Returns the request behind a payment. */
export const requestOf = (payment: Payment) =>
  isBank(payment.target)
    ? { path: WITHDRAW, body: withdrawalBody(payment) }
    : { path: TRANSFER, body: transferBody(payment) };

/** Asks the platform for recipient and fee. Nothing moves. */
export async function preview(payment: Payment): Promise<Quote> {
  const asked = isBank(payment.target)
    ? client.POST(WITHDRAW, { body: { ...withdrawalBody(payment), preview: true } })
    : client.POST(TRANSFER, { body: { ...transferBody(payment), preview: true } });
  const shown = await dataOf<NonNullable<Awaited<typeof asked>["data"]>>(asked);
  if (shown.status !== "preview") throw new Error("a preview was executed");
  const { amount, fee, recipient, needsConfirmation } = shown;
  return { amount, fee, name: recipient.name, needsConfirmation };
}

/** Sends a payment once. `onDone` receives its transaction's id. */
export const usePay = (flow: string, onDone: (transactionId: string) => void) =>
  useWrite({
    flow,
    run: async (payment: Payment, headers) => {
      const sent = isBank(payment.target)
        ? client.POST(WITHDRAW, { body: withdrawalBody(payment), headers })
        : client.POST(TRANSFER, { body: transferBody(payment), headers });
      const done = await dataOf<NonNullable<Awaited<typeof sent>["data"]>>(sent);
      return done.status === "preview" ? "" : done.transactionId;
    },
    changes: [["money"], ["payees"]],
    onDone,
  });

export interface Draft {
  readonly target?: Target | undefined;
  readonly currency: string;
  readonly amount: string;
  readonly description: string;
  readonly quote?: Quote | undefined;
}
