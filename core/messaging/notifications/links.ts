import * as z from "zod";
import * as Events from "../../identity/events.ts";
import * as MailLinks from "../../identity/mail-links/index.ts";
import { LETTERS, LETTERS_SECONDS, type Purpose } from "../../identity/mail-links/schema.ts";
import { publicOrigin } from "../../identity/oauth/callback-url.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import type { Event } from "../../platform/outbox/index.ts";
import * as RateLimit from "../../platform/ratelimit/index.ts";
import type { Attempt } from "./once.ts";

/**
 * Links of letters, made as the letter is written: an event has none, and neither has the queue that brought
 * it. A second delivery writes a second letter at most, whose link takes the place of the first one's.
 */

/** What a letter with a link tells of. */
export interface Linked {
  readonly userId: string;
  readonly link?: string;
  readonly code?: string;
  /** Another address than the account's. */
  readonly to?: string;
}

/**
 * Nobody's mailbox is flooded by who asks for letters. Of one's own address, who is refused for it lost nothing:
 * the link of the latest letter holds as long as these are counted, at least. At another address, which several
 * accounts may ask for, it is asked for again later.
 */
const limit: RateLimit.Limit = { bucket: "letters-to", max: LETTERS, windowSeconds: LETTERS_SECONDS };

/** A letter that is tried again was counted: a mail service that fails uses nobody's letters up. */
async function mayWrite(to: string, purpose: Purpose, { isAgain }: Attempt): Promise<boolean> {
  if (isAgain) return true;
  const address = sha256Hex(to);
  return (await RateLimit.take(limit, `${purpose}:${address}`)).allowed;
}

const PAGES: Readonly<Record<Purpose, string>> = {
  "reset-password": "/auth/reset-password",
  "verify-email": "/auth/verify-email",
  "change-email": "/auth/change-email",
  "sign-in": "/auth/unlock",
};

const linked = (purpose: Purpose, userId: string, { token, code }: MailLinks.Secrets): Linked => ({
  userId,
  link: `${publicOrigin()}${PAGES[purpose]}?token=${token}`,
  ...(code !== undefined && { code }),
});

const ofAddress = z.object({ email: z.string() });
const ofUser = z.object({ userId: z.string() });

/** Of an address that anybody may name: who has no account there, or is blocked, is not written to. */
const toAddress = (purpose: Purpose) => async (payload: unknown, attempt: Attempt) => {
  const { email } = ofAddress.parse(payload);
  const user = await Users.fromEmail(email);
  if (!user || user.blocked || !(await mayWrite(email, purpose, attempt))) return undefined;
  return linked(purpose, user.userId, await MailLinks.issue(user, purpose));
};

const verifying = async (user: User): Promise<Linked> =>
  linked("verify-email", user.userId, await MailLinks.issue(user, "verify-email"));

async function welcome(payload: unknown): Promise<Linked> {
  const { userId } = ofUser.parse(payload);
  const user = await Users.fromId(userId);
  return user && user.emailVerified === undefined ? verifying(user) : { userId };
}

async function verification(payload: unknown, attempt: Attempt): Promise<Linked | undefined> {
  const user = await Users.fromId(ofUser.parse(payload).userId);
  if (!user || user.blocked || user.emailVerified !== undefined) return undefined;
  return (await mayWrite(user.email, "verify-email", attempt)) ? verifying(user) : undefined;
}

async function change(payload: unknown, attempt: Attempt): Promise<Linked | undefined> {
  const { userId, requestId } = ofUser.extend({ requestId: z.string() }).parse(payload);
  const request = { userId, requestId, purpose: "change-email" } as const;
  const to = (await MailLinks.requested(request))?.newEmail;
  // Without a letter there is no code either: many accounts together would guess one of an address.
  if (to === undefined || !(await mayWrite(to, "change-email", attempt))) return undefined;
  const secrets = await MailLinks.issueFor(request);
  return secrets && { ...linked("change-email", userId, secrets), to };
}

type Make = (payload: unknown, attempt: Attempt) => Promise<Linked | undefined>;

const makers = new Map<string, Make>([
  [Events.passwordResetRequested.type, toAddress("reset-password")],
  [Events.signInChallenged.type, toAddress("sign-in")],
  [Events.UserRegistered.type, welcome],
  [Events.verificationRequested.type, verification],
  [Events.emailChangeRequested.type, change],
]);

/** The event with the link of its letter, where that has one; undefined where there is no letter to write. */
export async function withLink(event: Event, attempt: Attempt): Promise<Event | undefined> {
  const make = makers.get(event.type);
  if (!make) return event;
  const payload = await make(event.payload, attempt);
  return payload && { ...event, payload };
}
