import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { open } from "../biometrics/jws.ts";
import type { BiometricKey } from "../entity.ts";
import { usedAssertion } from "./entity.ts";

/** Assertions: a device's key has signed this very request, just now. */

/** A request as it came. */
export interface Request {
  readonly method: string;
  /** With the query where there is one, as it was sent. */
  readonly path: string;
  readonly body: Uint8Array;
}

/** How old an assertion may be; as far ahead of ours a device's clock may be. */
const ASSERTION_SECONDS = 60;
/** How long it is known that one was used. */
const KEPT_SECONDS = 3600;

const claims = z.object({
  method: z.string(),
  path: z.string(),
  bodySha256: z.string().toLowerCase(),
  iat: z.number(),
  jti: z.string().min(1).max(128),
});

/** Why an assertion does not confirm a request. */
export type Refusal = "invalid" | "of another request" | "too old" | "used";

/** An assertion that is of a request, and not too old: to be used up, or the reason why it confirms nothing. */
async function read(
  token: string,
  userId: string,
  key: BiometricKey,
  request: Request,
): Promise<{ readonly used: Table.Key } | { readonly refusal: Refusal }> {
  const said = claims.safeParse(await open(token, key)).data;
  if (!said) return { refusal: "invalid" };
  const { method, path, bodySha256, iat, jti } = said;
  const digest = sha256Hex(request.body);
  const isOfThis = method === request.method && path === request.path && bodySha256 === digest;
  if (!isOfThis) return { refusal: "of another request" };
  if (Math.abs(Clock.nowSeconds() - iat) > ASSERTION_SECONDS) return { refusal: "too old" };
  return { used: usedAssertion.key({ userId, keyId: key.keyId, jti }) };
}

type Of = Parameters<typeof read>;

/** Uses an assertion up. @returns undefined where it confirms this request */
export async function use(...of: Of): Promise<Refusal | undefined> {
  const found = await read(...of);
  if ("refusal" in found) return found.refusal;
  const item = { ...found.used, ttl: Clock.nowSeconds() + KEPT_SECONDS };
  const isFirst = await Table.unlessRefused(Table.put(item, Where.absent).then(() => true));
  return isFirst ? undefined : "used";
}

/** Whether an assertion would confirm this request now; nothing is used up. @returns undefined where it would */
export async function check(...of: Of): Promise<Refusal | undefined> {
  const found = await read(...of);
  if ("refusal" in found) return found.refusal;
  return (await Table.get(found.used)) ? "used" : undefined;
}
