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
 * Links that mails carry. One does a single thing, once, for a while, for the account and the address it was
 * made for, and dies with the account's security stamp. Each is made when its letter is written: no event and no
 * queue ever has it, and the table has its hash alone. A newer letter makes the older one's link invalid, since
 * there is one record of each purpose.
 */

type Link = ReturnType<typeof mailLink.parse>;

/** What a letter carries: the only time that it is seen. */
export interface Secrets {
  readonly token: string;
  /** Six digits, for whoever reads the letter on another machine; not of every purpose. */
  readonly code?: string;
}

/** Those that are used by somebody who is signed in; the others' links are all that somebody has. */
const WITH_CODE: ReadonlySet<Purpose> = new Set(["verify-email", "change-email"]);

const hashOf = (secret: string): string => sha256Hex(secret);
const sealedFor = (userId: string, purpose: Purpose) =>
  purposeOf(mailLink, "sealedCode", { userId, purpose });

/** What a record says of the account that a link is for. */
export const boundTo = ({ userId, email, securityStamp }: User, purpose: Purpose) => ({
  userId,
  purpose,
  email,
  securityStamp,
  ttl: Clock.nowSeconds() + LIFETIME_SECONDS[purpose],
});

/** New secrets, and what the record keeps of them. */
async function mint(userId: string, purpose: Purpose) {
  const secret = Ids.secret();
  const token = `${userId}.${secret}`;
  const kept = { tokenHash: hashOf(secret), codeTries: 0 };
  if (!WITH_CODE.has(purpose)) return { secrets: { token }, kept };
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  return {
    secrets: { token, code },
    kept: { ...kept, sealedCode: await seal(code, sealedFor(userId, purpose)) },
  };
}

/** Makes the link of a letter that is about to be sent. */
export async function issue(user: User, purpose: Purpose): Promise<Secrets> {
  const { secrets, kept } = await mint(user.userId, purpose);
  await Table.put(mailLink.item({ ...boundTo(user, purpose), ...kept }));
  return secrets;
}

/** A request that keeps more than the link of its letter. */
export interface Requested {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly requestId: string;
}

/** What is kept of a request; undefined where a newer one has taken its place, or it was used. */
export async function requested({ requestId, ...key }: Requested): Promise<Link | undefined> {
  const link = await Table.find(mailLink, key);
  return link?.requestId === requestId ? link : undefined;
}

/**
 * Makes the link of a request's letter that is about to be sent.
 * @returns undefined where a newer request has taken its place, or it was used
 */
export async function issueFor({ requestId, ...key }: Requested): Promise<Secrets | undefined> {
  const { secrets, kept } = await mint(key.userId, key.purpose);
  const where = Where.is({ requestId });
  const item = await Table.unlessRefused(Table.update(mailLink.key(key), { set: kept, where }));
  return item && secrets;
}

/** A link that holds, and whose account it is of. */
export interface Opened {
  readonly user: User;
  readonly link: Link;
  /** For the transaction of what the link does: it is used up, once, and the account is still as it was. */
  readonly used: Table.Write;
}

const invalid = (purpose: Purpose): ErrorDefinition =>
  purpose === "reset-password" ? InvalidResetToken : InvalidMailLink;

const TOKEN = /^(usr_\w{1,40})\.([\w-]{43})$/;

/**
 * Opens a link by its token. Nothing changes before `used` is committed.
 * @throws INVALID_RESET_TOKEN, of other purposes AUTH_INVALID_LINK
 */
export async function open(purpose: Purpose, token: string): Promise<Opened> {
  const [, userId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || secret === undefined) throw fail(invalid(purpose));
  const opened = await read(userId, purpose);
  const kept = opened?.link.tokenHash;
  const isSame = kept !== undefined && timingSafeEqual(Buffer.from(kept), Buffer.from(hashOf(secret)));
  if (!opened || !isSame) throw fail(invalid(purpose));
  return opened;
}

/**
 * Opens a link of the actor's own account, by its token or by the code of its letter. A code is tried five
 * times at most; after them the link alone does.
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
  if (!(await Table.unlessRefused(counted))) throw fail(invalid(purpose));
  const opened = await read(userId, purpose);
  const sealed = opened?.link.sealedCode;
  const kept = sealed === undefined ? "" : await unseal(sealed, sealedFor(userId, purpose));
  const isSame = kept.length === code.length && timingSafeEqual(Buffer.from(kept), Buffer.from(code));
  if (!opened || !isSame) throw fail(invalid(purpose));
  return opened;
}

/** A user's link of a purpose; undefined where it no longer holds. */
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
