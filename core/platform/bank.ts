import { env } from "../kernel/env.ts";
import { OutboundFailure, request } from "./http.ts";
import { secret } from "./secrets.ts";

/**
 * The bank: the only module that asks it for anything. What comes of it the bank tells by signed events
 * (`core/inbound/bank.ts`).
 */

/** Whether the stage has a bank that can be asked. */
export const isThere = (): boolean => env("BANK_URL", "") !== "";

/** The bank has read an order and will never carry it out: asked again, it says the same. */
export class OrderRefused extends OutboundFailure {
  /** Why, in the bank's words. */
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(`the bank refused an order to ${path}`);
    this.reason = reason;
  }
}

/**
 * Asks the bank for something: `POST {BANK_URL}{path}`, JSON, authorized by BANK_API_KEY.
 * @param key the order's own: sent again under it, as after a lost answer, the bank does nothing more
 * @returns what it answered
 * @throws OrderRefused where it will not do it, OutboundFailure where it did not take it
 */
export async function order(path: `/${string}`, key: string, body: unknown): Promise<unknown> {
  const response = await request(`${env("BANK_URL", "")}${path}`, {
    method: "POST",
    headers: { ...(await authorized()), "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  if (response.status === 422) throw new OrderRefused(path, reasonOf(await read(response)));
  if (!response.ok) throw new OutboundFailure(`the bank answered ${response.status} to ${path}`);
  return read(response);
}

/**
 * Asks the bank what became of an order.
 * @returns undefined where it knows of none
 * @throws OutboundFailure where it does not say
 */
export async function ask(path: `/${string}`): Promise<unknown> {
  const response = await request(`${env("BANK_URL", "")}${path}`, { headers: await authorized() });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new OutboundFailure(`the bank answered ${response.status} to ${path}`);
  return read(response);
}

const authorized = async () => ({ authorization: `Bearer ${(await secret("BANK_API_KEY")).current}` });

/** The JSON of an answer; undefined where it has none. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new OutboundFailure("the bank's answer is not JSON", { cause });
  }
}

const reasonOf = (answer: unknown): string => {
  const error = answer && typeof answer === "object" && "error" in answer ? answer.error : undefined;
  return typeof error === "string" ? error.slice(0, 500) : "";
};
