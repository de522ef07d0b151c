import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import * as Events from "../events.ts";
import * as Users from "../users.ts";
import { EmailVerifiedAlready, InvalidMailLink } from "./errors.ts";
import * as MailLinks from "./index.ts";
import type { Shown } from "./schema.ts";

/**
 * Verification of an account's address. It needs the email and a session of the account. With the email alone, a person
 * would verify an account that a stranger has opened at that address, and share it.
 */

/** Requests the email that verifies the actor's address. @throws AUTH_EMAIL_VERIFIED */
export async function request(actor: UserActor): Promise<void> {
  const user = await Users.own(actor);
  if (user.emailVerified !== undefined) throw fail(EmailVerifiedAlready);
  const event = Outbox.write(Events.verificationRequested, { userId: user.userId });
  await Table.commit([event]);
  await Outbox.dispatch(event);
}

/** Verifies the actor's address. @throws AUTH_INVALID_LINK */
export async function confirm(actor: UserActor, shown: Shown): Promise<void> {
  const { user, used } = await MailLinks.openOwn(actor, "verify-email", shown);
  const { userId, email, securityStamp } = user;
  const now = Clock.nowIso();
  await Table.commit([
    used,
    {
      update: userProfile.key({ userId }),
      set: { emailVerified: now, updatedAt: now },
      where: Where.is({ email, securityStamp }),
      onConditionFailed: InvalidMailLink,
    },
  ]);
}
