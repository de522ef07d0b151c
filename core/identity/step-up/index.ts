import { env } from "../../kernel/env.ts";
import { fail, isAnyOf, type SvcError } from "../../kernel/errors.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import type { MobileActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { StepUpRequired, TwoFactorInvalid } from "../errors.ts";
import * as SecondFactor from "../second-factor/index.ts";
import * as Assertion from "./assertion.ts";

/**
 * Step-up: what a thief of an unlocked telephone, or of a token, must not do is confirmed once more, by the
 * device's key where it has biometrics on, else by the account's second factor. Where there is neither, the
 * device's own prompt is all there is.
 */

export type { Request } from "./assertion.ts";

/** What a request came with to be confirmed by. */
export interface Confirmation {
  readonly assertion?: string | undefined;
  /** A code of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
}

/** Which confirmation a device is asked for. */
export type Method = "biometric" | "totp";

/** @param reason for whoever writes an app: what is wrong with what came */
const refusal = (methods: readonly Method[], reason: string, message?: Text): SvcError =>
  fail(StepUpRequired, { message, details: { methods, reason } });

/** Whether a request that has to be confirmed is refused without: where there is nothing to confirm with, it goes on. */
export async function isAsked(actor: MobileActor): Promise<boolean> {
  if (actor.means.secondFactor || isAlways()) return true;
  return (await DeviceKeys.of(actor)) !== undefined;
}

const isAlways = (): boolean => env("STEP_UP_MODE", "available") === "always";

/** @throws STEP_UP_REQUIRED */
function checkNone(problem: Assertion.Refusal | undefined): void {
  if (problem !== undefined) throw refusal(["biometric"], `X-Biometric-Assertion is ${problem}`);
}

const byNoKey = ({ means }: MobileActor): SvcError =>
  refusal(
    means.secondFactor ? ["totp"] : [],
    "X-Biometric-Assertion is by no key that this device has registered",
    text(
      "This device confirms by no key any more: switch on biometrics again.",
      "Cet appareil ne confirme plus par une clé : activez de nouveau la biométrie.",
    ),
  );

/**
 * Looks at an assertion that nobody has asked for: who sends one believes that it counts, so none is passed over. It is
 * used up where the request is to be confirmed after all, and by nothing that refuses the request before.
 * @throws STEP_UP_REQUIRED
 */
export async function check(
  actor: MobileActor,
  request: Assertion.Request,
  assertion: string,
): Promise<void> {
  const biometric = await DeviceKeys.of(actor);
  if (!biometric) throw byNoKey(actor);
  checkNone(await Assertion.check(assertion, actor.userId, biometric, request));
}

/**
 * Lets a request go on that its caller has confirmed, and uses the confirmation up. An assertion of a device that
 * has no key is refused, not passed over.
 * @throws STEP_UP_REQUIRED with the methods that would do, RATE_LIMITED after too many wrong codes
 */
export async function confirm(
  actor: MobileActor,
  request: Assertion.Request,
  { assertion, code }: Confirmation,
): Promise<void> {
  const { secondFactor } = actor.means;
  const biometric = await DeviceKeys.of(actor);
  if (biometric) {
    if (assertion === undefined) throw refusal(["biometric"], "X-Biometric-Assertion is missing");
    checkNone(await Assertion.use(assertion, actor.userId, biometric, request));
    return;
  }
  if (assertion !== undefined) throw byNoKey(actor);
  if (secondFactor) return byCode(actor, code);
  if (isAlways())
    throw refusal(
      [],
      "neither biometrics nor a second factor is on",
      text(
        "Switch on biometrics on this device or the second factor first.",
        "Activez d'abord la biométrie sur cet appareil ou le second facteur.",
      ),
    );
}

async function byCode(actor: MobileActor, code: string | undefined): Promise<void> {
  const given = SecondFactor.givenOf(code);
  if (Object.keys(given).length === 0) throw refusal(["totp"], "X-2FA-Code is missing");
  try {
    await SecondFactor.use(actor, given, actor.sessionId);
  } catch (error) {
    throw isAnyOf(error, [TwoFactorInvalid])
      ? refusal(
          ["totp"],
          "X-2FA-Code is wrong, too old or used",
          text(TwoFactorInvalid.message, TwoFactorInvalid.french),
        )
      : error;
  }
}
