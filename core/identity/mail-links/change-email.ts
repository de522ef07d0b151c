import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { emailClaim, userProfile } from "../entity.ts";
import { EmailTaken } from "../errors.ts";
import * as Events from "../events.ts";
import * as Stamp from "../stamp.ts";
import { addressOf, type User } from "../user.ts";
import * as Users from "../users.ts";
import { mailLink } from "./entity.ts";
import { InvalidMailLink, SameEmail } from "./errors.ts";
import * as MailLinks from "./index.ts";
import { LETTERS, LETTERS_SECONDS, type Shown } from "./schema.ts";

/**
 * A change of an account's address. It is asked for by a session of the account and confirmed by one, with the
 * letter to the new address: nobody gets an account at their address by opening somebody else's letter.
 */

/** A request takes the place of the one before: so many get their letters. */
const limit: RateLimit.Limit = { bucket: "email-changes", max: LETTERS, windowSeconds: LETTERS_SECONDS };

/** An address that is taken is named, so an account asks for few: as many as the web's route takes. */
const tries: RateLimit.Limit = { bucket: "email-change-tries", max: 5, windowSeconds: 900 };

/**
 * Asks for another address: a letter to the new one confirms it, one to the present one tells. Nothing of the
 * account changes before `confirm`; a second request takes the place of the first. Whoever calls has seen what
 * a change of the address asks for: the password on the web, step-up on a device.
 *
 * For `PATCH /user/profile`: where `email` differs from the profile's, call this and answer the profile as it
 * still is. Grants: `table: "write"`, `queues: ["notifications"]`; errors: EmailTaken, SameEmail.
 * @throws AUTH_EMAIL_TAKEN, as at registration; AUTH_SAME_EMAIL; UNAUTHORIZED where the credential has ended;
 *   RATE_LIMITED
 */
export async function request(actor: UserActor, newEmail: string): Promise<void> {
  const user = await Users.own(actor);
  if (!Stamp.isOf(actor, user)) throw fail(Unauthenticated);
  const to = addressOf(newEmail);
  if (to === user.email) throw fail(SameEmail);
  const { userId } = user;
  await RateLimit.spend(tries, userId);
  if (await Table.get(emailClaim.key({ email: to }))) throw fail(EmailTaken);
  await RateLimit.spend(limit, userId);
  const requestId = Ids.secret(12);
  const asked = [
    Outbox.write(Events.emailChangeRequested, { userId, requestId }),
    Outbox.write(Events.emailChangeTold, { userId, to: user.email }),
  ];
  const record = mailLink.item({
    ...MailLinks.boundTo(user, "change-email"),
    requestId,
    newEmail: to,
  });
  await Table.commit([Stamp.stillHolds(actor), { put: record }, ...asked]);
  await Promise.all(asked.map(Outbox.dispatch));
}

/**
 * Gives the actor's account the address whose letter says so.
 * @returns the new address
 * @throws AUTH_INVALID_LINK, AUTH_EMAIL_TAKEN where somebody has taken it meanwhile
 */
export async function confirm(actor: UserActor, shown: Shown): Promise<string> {
  // Decided anew where the profile was changed meanwhile: by then the link holds, or it does not.
  return Table.change(
    () => MailLinks.openOwn(actor, "change-email", shown),
    ({ user, link, used }) => {
      if (link.newEmail === undefined) throw fail(InvalidMailLink);
      return { writes: [used, ...moved(user, link.newEmail)], result: link.newEmail };
    },
  );
}

/** The old claim goes, the new one comes, and the account has it: in one transaction, or not at all. */
function moved(user: User, to: string): Table.Write[] {
  const { userId, email: from, securityStamp, version } = user;
  const now = Clock.nowIso();
  return [
    { put: { ...emailClaim.key({ email: to }), userId }, where: Where.absent, onConditionFailed: EmailTaken },
    { remove: emailClaim.key({ email: from }), where: Where.is({ userId }) },
    {
      update: userProfile.key({ userId }),
      set: { email: to, emailVerified: now, updatedAt: now, version: version + 1 },
      where: Where.all(
        Where.is({ email: from, securityStamp }),
        version === 1 ? Where.any(Where.lacks("version"), Where.is({ version })) : Where.is({ version }),
      ),
    },
    Outbox.write(Events.emailChanged, { userId, to: from }),
    Outbox.write(Events.emailChanged, { userId, to }),
  ];
}
