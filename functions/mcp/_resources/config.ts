import { kycStatuses } from "../../../core/identity/kyc/schema.ts";
import * as Assets from "../../../core/kernel/assets/index.ts";
import { leastForChallenges } from "../../../core/loyalty/challenges/schema.ts";
import { leastForReferrals } from "../../../core/loyalty/referrals/schema.ts";
import * as Limits from "../../../core/policy/limits.ts";

/** The static resource `svc://config` (spec 3, section 2.8): what the platform is and how far it goes. */

/** The platform's version, as package.json has it. */
export const VERSION = "0.1.0";

/** The most transactions that one query gives. */
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
  // The specification's list stands as it is; these have nothing behind them so far.
  plannedFeatures: ["tts-summary", "smart-cards"],
  limits: {
    maxWalletsPerUser: 10,
    maxTransactionsPerQuery: MAX_TRANSACTIONS,
    maxLoyaltyCardsPerUser: 50,
    rateLimit: "100 req/min/IP",
    // From which worth on a payment counts, in whole units of its currency.
    minPayment: { challenges: whole(leastForChallenges()), referrals: whole(leastForReferrals()) },
    // What may be brought in by card, and sent away, from a KYC level on: whole euro.
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

/** Minor units in whole ones. */
const whole = (minor: bigint): number => Number(minor) / 100;

const NATIVE_WALLET = `${Assets.native.symbol}_COIN`;

/** The type of a wallet by its asset's symbol; the symbol itself where the specification names no type. */
export function walletTypeOf(symbol: string): string {
  if (symbol === "EUR") return "EUROS";
  if (symbol === "BTC") return "BITCOIN";
  return symbol === Assets.native.symbol ? NATIVE_WALLET : symbol;
}
