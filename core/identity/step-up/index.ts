import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { HOUR_SECONDS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { MobileActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { usedAssertion } from "../devices/entity.ts";
import { open } from "../devices/jws.ts";
import type { BiometricKey } from "../entity.ts";
import { StepUpRequired, TwoFactorInvalid } from "../errors.ts";
import * as SecondFactor from "../second-factor/use.ts";

/**
 * Step-up: sensitive requests of a device need a confirmation, so that a stolen unlocked device or token is not enough. The
 * confirmation is an assertion by the device's key, or a code of the second factor if the device has no key. If the account has
 * neither, the platform relies on the device's own prompt.
 */

export interface Request {
  readonly method: string;
  /** The path and query, as sent. */
  readonly path: string;
  readonly body: Uint8Array;
}

interface Confirmation {
  /** A JWS over this request, signed by the device's key. */
  readonly assertion?: string | undefined;
  /** A code of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
}

/** @param reason a message for the developer of an app */
const rejection = (methods: readonly ("biometric" | "totp")[], reason: string, message?: Text): SvcError =>
  fail(StepUpRequired, { message, details: { methods, reason } });

/** Returns whether a sensitive request of the actor is rejected without a confirmation. */
export async function isRequired(actor: MobileActor): Promise<boolean> {
  if (actor.means.secondFactor || isAlwaysRequired()) return true;
  return (await DeviceKeys.find(actor)) !== undefined;
}

const isAlwaysRequired = (): boolean => env("STEP_UP_MODE", "available") === "always";

const unknownKey = ({ means }: MobileActor): SvcError =>
  rejection(
    means.secondFactor ? ["totp"] : [],
    "X-Biometric-Assertion is signed by a key that this device has not registered",
    text(
      "Biometrics are no longer set up on this device. Turn them on again.",
      "La biométrie n'est plus configurée sur cet appareil. Réactivez-la.",
    ),
  );

/**
 * Verifies an assertion of a request that does not require one. Does not use it up, because the handler may still require it.
 * @throws STEP_UP_REQUIRED
 */
export async function check(actor: MobileActor, request: Request, assertion: string): Promise<void> {
  const key = await DeviceKeys.find(actor);
  if (!key) throw unknownKey(actor);
  const used = await verifyAssertion(assertion, actor.userId, key, request);
  if (await Table.get(used)) throw invalidAssertion("used");
}

/**
 * Confirms a request and uses the confirmation up. Rejects an assertion if the device has no key.
 * @throws STEP_UP_REQUIRED with the possible methods, RATE_LIMITED after too many wrong codes
 */
export async function confirm(
  actor: MobileActor,
  request: Request,
  { assertion, code }: Confirmation,
): Promise<void> {
  const key = await DeviceKeys.find(actor);
  if (key) {
    if (assertion === undefined) throw rejection(["biometric"], "X-Biometric-Assertion is missing");
    const used = await verifyAssertion(assertion, actor.userId, key, request);
    const item = { ...used, ttl: Clock.nowSeconds() + HOUR_SECONDS };
    const isFirst = await Table.ignoreConditionFailure(Table.put(item, Where.absent).then(() => true));
    if (!isFirst) throw invalidAssertion("used");
    return;
  }
  if (assertion !== undefined) throw unknownKey(actor);
  if (actor.means.secondFactor) return confirmByCode(actor, code);
  if (isAlwaysRequired())
    throw rejection(
      [],
      "neither biometrics nor a second factor is enabled",
      text(
        "First turn on biometrics on this device, or two-factor authentication.",
        "Activez d'abord la biométrie sur cet appareil, ou l'authentification à deux facteurs.",
      ),
    );
}

/** The maximum age of an assertion, and the maximum difference of the device's clock. */
const ASSERTION_SECONDS = 60;

const claims = z.object({
  method: z.string(),
  path: z.string(),
  bodySha256: z.string().toLowerCase(),
  iat: z.number(),
  jti: z.string().min(1).max(128),
});

const invalidAssertion = (problem: "invalid" | "of another request" | "too old" | "used"): SvcError =>
  rejection(["biometric"], `X-Biometric-Assertion is ${problem}`);

/** Verifies the assertion of a request. @returns the key of the item that marks it as used @throws STEP_UP_REQUIRED */
async function verifyAssertion(
  assertion: string,
  userId: string,
  key: BiometricKey,
  request: Request,
): Promise<Table.Key> {
  const claimed = claims.safeParse(await open(assertion, key)).data;
  if (!claimed) throw invalidAssertion("invalid");
  const { method, path, bodySha256, iat, jti } = claimed;
  if (method !== request.method || path !== request.path || bodySha256 !== sha256Hex(request.body))
    throw invalidAssertion("of another request");
  if (Math.abs(Clock.nowSeconds() - iat) > ASSERTION_SECONDS) throw invalidAssertion("too old");
  return usedAssertion.key({ userId, keyId: key.keyId, jti });
}

async function confirmByCode(actor: MobileActor, code: string | undefined): Promise<void> {
  const entered = SecondFactor.parseCode(code);
  if (Object.keys(entered).length === 0) throw rejection(["totp"], "X-2FA-Code is missing");
  await recover(TwoFactorInvalid, SecondFactor.use(actor, entered, actor.sessionId), () => {
    const { message, french } = TwoFactorInvalid;
    throw rejection(["totp"], "X-2FA-Code is wrong, too old or used", text(message, french));
  });
}
