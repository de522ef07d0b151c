import { env } from "../kernel/env.ts";
import { OutboundFailure, request } from "./http.ts";
import { secret } from "./secrets.ts";

/**
 * The bank: the only module that asks it for anything. What comes of it the bank tells by signed events
 * (`core/inbound/bank.ts`).
 */

/** Whether the stage has a bank that can be asked. */
export const isThere = (): boolean => env("BANK_URL", "") !== "";

/**
 * Asks the bank for something: `POST {BANK_URL}{path}`, JSON, authorized by BANK_API_KEY.
 * @param key the order's own: sent again under it, as after a lost answer, the bank does nothing more
 * @throws OutboundFailure where the bank did not take it
 */
export async function order(path: `/${string}`, key: string, body: unknown): Promise<void> {
  const { current } = await secret("BANK_API_KEY");
  const response = await request(`${env("BANK_URL", "")}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${current}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new OutboundFailure(`the bank answered ${response.status} to ${path}`);
}
