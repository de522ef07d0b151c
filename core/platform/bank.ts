import { env } from "../kernel/env.ts";
import { OutboundFailure, request } from "./http.ts";
import { secret } from "./secrets.ts";

/** Calls the bank: the only module that does. The bank reports results by signed events (`core/inbound/bank.ts`). */

/** Returns whether the stage has a bank. */
export const isConfigured = (): boolean => env("BANK_URL", "") !== "";

/** The bank has rejected an instruction for good: a retry has the same result. */
export class InstructionRejected extends OutboundFailure {
  /** The bank's own text. */
  readonly reason: string;
  constructor(path: string, reason: string) {
    super(`the bank rejected an instruction to ${path}`);
    this.reason = reason;
  }
}

/**
 * Sends an instruction to the bank: `POST {BANK_URL}{path}`, JSON, authorized by BANK_API_KEY.
 * @param key the instruction's idempotency key: the bank executes it once
 * @returns the response
 * @throws InstructionRejected if the bank will not execute it, OutboundFailure if it did not accept it
 */
export async function order(path: `/${string}`, key: string, body: unknown): Promise<unknown> {
  const response = await request(`${env("BANK_URL", "")}${path}`, {
    method: "POST",
    headers: { ...(await authorized()), "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  if (response.status === 422) throw new InstructionRejected(path, reasonOf(await read(response)));
  if (!response.ok) throw new OutboundFailure(`the bank answered ${response.status} to ${path}`);
  return read(response);
}

/**
 * Queries the state of an instruction.
 * @returns undefined if the bank does not know it
 * @throws OutboundFailure if the bank does not answer
 */
export async function query(path: `/${string}`): Promise<unknown> {
  const response = await request(`${env("BANK_URL", "")}${path}`, { headers: await authorized() });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new OutboundFailure(`the bank answered ${response.status} to ${path}`);
  return read(response);
}

const authorized = async () => ({ authorization: `Bearer ${(await secret("BANK_API_KEY")).current}` });

/** Parses the JSON of a response; undefined if it has none. */
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
