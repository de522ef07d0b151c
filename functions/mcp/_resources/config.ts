import { kycStatuses } from "../../../core/identity/kyc/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { leastForChallenges } from "../../../core/loyalty/challenges/schema.ts";
import { leastForReferrals } from "../../../core/loyalty/referrals/schema.ts";
import * as Limits from "../../../core/policy/limits.ts";

/** The static resource `svc://config` (spec 3, section 2.8): the platform's features and limits. */

/** The version in package.json. */
export const VERSION = "0.1.0";

export const MAX_TRANSACTIONS = 100;

export const config = () => ({
  version: VERSION,
  platform: "svc",
  features: [
    "multi-wallet",
    "loyalty-programs",
    "kyc-verification",
    "crypto-wallets",
    "referral-system",
    "tts-summary",
    "smart-cards",
    "defi-staking",
  ],
  // Features of the specification's list that are not implemented yet.
  plannedFeatures: ["tts-summary", "smart-cards"],
  limits: {
    maxWalletsPerUser: 10,
    maxTransactionsPerQuery: MAX_TRANSACTIONS,
    maxLoyaltyCardsPerUser: 50,
    rateLimit: "100 req/min/IP",
    // The amount from which a payment counts, in whole units of its currency.
    minPayment: { challenges: whole(leastForChallenges()), referrals: whole(leastForReferrals()) },
    // Limits of card top-ups and outgoing payments by KYC level, in whole euros.
    kyc: Limits.all().map(({ level, operation, day, month }) => ({
      level,
      currency: "EUR",
      perOperation: Limits.euros(operation),
      perDay: Limits.euros(day),
      perMonth: Limits.euros(month),
    })),
  },
  walletTypes: ["EUROS", "EUROS_SAVINGS", NATIVE_WALLET, "BITCOIN"],
  kycStatuses: [...kycStatuses],
  supportedChains: [Assets.native.network, "bitcoin", "ethereum", "polygon"],
});

/** Converts minor units to whole units. */
const whole = (minor: bigint): number => Number(minor) / 100;

const NATIVE_WALLET = `${Assets.native.symbol}_COIN`;

/** Returns the specification's wallet type for an asset; the symbol if it names none. */
export function walletTypeOf(symbol: string): string {
  if (symbol === "EUR") return "EUROS";
  if (symbol === "BTC") return "BITCOIN";
  return symbol === Assets.native.symbol ? NATIVE_WALLET : symbol;
}
