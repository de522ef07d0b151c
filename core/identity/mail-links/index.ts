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
import { CODE_TRIES, LIFETIME_SECONDS, type Purpose, type Shown } from "./schema.ts";

/**
 * Links in emails. A link does one thing, once, for a limited time, for one account and address, and ends with the account's
 * security stamp. It is made when its email is written: no event and no queue contains it, and the table has only its hash.
 * There is one record of each purpose, so a newer email makes the older link invalid.
 */

type Link = ReturnType<typeof mailLink.parse>;

/** The secrets of an email: the only time that they are visible. */
export interface Secrets {
  readonly token: string;
  /** Six digits, for a user who reads the email on another machine. */
  readonly code?: string;
}

/** The purposes with a code: their user is signed in. */
const WITH_CODE: ReadonlySet<Purpose> = new Set(["verify-email", "change-email"]);

const sealedFor = (userId: string, purpose: Purpose) =>
  purposeOf(mailLink, "sealedCode", { userId, purpose });

/** Returns the attributes that bind a link to its account. */
export const boundTo = ({ userId, email, securityStamp }: User, purpose: Purpose) => ({
  userId,
  purpose,
  email,
  securityStamp,
  ttl: Clock.nowSeconds() + LIFETIME_SECONDS[purpose],
});

/** Makes secrets, and the attributes that store them. */
async function mint(userId: string, purpose: Purpose) {
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

/** Makes the link of an email that is about to be sent. */
export async function issue(user: User, purpose: Purpose): Promise<Secrets> {
  const { secrets, stored } = await mint(user.userId, purpose);
  await Table.put(mailLink.item({ ...boundTo(user, purpose), ...stored }));
  return secrets;
}

/** A request that stores more than the link of its email. */
interface Requested {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly requestId: string;
}

/** Returns a request. Undefined if a newer one has replaced it, or it was used. */
export async function requested({ requestId, ...key }: Requested): Promise<Link | undefined> {
  const link = await Table.find(mailLink, key);
  return link?.requestId === requestId ? link : undefined;
}

/** Makes the link of a request's email that is about to be sent. @returns undefined as `requested` */
export async function issueFor({ requestId, ...key }: Requested): Promise<Secrets | undefined> {
  const { secrets, stored } = await mint(key.userId, key.purpose);
  const where = Where.is({ requestId });
  const item = await Table.ignoreConditionFailure(Table.update(mailLink.key(key), { set: stored, where }));
  return item && secrets;
}

/** A valid link, with its account. */
interface Opened {
  readonly user: User;
  readonly link: Link;
  /** The write that uses the link up, for the transaction of its action. */
  readonly used: Table.Write;
}

const invalid = (purpose: Purpose): ErrorDefinition =>
  purpose === "reset-password" ? InvalidResetToken : InvalidMailLink;

const TOKEN = /^(usr_\w{1,40})\.([\w-]{43})$/;

/** Opens a link by its token, without a change. @throws INVALID_RESET_TOKEN, for other purposes AUTH_INVALID_LINK */
export async function open(purpose: Purpose, token: string): Promise<Opened> {
  const [, userId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || secret === undefined) throw fail(invalid(purpose));
  const opened = await read(userId, purpose);
  const hash = opened?.link.tokenHash;
  const isSame = hash !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(sha256Hex(secret)));
  if (!opened || !isSame) throw fail(invalid(purpose));
  return opened;
}

/**
 * Opens a link of the actor's own account, by its token or its code. A code may be tried five times; then only the link works.
 * @throws AUTH_INVALID_LINK
 */
export async function openOwn(
  { userId }: { readonly userId: string },
  purpose: Purpose,
  shown: Shown,
): Promise<Opened> {
  const opened =
    "token" in shown ? await open(purpose, shown.token) : await byCode(userId, purpose, shown.code);
  if (opened.user.userId !== userId) throw fail(invalid(purpose));
  return opened;
}

async function byCode(userId: string, purpose: Purpose, code: string): Promise<Opened> {
  const counted = Table.update(mailLink.key({ userId, purpose }), {
    add: { codeTries: 1 },
    where: Where.all(Where.has("sealedCode"), Where.below("codeTries", CODE_TRIES)),
  });
  if (!(await Table.ignoreConditionFailure(counted))) throw fail(invalid(purpose));
  const opened = await read(userId, purpose);
  const sealed = opened?.link.sealedCode;
  const expected = sealed === undefined ? "" : await unseal(sealed, sealedFor(userId, purpose));
  const isSame = expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code));
  if (!opened || !isSame) throw fail(invalid(purpose));
  return opened;
}

/** Reads a user's link of a purpose. Undefined if it is no longer valid. */
async function read(userId: string, purpose: Purpose): Promise<Opened | undefined> {
  const key = mailLink.key({ userId, purpose });
  const [linkItem, userItem] = await Table.getMany([key, userProfile.key({ userId })]);
  if (!linkItem || !userItem) return undefined;
  const [link, user] = [mailLink.parse(linkItem), fromItem(userItem)];
  const holds =
    link.ttl > Clock.nowSeconds() &&
    link.securityStamp === user.securityStamp &&
    link.email === user.email &&
    !user.blocked;
  if (!holds) return undefined;
  const where = Where.is({ tokenHash: link.tokenHash });
  return { user, link, used: { remove: key, where, onConditionFailed: invalid(purpose) } };
}
