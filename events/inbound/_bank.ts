import * as Kyc from "../../core/banking/onboarding.ts";
import * as Banking from "../../core/banking/webhooks.ts";
import { withWithdrawals } from "../../core/banking/withdrawals/webhooks.ts";
import * as Bank from "../../core/inbound/bank.ts";
import * as Cards from "../../core/payments/cards/status.ts";

/** The handlers of the bank's events (spec 3, section 6.2). */
export const handle = Bank.dispatcher({
  ...Kyc.handlers,
  ...withWithdrawals(Banking.handlers),
  ...Cards.handlers,
});
