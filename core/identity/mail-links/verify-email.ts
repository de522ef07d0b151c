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
import type { LinkProof } from "./schema.ts";

/**
 * Verification of an account's address. It needs both the link in the email and a session of the account. With the link alone, a
 * user could verify an account that an attacker has registered with the user's address, and share it with the attacker.
 */

/** Requests the email that verifies the actor's address. @throws AUTH_EMAIL_VERIFIED */
export async function request(actor: UserActor): Promise<void> {
  const user = await Users.readOwn(actor);
  if (user.emailVerified !== undefined) throw fail(EmailVerifiedAlready);
  const event = Outbox.write(Events.verificationRequested, { userId: user.userId });
  await Table.commit([event]);
  await Outbox.dispatch(event);
}

/** Verifies the actor's address. @throws AUTH_INVALID_LINK */
export async function confirm(actor: UserActor, proof: LinkProof): Promise<void> {
  const { user, consumeWrite } = await MailLinks.openOwn(actor, "verify-email", proof);
  const { userId, email, securityStamp } = user;
  const now = Clock.nowIso();
  await Table.commit([
    consumeWrite,
    {
      update: userProfile.key({ userId }),
      set: { emailVerified: now, updatedAt: now },
      where: Where.is({ email, securityStamp }),
      onConditionFailed: InvalidMailLink,
    },
  ]);
}
