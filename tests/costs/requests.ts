import { routes } from "../../contract/index.ts";
import type { Measured } from "./measured.ts";
import { prices } from "./prices.ts";

/** The cost of a request: the table's part is measured, the rest is calculated. */

export const PER_REQUEST = {
  /** Billed duration: own work, and time per round trip to the table. */
  ownMs: 10,
  roundTripMs: 5,
  /** bcrypt at cost 12 on a whole processor. */
  passwordMs: 350,
  logBytes: 1500,
  answerBytes: 2000,
  /** X-Ray samples one request per second and 5 % of the others. */
  traced: 0.05,
} as const;

export interface Priced {
  readonly name: string;
  readonly roundTrips: number;
  readonly reads: number;
  readonly writes: number;
  readonly mb: number;
  readonly ms: number;
  readonly usd: number;
}

/** The cost of a request before a function runs: the distribution, the firewall, the API. */
export const DOOR =
  prices.cloudFrontRequest +
  prices.cloudFrontFunction +
  prices.wafRequest +
  prices.httpApiRequest +
  (PER_REQUEST.answerBytes * prices.cloudFrontGb) / 1e9;

const HASHES = ["auth.register", "auth.signin"];

export function priceRequests({ routes: measured }: Measured): Priced[] {
  return measured.map(({ name, roundTrips, reads, writes }) => {
    const id = name.split(",")[0] ?? name;
    const mb = routes.find((route) => route.id === id)?.memoryMb ?? 512;
    const ms =
      PER_REQUEST.ownMs +
      roundTrips * PER_REQUEST.roundTripMs +
      (HASHES.includes(id) ? PER_REQUEST.passwordMs : 0);
    const usd =
      DOOR +
      prices.lambdaRequest +
      (ms / 1000) * (mb / 1024) * prices.lambdaGbSecond +
      reads * prices.read +
      writes * prices.write +
      (PER_REQUEST.logBytes * prices.logGb) / 1e9 +
      PER_REQUEST.traced * prices.trace;
    return { name, roundTrips, reads, writes, mb, ms, usd };
  });
}

/**
 * Assumed requests per user and day, by the name of their measurement. Operators should replace them with observed values.
 */
export const TYPICAL: Readonly<Record<string, number>> = {
  "auth.refresh": 2,
  "auth.session": 8,
  "defi.wallets.list": 10,
  "defi.wallets.read": 5,
  "defi.prices.list": 10,
  "defi.dex.pairs, again within a second": 3,
  "defi.dex.quote": 2,
  "defi.dex.swap, one pool": 0.3,
  "defi.wallets.adjust": 0.5,
  "defi.staking.positions": 1,
};
