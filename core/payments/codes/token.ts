import * as Jws from "../../identity/jws.ts";
import { openSigned } from "../../identity/tokens.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import { secret } from "../../platform/secrets.ts";
import { QrExpired, QrInvalid } from "./errors.ts";
import { type Claims, claims } from "./schema.ts";

/**
 * What a code is shown as: a JWS of its own kind (RFC 8725, section 3.11), so that no other token passes for one nor it
 * for another. It says how much and until when, for the app to show before it pays, and nothing of its owner.
 * Its secret rotates: the previous one verifies for as long as it is kept, which is longer than a code lives.
 */

const TYP = "payment-code+jwt";
const AUDIENCE = "svc-payment-code";

const issuer = () => env("JWT_ISSUER", "svc");

export async function sign(said: Omit<Claims, "iss" | "aud">): Promise<string> {
  const { current } = await secret("JWT_SECRET");
  return Jws.sign(TYP, { ...said, iss: issuer(), aud: AUDIENCE }, Jws.keyOf(current));
}

/** What a code says. @throws QR_INVALID where we did not sign it, QR_EXPIRED */
export async function open(payload: string): Promise<Claims> {
  const opened = await openSigned(payload);
  if (opened?.header["typ"] !== TYP) throw fail(QrInvalid);
  const { data } = claims.safeParse(JSON.parse(new TextDecoder().decode(opened.payload)));
  if (!data || data.iss !== issuer() || data.aud !== AUDIENCE) throw fail(QrInvalid);
  if (data.exp <= Clock.nowSeconds()) throw fail(QrExpired);
  return data;
}
