import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, recover, type SvcError } from "../../kernel/errors.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { type Text, text } from "../../kernel/texts/index.ts";
import { HOUR_SECONDS } from "../../kernel/time.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { type PersonActor, type ProofMethod, strongMethods, type UserActor } from "../actor.ts";
import * as DeviceKeys from "../device-keys.ts";
import { usedAssertion } from "../devices/entity.ts";
import { open } from "../devices/jws.ts";
import type { BiometricKey } from "../entity.ts";
import { StepUpRequired, TwoFactorInvalid } from "../errors.ts";
import { continuedBy, isRecent } from "../recent-proof.ts";
import { needsStrongProof } from "../resets.ts";
import * as SecondFactor from "../second-factor/use.ts";

/**
 * Recent proof: an action that touches credentials, secrets, exports or much money needs a proof of who acts that is at most
 * five minutes old, so that a stolen token or an unlocked device is not enough. The sign-in is a proof, and so is each later
 * one in the session. The strongest method that the account has in this session is required.
 */

/** A proof that a client sends with one request, instead of a proof in the session. */
export interface RequestProof {
  /** A JWS over the request, signed by the device's key. */
  readonly assertion?: string | undefined;
  /** A code of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
  /** The method that the caller of `assertRecentProof` has verified itself. */
  readonly verified?: ProofMethod | undefined;
}

export interface Request {
  readonly method: string;
  /** The path and query, as sent. */
  readonly path: string;
  readonly body: Uint8Array;
}

/** @param reason a message for the developer of an app */
export const rejection = (methods: readonly ProofMethod[], reason: string, message?: Text): SvcError =>
  fail(StepUpRequired, { message, details: { methods, reason } });

/** Returns the methods of which one is required in an actor's session, strongest first. */
export const requiredMethods = (actor: PersonActor): Promise<readonly ProofMethod[]> =>
  findDeviceKey(actor).then((key) => methodsOf(actor, key));

const findDeviceKey = async (actor: PersonActor): Promise<BiometricKey | undefined> =>
  actor.channel === "mobile" ? DeviceKeys.find(actor) : undefined;

function methodsOf({ means }: PersonActor, key: BiometricKey | undefined): readonly ProofMethod[] {
  const passkey: readonly ProofMethod[] = means.passkey ? ["passkey"] : [];
  if (key) return [...passkey, "biometric"];
  // A recovery code always replaces a lost passkey.
  if (means.passkey) return [...passkey, "recovery"];
  if (means.secondFactor) return ["totp", "recovery"];
  return means.password ? ["password"] : ["provider"];
}

/**
 * Returns whether the actor certainly has a recent proof, without a read: on a device only the strongest methods count,
 * because the device may have a key. An API key signs each request.
 */
export const isProven = (actor: UserActor): boolean =>
  actor.channel === "apiKey" ||
  isRecent(actor, actor.channel === "mobile" ? ["passkey", "biometric"] : methodsOf(actor, undefined));

/** Returns whether the actor has a recent proof in its session, with the strongest method. */
export async function hasRecentProof(actor: PersonActor): Promise<boolean> {
  return isRecent(actor, await requiredMethods(actor));
}

/**
 * Asserts a recent proof: in the session, or sent with the request. A proof that is sent with a request is verified and used
 * up even if the session has one. For an API key, the signature of the request is the proof.
 * @throws STEP_UP_REQUIRED with the methods, RATE_LIMITED after too many wrong codes
 */
export async function assertRecentProof(
  actor: UserActor,
  request: Request,
  { assertion, code, verified }: RequestProof,
): Promise<void> {
  if (actor.channel === "apiKey") return;
  const key = await findDeviceKey(actor);
  const methods = methodsOf(actor, key);
  if ((await consumeSent(actor, methods, key, request, { assertion, code })) !== undefined) return;
  if (verified !== undefined && methods.includes(verified)) return;
  if (!isRecent(actor, methods)) throw rejection(methods, missingReason(methods));
}

/**
 * Verifies the proof that was sent with a request, and uses it up.
 * @returns its method; undefined if the request has none
 * @throws STEP_UP_REQUIRED, RATE_LIMITED
 */
export async function consumeProof(
  actor: PersonActor,
  request: Request,
  proof: RequestProof,
): Promise<ProofMethod | undefined> {
  const key = await findDeviceKey(actor);
  const methods = methodsOf(actor, key);
  // After a reset a code is required for new recipients, even on a device with a key.
  const accepted = needsStrongProof(actor) ? [...new Set([...methods, ...strongMethods])] : methods;
  return consumeSent(actor, accepted, key, request, proof);
}

/**
 * Verifies a code of a request that a person sends in the wait after a reset, and uses it up.
 * @returns the actor of this request, whose session has the proof
 * @throws STEP_UP_REQUIRED, RATE_LIMITED
 */
export async function proveByCode<A extends PersonActor>(actor: A, code: string): Promise<A> {
  const { amr: methods } = continuedBy(actor, await consumeCode(actor, strongMethods, code));
  return { ...actor, authentication: { at: Clock.nowSeconds(), methods } };
}

async function consumeSent(
  actor: PersonActor,
  methods: readonly ProofMethod[],
  key: BiometricKey | undefined,
  request: Request,
  { assertion, code }: RequestProof,
): Promise<ProofMethod | undefined> {
  if (assertion !== undefined) {
    await consumeAssertion(actor, methods, key, request, assertion);
    return "biometric";
  }
  return code !== undefined && actor.means.secondFactor ? consumeCode(actor, methods, code) : undefined;
}

const missingReason = (methods: readonly ProofMethod[]): string =>
  methods.includes("biometric")
    ? "X-Biometric-Assertion is missing, and the session has no proof of the last five minutes"
    : methods.includes("totp")
      ? "X-2FA-Code is missing, and the session has no proof of the last five minutes"
      : "the session has no proof of the last five minutes";

/**
 * Verifies an assertion of a request that needs no proof. Does not use it up, because the handler may still require it.
 * @throws STEP_UP_REQUIRED
 */
export async function checkAssertion(actor: PersonActor, request: Request, assertion: string): Promise<void> {
  const key = await findDeviceKey(actor);
  if (!key) throw unknownKey(methodsOf(actor, key));
  const used = await verifyAssertion(assertion, actor.userId, key, request);
  if (await Table.get(used)) throw invalidAssertion("used");
}

const unknownKey = (methods: readonly ProofMethod[]): SvcError =>
  rejection(
    methods,
    "X-Biometric-Assertion is signed by a key that this device has not registered",
    text(
      "Biometrics are no longer set up on this device. Turn them on again.",
      "La biométrie n'est plus configurée sur cet appareil. Réactivez-la.",
    ),
  );

/** Verifies an assertion and uses it up. @throws STEP_UP_REQUIRED */
async function consumeAssertion(
  actor: PersonActor,
  methods: readonly ProofMethod[],
  key: BiometricKey | undefined,
  request: Request,
  assertion: string,
): Promise<void> {
  if (!key) throw unknownKey(methods);
  const used = await verifyAssertion(assertion, actor.userId, key, request);
  const item = { ...used, ttl: Clock.nowSeconds() + HOUR_SECONDS };
  const isFirst = await Table.ignoreConditionFailure(Table.put(item, Where.absent).then(() => true));
  if (!isFirst) throw invalidAssertion("used");
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

/** Verifies a code and uses it up. @returns its method @throws STEP_UP_REQUIRED, RATE_LIMITED */
async function consumeCode(
  actor: PersonActor,
  methods: readonly ProofMethod[],
  code: string,
): Promise<"totp" | "recovery"> {
  const entered = SecondFactor.parseCode(code);
  const method = SecondFactor.methodOf(entered);
  if (Object.keys(entered).length === 0 || !methods.includes(method))
    throw rejection(methods, missingReason(methods));
  await recover(TwoFactorInvalid, SecondFactor.use(actor, entered, actor.sessionId), () => {
    const { message, french } = TwoFactorInvalid;
    throw rejection(methods, "the code is wrong, too old or used", text(message, french));
  });
  return method;
}
