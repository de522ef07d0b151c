import * as ApiKeys from "../identity/api-keys/index.ts";
import { fail } from "../kernel/errors.ts";
import { callerOfIp } from "../platform/ratelimit/caller.ts";
import { InvalidApiKey } from "./errors.ts";

/**
 * Who a connection is counted for: its API key where it names one, otherwise its address (DESIGN section 4,
 * Prices).
 * @throws INVALID_API_KEY: a wrong key is not taken for no key
 */
export async function holderOf(client: {
  readonly ip: string;
  readonly apiKey: string | undefined;
}): Promise<string> {
  if (client.apiKey === undefined) return callerOfIp(client.ip);
  const key = await ApiKeys.verify(client.apiKey);
  if (!key) throw fail(InvalidApiKey);
  return `key:${key.keyId}`;
}
