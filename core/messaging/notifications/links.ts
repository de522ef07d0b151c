import * as z from "zod";
import * as Events from "../../identity/events.ts";
import * as MailLinks from "../../identity/mail-links/index.ts";
import { EMAILS, EMAILS_SECONDS, type Purpose } from "../../identity/mail-links/schema.ts";
import * as UndoEmail from "../../identity/mail-links/undo-email.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import { publicOrigin } from "../../kernel/env.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import type { Attempt } from "./once.ts";

/**
 * Issues the links of emails when the email is written, so that neither the event nor the queue contains them. A second
 * delivery sends at most a second email, whose link replaces the first one.
 */

/** The payload of an event with its link. */
export interface Linked {
  readonly userId: string;
  readonly link?: string;
  readonly code?: string;
  /** An address other than the account's. */
  readonly to?: string;
}

/**
 * Protects a mailbox from a flood of requested emails. The account's owner loses nothing: the link of the latest email
 * is valid for at least the window. For another address, which several accounts may name, the user retries later.
 */
const limit: RateLimit.Limit = { bucket: "letters-to", max: EMAILS, windowSeconds: EMAILS_SECONDS };

/** Returns whether the limit allows an email. A retry is not counted, so a failing mail service does not use up the limit. */
async function mayWrite(to: string, purpose: Purpose, { isRetry }: Attempt): Promise<boolean> {
  if (isRetry) return true;
  const address = sha256Hex(to);
  return (await RateLimit.take(limit, `${purpose}:${address}`)).allowed;
}

const PAGES: Readonly<Record<Purpose, string>> = {
  "reset-password": "/auth/reset-password",
  "verify-email": "/auth/verify-email",
  "change-email": "/auth/change-email",
  "sign-in": "/auth/unlock",
};

const toLinked = (purpose: Purpose, userId: string, { token, code }: MailLinks.Secrets): Linked => ({
  userId,
  link: `${publicOrigin()}${PAGES[purpose]}?token=${token}`,
  ...(code !== undefined && { code }),
});

const ofAddress = z.object({ email: z.string() });
const ofUser = z.object({ userId: z.string() });
const formerAddress = ofUser.extend({ to: z.string(), changeId: z.string().optional() });

/** Issues a link for a request that named only an address. Undefined without an account, for a blocked one, or at the limit. */
const forAddress = (purpose: Purpose) => async (payload: unknown, attempt: Attempt) => {
  const { email } = ofAddress.parse(payload);
  const user = await Users.fromEmail(email);
  if (!user || user.blocked || !(await mayWrite(email, purpose, attempt))) return undefined;
  return toLinked(purpose, user.userId, await MailLinks.issue(user, purpose));
};

const issueVerification = async (user: User): Promise<Linked> =>
  toLinked("verify-email", user.userId, await MailLinks.issue(user, "verify-email"));

async function forWelcome(payload: unknown): Promise<Linked> {
  const { userId } = ofUser.parse(payload);
  const user = await Users.fromId(userId);
  return user && user.emailVerified === undefined ? issueVerification(user) : { userId };
}

async function forVerification(payload: unknown, attempt: Attempt): Promise<Linked | undefined> {
  const user = await Users.fromId(ofUser.parse(payload).userId);
  if (!user || user.blocked || user.emailVerified !== undefined) return undefined;
  return (await mayWrite(user.email, "verify-email", attempt)) ? issueVerification(user) : undefined;
}

async function forEmailChange(payload: unknown, attempt: Attempt): Promise<Linked | undefined> {
  const { userId, requestId } = ofUser.extend({ requestId: z.string() }).parse(payload);
  const request = { userId, requestId, purpose: "change-email" } as const;
  const to = (await MailLinks.findRequest(request))?.newEmail;
  // At the limit no code is issued either, because many accounts together could guess the code for one address.
  if (to === undefined || !(await mayWrite(to, "change-email", attempt))) return undefined;
  const secrets = await MailLinks.issueForRequest(request);
  return secrets && { ...toLinked("change-email", userId, secrets), to };
}

async function forFormerAddress(payload: unknown): Promise<Linked | undefined> {
  const { userId, to, changeId } = formerAddress.parse(payload);
  if (changeId === undefined) return { userId, to };
  const token = await UndoEmail.issueUndo({ userId, changeId });
  return token === undefined
    ? undefined
    : { userId, to, link: `${publicOrigin()}/auth/undo-email-change?token=${token}` };
}

type Issuer = (payload: unknown, attempt: Attempt) => Promise<Linked | undefined>;

const issuers = new Map<string, Issuer>([
  [Events.passwordResetRequested.type, forAddress("reset-password")],
  [Events.signInChallenged.type, forAddress("sign-in")],
  [Events.UserRegistered.type, forWelcome],
  [Events.verificationRequested.type, forVerification],
  [Events.emailChangeRequested.type, forEmailChange],
  [Events.emailChanged.type, forFormerAddress],
]);

/** Returns the event with the link of its email, if it has one; undefined if no email is to be sent. */
export async function withLink(event: Event, attempt: Attempt): Promise<Event | undefined> {
  const issue = issuers.get(event.type);
  if (!issue) return event;
  const payload = await issue(event.payload, attempt);
  return payload && { ...event, payload };
}
