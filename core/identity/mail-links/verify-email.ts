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
 * Verification of an account's address. It takes both: the letter, and a session of the account. By the letter
 * alone somebody would prove an account that a stranger has opened at their address, and share it with them.
 */

/** Has a letter sent that verifies the actor's address. @throws AUTH_EMAIL_VERIFIED */
export async function request(actor: UserActor): Promise<void> {
  const user = await Users.own(actor);
  if (user.emailVerified !== undefined) throw fail(EmailVerifiedAlready);
  const asked = Outbox.write(Events.verificationRequested, { userId: user.userId });
  await Table.commit([asked]);
  await Outbox.dispatch(asked);
}

/** Verifies the actor's address, by what its letter says. @throws AUTH_INVALID_LINK */
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
