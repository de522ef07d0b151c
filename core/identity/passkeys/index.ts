import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { PersonActor, UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { LastSignInMethod } from "../errors.ts";
import * as Events from "../events.ts";
import { newRecoveryCodes } from "../second-factor/codes.ts";
import { secondFactor } from "../second-factor/entity.ts";
import { isUnchanged, recoveryCodesWrite, storedOf } from "../second-factor/use.ts";
import * as Sessions from "../sessions.ts";
import * as Stamp from "../stamp.ts";
import { areAccountsUnchanged, fromItem, type User } from "../user.ts";
import * as Challenges from "./challenges.ts";
import { passkey, passkeyClaim } from "./entity.ts";
import {
  MAX_PASSKEYS,
  PasskeyAlreadyRegistered,
  PasskeyLimit,
  PasskeyNotCreated,
  PasskeyNotFound,
} from "./errors.ts";
import { relyingParty } from "./relying-party.ts";
import { CHALLENGE_SECONDS, type OwnPasskey, type RegistrationResponse } from "./schema.ts";
import {
  descriptorsOf,
  idOf,
  listStored,
  ownedBy,
  removalWrites,
  type StoredPasskey,
  storedCount,
  toOwnPasskey,
} from "./stored.ts";
import { reasonOf } from "./use.ts";

/**
 * The passkeys of an account. A passkey signs in alone, and is a second factor: while an account has one, a sign-in with a
 * password also requires a code, a recovery code or a passkey. The first one therefore comes with recovery codes. A new
 * password leaves passkeys in place, because otherwise access to the mailbox would be enough. A hand-over removes them.
 */

/** EdDSA, ES256 and RS256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Returns the options to create a passkey, which `register` completes. @throws PASSKEY_LIMIT_REACHED */
export async function creationOptions(actor: PersonActor) {
  const { userId, sessionId, email, name } = actor;
  const [existing, challenge] = await Promise.all([
    listStored(actor),
    Challenges.issue({ purpose: "registration", sessionId }),
  ]);
  if (existing.length >= MAX_PASSKEYS) throw fail(PasskeyLimit);
  const { generateRegistrationOptions } = await import("./webauthn.lazy.ts");
  const { id } = relyingParty();
  const timeout = CHALLENGE_SECONDS * 1000;
  const options = await generateRegistrationOptions({
    rpName: "svc",
    rpID: id,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: name,
    challenge,
    timeout,
    attestationType: "none",
    excludeCredentials: descriptorsOf(existing),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return {
    ...options,
    rp: { ...options.rp, id },
    timeout,
    excludeCredentials: options.excludeCredentials ?? [],
  };
}

export interface Registered {
  readonly passkey: OwnPasskey;
  /** Set if the account had none. They are returned only once. */
  readonly recoveryCodes?: string[];
}

/**
 * Adds a passkey to the actor's account, and records it as a proof in the session. The owner is notified.
 * @throws PASSKEY_NOT_CREATED, PASSKEY_ALREADY_REGISTERED, PASSKEY_LIMIT_REACHED, SESSION_ENDED, UNAUTHORIZED
 */
export async function register(
  actor: PersonActor,
  { name, response }: { readonly name: string; readonly response: RegistrationResponse },
): Promise<Registered> {
  const { credentialId, ...verified } = await verify(actor, response);
  const { userId, ownershipId } = actor;
  const passkeyId = idOf(credentialId);
  const created: StoredPasskey = {
    ...{ userId, passkeyId, ownershipId, credentialId, name, createdAt: Clock.nowIso() },
    ...verified,
  };
  const codes = newRecoveryCodes();
  const hasNewCodes = await Table.change(
    () => read(actor),
    ({ user, factor }) => {
      if (user.passkeys >= MAX_PASSKEYS) throw fail(PasskeyLimit);
      const needsCodes = (storedOf(factor, user)?.recoveryHashes ?? []).length === 0;
      const writes: Table.Write[] = [
        countWrite(user, user.passkeys + 1, user.secondFactorAt ?? Clock.nowIso()),
        {
          put: { ...passkeyClaim.key({ passkeyId }), userId },
          where: Where.absent,
          onConditionFailed: PasskeyAlreadyRegistered,
        },
        { put: passkey.item(created), where: Where.absent, onConditionFailed: PasskeyAlreadyRegistered },
        needsCodes
          ? recoveryCodesWrite(user, factor, codes)
          : { check: secondFactor.key({ userId }), where: isUnchanged(factor) },
        Sessions.proofWrite(actor, ["passkey"]),
        Outbox.write(Events.passkeyAdded, { userId }),
      ];
      return { writes, result: needsCodes };
    },
  );
  return { passkey: toOwnPasskey(created), ...(hasNewCodes && { recoveryCodes: codes }) };
}

async function verify(actor: PersonActor, response: RegistrationResponse) {
  const { sessionId } = actor;
  const challenge = Challenges.challengeOf(response.response);
  if (
    challenge === undefined ||
    !(await Challenges.consume(challenge, { purpose: "registration", sessionId }))
  )
    throw rejection("the challenge is unknown, of another session, older than 5 minutes or used");
  const { verifyRegistrationResponse } = await import("./webauthn.lazy.ts");
  const { id, origins } = relyingParty();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((error: unknown) => {
    throw rejection(reasonOf(error));
  });
  if (!verified) throw rejection("the attestation is wrong");
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
  };
}

/** @param reason a message for the developer of an app */
const rejection = (reason: string) => fail(PasskeyNotCreated, { details: { reason } });

/** Reads the actor's account and second factor. @throws UNAUTHORIZED after a change of the credentials */
async function read(actor: UserActor, passkeyId?: string) {
  const { userId } = actor;
  const [profile, factor, item] = await Table.getMany([
    userProfile.key({ userId }),
    secondFactor.key({ userId }),
    ...(passkeyId === undefined ? [] : [passkey.key({ userId, passkeyId })]),
  ]);
  const user = profile && fromItem(profile);
  if (!user || !Stamp.matches(actor, user)) throw fail(Unauthenticated);
  return { user, passwordId: userProfile.parse(profile).passwordId, factor, item };
}

/** Returns the write of the number of passkeys, and of whether the account has a second factor. */
const countWrite = (
  { userId, securityStamp, passkeys, secondFactorAt }: User,
  count: number,
  nowSecondFactorAt: string | undefined,
  also: readonly Where.Where[] = [],
): Table.Write => ({
  update: userProfile.key({ userId }),
  set: { passkeys: storedCount(count), secondFactorAt: nowSecondFactorAt, updatedAt: Clock.nowIso() },
  where: Where.all(Where.is({ securityStamp, secondFactorAt, passkeys: storedCount(passkeys) }), ...also),
});

/**
 * Removes a passkey, and notifies the owner. Without the last one and without an authenticator, the second factor and its
 * recovery codes end.
 * @throws PASSKEY_NOT_FOUND; AUTH_LAST_SIGN_IN_METHOD if the user could no longer sign in; UNAUTHORIZED
 */
export const remove = (actor: UserActor, passkeyId: string): Promise<void> =>
  Table.change(
    () => read(actor, passkeyId),
    ({ user, passwordId, factor, item }) => {
      const found = ownedBy(user, item);
      if (!found) throw fail(PasskeyNotFound);
      const { userId } = user;
      const count = Math.max(0, user.passkeys - 1);
      if (count === 0 && passwordId === undefined && user.accounts.length === 0) throw fail(LastSignInMethod);
      const endsSecondFactor = count === 0 && storedOf(factor, user)?.secret === undefined;
      const key = secondFactor.key({ userId });
      const where = isUnchanged(factor);
      const writes: Table.Write[] = [
        countWrite(user, count, endsSecondFactor ? undefined : user.secondFactorAt, [
          Where.is({ passwordId }),
          areAccountsUnchanged(user),
        ]),
        ...removalWrites(found),
        endsSecondFactor ? { remove: key, where } : { check: key, where },
        Outbox.write(Events.passkeyRemoved, { userId }),
        ...(endsSecondFactor ? [Outbox.write(Events.secondFactorOff, { userId })] : []),
      ];
      return { writes, result: undefined };
    },
  );
