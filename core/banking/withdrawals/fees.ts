import { env, envInt } from "../../kernel/env.ts";
import { networkFees } from "./schema.ts";

/**
 * What the platform keeps of a withdrawal once it is paid, in base units: fixed when it is asked for, whatever the
 * network takes of the platform then.
 */
export function feeOf(symbol: string): bigint {
  if (symbol === "EUR") return BigInt(envInt("WITHDRAWAL_FEE_MINOR", 0));
  return networkFees.parse(env("WITHDRAWAL_NETWORK_FEES", "")).get(symbol) ?? 0n;
}
