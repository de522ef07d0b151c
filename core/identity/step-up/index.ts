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
 * Step-up: sensitive requests of a device are confirmed, so that a stolen unlocked device or token is not enough. The
 * confirmation is an assertion by the device's key if it has one, else a code of the second factor. If the account has
 * neither, the device's own prompt must do.
 */

export interface Request {
  readonly method: string;
  /** As it was sent, with the query. */
  readonly path: string;
  readonly body: Uint8Array;
}

interface Confirmation {
  /** A JWS of the device's key over this request. */
  readonly assertion?: string | undefined;
  /** A code of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
}

/** @param reason for the developer of an app */
const rejection = (methods: readonly ("biometric" | "totp")[], reason: string, message?: Text): SvcError =>
  fail(StepUpRequired, { message, details: { methods, reason } });

/** Returns whether a request that needs a confirmation is rejected without one. */
export async function isAsked(actor: MobileActor): Promise<boolean> {
  if (actor.means.secondFactor || isAlways()) return true;
  return (await DeviceKeys.of(actor)) !== undefined;
}

const isAlways = (): boolean => env("STEP_UP_MODE", "available") === "always";

const unknownKey = ({ means }: MobileActor): SvcError =>
  rejection(
    means.secondFactor ? ["totp"] : [],
    "X-Biometric-Assertion is by no key that this device has registered",
    text(
      "This device has no key any more: switch on biometrics again.",
      "Cet appareil n'a plus de clé : activez de nouveau la biométrie.",
    ),
  );

/**
 * Checks an assertion that the request did not need. It is not used up, because the handler may still ask for it.
 * @throws STEP_UP_REQUIRED
 */
export async function check(actor: MobileActor, request: Request, assertion: string): Promise<void> {
  const key = await DeviceKeys.of(actor);
  if (!key) throw unknownKey(actor);
  const used = await assertedKey(assertion, actor.userId, key, request);
  if (await Table.get(used)) throw invalidAssertion("used");
}

/**
 * Confirms a request, and uses the confirmation up. Rejects an assertion of a device without a key.
 * @throws STEP_UP_REQUIRED with the possible methods, RATE_LIMITED after too many wrong codes
 */
export async function confirm(
  actor: MobileActor,
  request: Request,
  { assertion, code }: Confirmation,
): Promise<void> {
  const key = await DeviceKeys.of(actor);
  if (key) {
    if (assertion === undefined) throw rejection(["biometric"], "X-Biometric-Assertion is missing");
    const used = await assertedKey(assertion, actor.userId, key, request);
    const item = { ...used, ttl: Clock.nowSeconds() + HOUR_SECONDS };
    const isFirst = await Table.ignoreConditionFailure(Table.put(item, Where.absent).then(() => true));
    if (!isFirst) throw invalidAssertion("used");
    return;
  }
  if (assertion !== undefined) throw unknownKey(actor);
  if (actor.means.secondFactor) return confirmByCode(actor, code);
  if (isAlways())
    throw rejection(
      [],
      "neither biometrics nor a second factor is on",
      text(
        "Switch on biometrics on this device or the second factor first.",
        "Activez d'abord la biométrie sur cet appareil ou le second facteur.",
      ),
    );
}

/** The largest age of an assertion, and the largest difference of the device's clock. */
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

/** Verifies an assertion of a request. @returns the key of the item that marks it as used @throws STEP_UP_REQUIRED */
async function assertedKey(
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
  const given = SecondFactor.givenOf(code);
  if (Object.keys(given).length === 0) throw rejection(["totp"], "X-2FA-Code is missing");
  await recover(TwoFactorInvalid, SecondFactor.use(actor, given, actor.sessionId), () => {
    const { message, french } = TwoFactorInvalid;
    throw rejection(["totp"], "X-2FA-Code is wrong, too old or used", text(message, french));
  });
}
