import * as ApiKey from "../identity/api-keys/open.ts";
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
  const key = await ApiKey.fromText(client.apiKey);
  if (!key || !ApiKey.allowsAddress(key, client.ip)) throw fail(InvalidApiKey);
  await ApiKey.noteUse(key);
  return `key:${key.kept.keyId}`;
}
