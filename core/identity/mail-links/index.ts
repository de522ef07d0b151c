import { randomInt, timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { type ErrorDefinition, fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { purposeOf, seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { userProfile } from "../entity.ts";
import { fromItem, type User } from "../user.ts";
import { mailLink } from "./entity.ts";
import { InvalidMailLink, InvalidResetToken } from "./errors.ts";
import { CODE_TRIES, LIFETIME_SECONDS, type LinkProof, type Purpose } from "./schema.ts";

/**
 * Links in emails. A link has one purpose, works once and for a limited time, for one account and address. A change of the
 * security stamp makes it invalid. It is generated when its email is sent, so that no event and no queue contains it; the table
 * stores only its hash. An account has one record for each purpose, so that a newer email makes the older link invalid.
 */

type Link = ReturnType<typeof mailLink.parse>;

/** The secrets in an email. They are returned only once. */
export interface Secrets {
  readonly token: string;
  /** Six digits, for a user who reads the email on another machine. */
  readonly code?: string;
}

/** The purposes with a code, because the user is signed in. */
const WITH_CODE: ReadonlySet<Purpose> = new Set(["verify-email", "change-email"]);

const sealedFor = (userId: string, purpose: Purpose) =>
  purposeOf(mailLink, "sealedCode", { userId, purpose });

/** Returns the attributes that bind a link to its account. */
export const linkAttributes = ({ userId, email, securityStamp }: User, purpose: Purpose) => ({
  userId,
  purpose,
  email,
  securityStamp,
  ttl: Clock.nowSeconds() + LIFETIME_SECONDS[purpose],
});

/** Generates secrets, and the attributes that store them. */
async function makeSecrets(userId: string, purpose: Purpose) {
  const secret = Ids.secret();
  const token = `${userId}.${secret}`;
  const stored = { tokenHash: sha256Hex(secret), codeTries: 0 };
  if (!WITH_CODE.has(purpose)) return { secrets: { token }, stored };
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return {
    secrets: { token, code },
    stored: { ...stored, sealedCode: await seal(code, sealedFor(userId, purpose)) },
  };
}

/** Generates the link for an email that is about to be sent. */
export async function issue(user: User, purpose: Purpose): Promise<Secrets> {
  const { secrets, stored } = await makeSecrets(user.userId, purpose);
  await Table.put(mailLink.item({ ...linkAttributes(user, purpose), ...stored }));
  return secrets;
}

/** A request with data besides its link. */
interface LinkRequest {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly requestId: string;
}

/** Returns a request. Undefined if a newer request has replaced it, or its link was used. */
export async function findRequest({ requestId, ...key }: LinkRequest): Promise<Link | undefined> {
  const link = await Table.find(mailLink, key);
  return link?.requestId === requestId ? link : undefined;
}

/** Generates the link for the email of a request. @returns undefined as in `findRequest` */
export async function issueForRequest({ requestId, ...key }: LinkRequest): Promise<Secrets | undefined> {
  const { secrets, stored } = await makeSecrets(key.userId, key.purpose);
  const where = Where.is({ requestId });
  const item = await Table.ignoreConditionFailure(Table.update(mailLink.key(key), { set: stored, where }));
  return item && secrets;
}

/** A valid link, with its account. */
interface OpenedLink {
  readonly user: User;
  readonly link: Link;
  /** The write that uses the link up, for the transaction of the action. */
  readonly consumeWrite: Table.Write;
}

const invalidLinkError = (purpose: Purpose): ErrorDefinition =>
  purpose === "reset-password" ? InvalidResetToken : InvalidMailLink;

const TOKEN = /^(usr_\w{1,40})\.([\w-]{43})$/;

/** Verifies a link by its token, without using it up. @throws INVALID_RESET_TOKEN, for other purposes AUTH_INVALID_LINK */
export async function open(purpose: Purpose, token: string): Promise<OpenedLink> {
  const [, userId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || secret === undefined) throw fail(invalidLinkError(purpose));
  const opened = await read(userId, purpose);
  const hash = opened?.link.tokenHash;
  const isSame = hash !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(sha256Hex(secret)));
  if (!opened || !isSame) throw fail(invalidLinkError(purpose));
  return opened;
}

/**
 * Verifies a link of the actor's own account, by its token or code. After five attempts with a code, only the link works.
 * @throws AUTH_INVALID_LINK
 */
export async function openOwn(
  { userId }: { readonly userId: string },
  purpose: Purpose,
  proof: LinkProof,
): Promise<OpenedLink> {
  const opened =
    "token" in proof ? await open(purpose, proof.token) : await openByCode(userId, purpose, proof.code);
  if (opened.user.userId !== userId) throw fail(invalidLinkError(purpose));
  return opened;
}

async function openByCode(userId: string, purpose: Purpose, code: string): Promise<OpenedLink> {
  const counted = Table.update(mailLink.key({ userId, purpose }), {
    add: { codeTries: 1 },
    where: Where.all(Where.has("sealedCode"), Where.below("codeTries", CODE_TRIES)),
  });
  if (!(await Table.ignoreConditionFailure(counted))) throw fail(invalidLinkError(purpose));
  const opened = await read(userId, purpose);
  const sealed = opened?.link.sealedCode;
  const expected = sealed === undefined ? "" : await unseal(sealed, sealedFor(userId, purpose));
  const isSame = expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code));
  if (!opened || !isSame) throw fail(invalidLinkError(purpose));
  return opened;
}

/** Returns a user's link of a purpose, if it is still valid. */
async function read(userId: string, purpose: Purpose): Promise<OpenedLink | undefined> {
  const key = mailLink.key({ userId, purpose });
  const [linkItem, userItem] = await Table.getMany([key, userProfile.key({ userId })]);
  if (!linkItem || !userItem) return undefined;
  const [link, user] = [mailLink.parse(linkItem), fromItem(userItem)];
  const isValid =
    link.ttl > Clock.nowSeconds() &&
    link.securityStamp === user.securityStamp &&
    link.email === user.email &&
    !user.blocked;
  if (!isValid) return undefined;
  const where = Where.is({ tokenHash: link.tokenHash });
  return { user, link, consumeWrite: { remove: key, where, onConditionFailed: invalidLinkError(purpose) } };
}
