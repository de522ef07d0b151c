import * as Clock from "../../kernel/clock/index.ts";
import { fail, type SvcError } from "../../kernel/errors.ts";
import { log } from "../../platform/log.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { PersonActor } from "../actor.ts";
import { fraudRecord } from "../entity.ts";
import { AccountBlocked } from "../errors.ts";
import { passkeyCopied } from "../events.ts";
import { type Client, clientOf } from "../sessions.ts";
import * as Throttle from "../throttle.ts";
import { type AuthenticatedUser, fromItem } from "../user.ts";
import * as Users from "../users.ts";
import * as Challenges from "./challenges.ts";
import { passkey, passkeyClaim } from "./entity.ts";
import { PasskeyInvalid } from "./errors.ts";
import { relyingParty } from "./relying-party.ts";
import { type AuthenticationResponse, CHALLENGE_SECONDS } from "./schema.ts";
import { descriptorsOf, idOf, listStored, type Owner, ownedBy, type StoredPasskey } from "./stored.ts";

/**
 * Uses of a passkey: a sign-in, and a proof of who acts in a session. The authenticator verifies the user by fingerprint, face
 * or PIN, so that a passkey is two factors in one step.
 */

/** Returns the options of a sign-in. They name no account, so the browser offers all passkeys of this site. */
export const signInOptions = () => requestOptions({ purpose: "sign-in" }, []);

/** Returns the options of a proof with one of the actor's passkeys. */
export async function proofOptions(actor: PersonActor) {
  const { sessionId } = actor;
  return requestOptions({ purpose: "proof", sessionId }, await listStored(actor));
}

async function requestOptions(use: Challenges.Use, allowed: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await import("./webauthn.lazy.ts");
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: await Challenges.issue(use),
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: "required",
    ...(allowed.length > 0 && { allowCredentials: descriptorsOf(allowed) }),
  });
  return {
    ...options,
    rpId: relyingParty().id,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: "required" as const,
  };
}

/** @param reason a message for the developer of an app */
const rejection = (reason: string): SvcError => fail(PasskeyInvalid, { details: { reason } });

/** The reason if the passkey is unknown or the signature wrong, so that the two cannot be told apart. */
const UNKNOWN = "the passkey is unknown, or its signature is wrong";
const NO_CHALLENGE = "the challenge is unknown, of another session, older than 5 minutes or used";

/**
 * Returns the user of a passkey. A passkey proves the second factor as well.
 * @throws PASSKEY_INVALID, AUTH_ACCOUNT_BLOCKED only after a right signature
 */
export async function signIn(response: AuthenticationResponse, client: Client): Promise<AuthenticatedUser> {
  const passkeyId = idOf(response.id);
  const challenge = Challenges.challengeOf(response.response);
  const [isFresh, claim] = await Promise.all([
    challenge !== undefined && Challenges.consume(challenge, { purpose: "sign-in" }),
    Table.find(passkeyClaim, { passkeyId }),
  ]);
  if (challenge === undefined || !isFresh) throw rejection(NO_CHALLENGE);
  if (!claim) throw rejection(UNKNOWN);
  const { userId } = claim;
  const keys = [
    Users.keyOf(userId),
    passkey.key({ userId, passkeyId }),
    Throttle.addressKey(userId, client.ip),
  ];
  const [profile, item, address] = await Table.getMany(keys);
  const user = profile && fromItem(profile);
  const stored = user && ownedBy(user, item);
  if (!user || !stored) throw rejection(UNKNOWN);
  await verify(response, { challenge, stored, client });
  if (user.blocked) throw fail(AccountBlocked);
  return {
    ...user,
    isNewClient: !Throttle.isKnown(address, user),
    secondFactorProven: user.secondFactorAt,
    amr: ["passkey"],
  };
}

/**
 * Verifies that the actor has used a passkey for a proof in this session.
 * @throws PASSKEY_INVALID
 */
export async function prove(
  actor: PersonActor,
  response: AuthenticationResponse,
  client: Client,
): Promise<void> {
  const { userId, sessionId } = actor;
  const challenge = Challenges.challengeOf(response.response);
  const [isFresh, item] = await Promise.all([
    challenge !== undefined && Challenges.consume(challenge, { purpose: "proof", sessionId }),
    Table.get(passkey.key({ userId, passkeyId: idOf(response.id) })),
  ]);
  if (challenge === undefined || !isFresh) throw rejection(NO_CHALLENGE);
  const stored = ownedBy(actor, item);
  if (!stored) throw rejection(UNKNOWN);
  await verify(response, { challenge, stored, client });
}

interface Attempt {
  readonly challenge: string;
  readonly stored: StoredPasskey;
  readonly client: Client;
}

/** Verifies a signature and records the use. @throws PASSKEY_INVALID */
async function verify(response: AuthenticationResponse, attempt: Attempt): Promise<void> {
  const { challenge, stored } = attempt;
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(stored)) throw rejection(UNKNOWN);
  const { verifyAuthenticationResponse } = await import("./webauthn.lazy.ts");
  const { id, origins } = relyingParty();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")),
      // The counter is compared by the write below, so that parallel uses cannot repeat one.
      counter: 0,
    },
  }).catch((error: unknown) => {
    throw rejection(reasonOf(error));
  });
  if (!verified) throw rejection(UNKNOWN);
  const { newCounter, credentialBackedUp } = authenticationInfo;
  await recordUse(attempt, newCounter, credentialBackedUp);
}

/** Returns the library's message, which names the part of a response that does not match. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 300) : "";

/** Returns the user handle that authenticators store with a passkey and return at its use. */
export const userHandleOf = ({ userId }: Pick<Owner, "userId">): string =>
  Buffer.from(userId).toString("base64url");

/**
 * Records a use on condition that the counter has grown. Authenticators of synced passkeys do not count and always send 0.
 * A counter that has not grown means that a copy of the key exists (Web Authentication, section 6.1.1): the use is rejected,
 * recorded as fraud, and the owner notified.
 * @throws PASSKEY_INVALID
 */
async function recordUse({ stored, client }: Attempt, counter: number, isBackedUp: boolean): Promise<void> {
  const { ownershipId, publicKey } = stored;
  const hasGrown = counter === 0 ? Where.is({ counter }) : Where.below("counter", counter);
  try {
    await Table.update(passkey.key(stored), {
      set: { counter, isBackedUp, lastUsedAt: Clock.nowIso() },
      where: Where.all(Where.is({ ownershipId, publicKey }), hasGrown),
    });
  } catch (error) {
    if (!(error instanceof Table.ConditionFailed)) throw error;
    const current = error.item && passkey.parse(error.item);
    if (current?.ownershipId !== ownershipId || current.publicKey !== publicKey) throw rejection(UNKNOWN);
    await flagCopy(current, client, counter);
    throw rejection("the signature counter has not grown: the passkey may have been copied");
  }
}

async function flagCopy(
  { userId, passkeyId, createdAt: addedAt, counter: expectedAbove }: StoredPasskey,
  client: Client,
  counter: number,
): Promise<void> {
  const at = Clock.nowIso();
  log.warn("passkeys: signature counter has not grown, use rejected and owner notified", {
    ...{ userId, passkeyId, counter, expectedAbove },
  });
  const record = fraudRecord.item({
    ...{ userId, at, sessionId: passkeyId, what: "passkey-counter-not-grown" },
    ...clientOf(client),
  });
  await Table.commit([{ put: record }, Outbox.write(passkeyCopied, { userId, addedAt })]);
}
