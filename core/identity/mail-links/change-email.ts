import * as Clock from "../../kernel/clock/index.ts";
import { fail, Unauthenticated } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import * as EmailClaims from "../email-claims.ts";
import { emailClaim, userProfile } from "../entity.ts";
import { EmailTaken } from "../errors.ts";
import * as Events from "../events.ts";
import { resetFields } from "../resets.ts";
import * as Stamp from "../stamp.ts";
import { addressOf, isAtVersion, type User } from "../user.ts";
import * as Users from "../users.ts";
import { mailLink } from "./entity.ts";
import { InvalidMailLink, SameEmail } from "./errors.ts";
import * as MailLinks from "./index.ts";
import { EMAILS, EMAILS_SECONDS, type LinkProof } from "./schema.ts";
import * as UndoEmail from "./undo-email.ts";

/**
 * Changes the email address of an account. The request and its confirmation both need a session of the account, and the
 * confirmation the link in the email to the new address. Opening the email alone changes no account.
 */

/** A request replaces the previous one. The limit leaves the owner time to use the email of a request. */
const emailLimit: RateLimit.Limit = { bucket: "email-changes", max: EMAILS, windowSeconds: EMAILS_SECONDS };

/** The response reveals whether an address has an account, so an account gets few attempts: as many as the web's route allows. */
const attemptLimit: RateLimit.Limit = { bucket: "email-change-tries", max: 5, windowSeconds: 900 };

/**
 * Requests another email address. An email to the new address contains the link that confirms it, an email to the current address
 * reports the request. A second request replaces the first. The caller has checked that there is a recent proof of who acts.
 * @throws AUTH_EMAIL_TAKEN, as at registration; AUTH_SAME_EMAIL; UNAUTHORIZED if the credential has ended; RATE_LIMITED
 */
export async function request(actor: UserActor, newEmail: string): Promise<void> {
  const user = await Users.readOwn(actor);
  if (!Stamp.matches(actor, user)) throw fail(Unauthenticated);
  const to = addressOf(newEmail);
  if (to === user.email) throw fail(SameEmail);
  const { userId } = user;
  await RateLimit.spend(attemptLimit, userId);
  if (EmailClaims.isTaken(await Table.get(emailClaim.key({ email: to })), userId)) throw fail(EmailTaken);
  await RateLimit.spend(emailLimit, userId);
  const requestId = Ids.secret(12);
  const events = [
    Outbox.write(Events.emailChangeRequested, { userId, requestId }),
    Outbox.write(Events.emailChangeReported, { userId, to: user.email }),
  ];
  const record = mailLink.item({
    ...MailLinks.linkAttributes(user, "change-email"),
    requestId,
    newEmail: to,
  });
  await Table.commit([Stamp.assertUnchanged(actor), { put: record }, ...events]);
  await Promise.all(events.map(Outbox.dispatch));
}

/**
 * Changes the address of the actor's account to the requested one. The former one, if verified, gets a link to undo the change.
 * @returns the new address
 * @throws AUTH_INVALID_LINK, AUTH_EMAIL_TAKEN if another account has the address, RATE_LIMITED, CONTENTION
 */
export const confirm = (actor: UserActor, proof: LinkProof): Promise<string> =>
  Table.change(
    () =>
      Promise.all([MailLinks.openOwn(actor, "change-email", proof), UndoEmail.listReversals(actor.userId)]),
    ([{ user, link, consumeWrite }, reversals]) => {
      if (link.newEmail === undefined) throw fail(InvalidMailLink);
      UndoEmail.assertMayChange(reversals);
      return { writes: [consumeWrite, ...emailChangeWrites(user, link.newEmail)], result: link.newEmail };
    },
  );

function emailChangeWrites(user: User, to: string): Table.Write[] {
  const { userId, email: from, emailVerified, securityStamp, version } = user;
  const now = Clock.nowIso();
  return [
    EmailClaims.claimWrite(to, userId),
    // An address that was never verified may be another person's, who gets no power over the account.
    ...(emailVerified === undefined
      ? [
          EmailClaims.releaseWrite({ userId, email: from }),
          Outbox.write(Events.emailChanged, { userId, to: from }),
        ]
      : UndoEmail.reversibleWrites(user)),
    {
      update: userProfile.key({ userId }),
      set: {
        ...resetFields(user, now),
        ...{ email: to, emailVerified: now, updatedAt: now, version: version + 1 },
      },
      where: Where.all(Where.is({ email: from, securityStamp }), isAtVersion("version", version)),
    },
    Outbox.write(Events.emailChanged, { userId, to }),
  ];
}
