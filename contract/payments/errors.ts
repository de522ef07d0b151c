import { CardNotActive, CardNotFound } from "../../core/payments/cards/errors.ts";
import {
  OwnPayee,
  PayeeCurrency,
  PayeeNotActive,
  PayeeNotFound,
} from "../../core/payments/payments/errors.ts";
import { pspErrors } from "../../core/platform/psp/errors.ts";
import { KycLimitExceeded } from "../../core/policy/errors.ts";
import { PricesStale } from "../../core/prices/errors.ts";

/** What may be wrong with the merchant that is paid. */
export const payeeErrors = [PayeeNotFound, PayeeNotActive, PayeeCurrency, OwnPayee] as const;

/** How a payment by card may be refused, whichever route makes it. */
export const cardPaymentErrors = [
  ...pspErrors,
  KycLimitExceeded,
  PricesStale,
  CardNotFound,
  CardNotActive,
  ...payeeErrors,
] as const;
