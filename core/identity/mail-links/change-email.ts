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
import { addressOf, isAtVersion, type User } from "../user.ts";
import * as Users from "../users.ts";
import { mailLink } from "./entity.ts";
import { InvalidMailLink, SameEmail } from "./errors.ts";
import * as MailLinks from "./index.ts";
import { LETTERS, LETTERS_SECONDS, type Shown } from "./schema.ts";

/**
 * Changes of an account's address. A session of the account asks, and one confirms with the email to the new address, so
 * nobody gets an account at their address by opening another person's email.
 */

/** A request replaces the one before, so the limit leaves time to use its email. */
const limit: RateLimit.Limit = { bucket: "email-changes", max: LETTERS, windowSeconds: LETTERS_SECONDS };

/** The response reveals whether an address is taken, so an account may ask for few: as many as the web's route allows. */
const tries: RateLimit.Limit = { bucket: "email-change-tries", max: 5, windowSeconds: 900 };

/**
 * Asks for another address: an email to the new one confirms it, one to the present one reports it. The account does not
 * change before `confirm`, and a second request replaces the first. The caller has confirmed the request: by the password on
 * the web, by step-up on a device.
 * @throws AUTH_EMAIL_TAKEN, as at registration; AUTH_SAME_EMAIL; UNAUTHORIZED if the credential has ended; RATE_LIMITED
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
  const events = [
    Outbox.write(Events.emailChangeRequested, { userId, requestId }),
    Outbox.write(Events.emailChangeTold, { userId, to: user.email }),
  ];
  const record = mailLink.item({
    ...MailLinks.boundTo(user, "change-email"),
    requestId,
    newEmail: to,
  });
  await Table.commit([Stamp.stillHolds(actor), { put: record }, ...events]);
  await Promise.all(events.map(Outbox.dispatch));
}

/**
 * Gives the actor's account the new address.
 * @returns the new address
 * @throws AUTH_INVALID_LINK, AUTH_EMAIL_TAKEN if another account has taken it
 */
export const confirm = (actor: UserActor, shown: Shown): Promise<string> =>
  Table.change(
    () => MailLinks.openOwn(actor, "change-email", shown),
    ({ user, link, used }) => {
      if (link.newEmail === undefined) throw fail(InvalidMailLink);
      return { writes: [used, ...changing(user, link.newEmail)], result: link.newEmail };
    },
  );

function changing(user: User, to: string): Table.Write[] {
  const { userId, email: from, securityStamp, version } = user;
  const now = Clock.nowIso();
  return [
    { put: { ...emailClaim.key({ email: to }), userId }, where: Where.absent, onConditionFailed: EmailTaken },
    { remove: emailClaim.key({ email: from }), where: Where.is({ userId }) },
    {
      update: userProfile.key({ userId }),
      set: { email: to, emailVerified: now, updatedAt: now, version: version + 1 },
      where: Where.all(Where.is({ email: from, securityStamp }), isAtVersion("version", version)),
    },
    Outbox.write(Events.emailChanged, { userId, to: from }),
    Outbox.write(Events.emailChanged, { userId, to }),
  ];
}
