import { AddressNotAllowed } from "../identity/api-keys/errors.ts";
import * as ApiKey from "../identity/api-keys/open.ts";
import { allows } from "../identity/api-keys/scopes.ts";
import { Forbidden, fail } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";
import { callerOfIp } from "../platform/ratelimit/limit.ts";
import { InvalidApiKey } from "./errors.ts";

const SCOPE = "prices:read";

/**
 * Who a connection is counted for: its API key where it names one, otherwise its address (DESIGN section 4,
 * Prices).
 * @throws INVALID_API_KEY: a wrong key is not taken for no key; API_KEY_ADDRESS_NOT_ALLOWED, FORBIDDEN for a
 *   key without the scope `prices:read`
 */
export async function holderOf(client: {
  readonly ip: string;
  readonly apiKey: string | undefined;
}): Promise<string> {
  if (client.apiKey === undefined) return callerOfIp(client.ip);
  const key = await ApiKey.fromText(client.apiKey);
  if (!key) throw fail(InvalidApiKey);
  if (!ApiKey.allowsAddress(key, client.ip)) throw fail(AddressNotAllowed);
  if (!allows(key.actor.apiKey, SCOPE))
    throw fail(Forbidden, {
      message: text(
        `This API key needs the scope ${SCOPE}.`,
        `Cette clé d'API a besoin de la portée ${SCOPE}.`,
      ),
      details: { scope: SCOPE },
    });
  await ApiKey.noteUse(key);
  return `key:${key.kept.keyId}`;
}
