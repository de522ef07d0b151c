import { timingSafeEqual } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, RateLimited } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { toIso } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import { reclaimWrite, releaseWrite, reservationWrite } from "../email-claims.ts";
import { password, userProfile } from "../entity.ts";
import { AccountBlocked } from "../errors.ts";
import * as Events from "../events.ts";
import { resetFields, untrustedSince } from "../resets.ts";
import { newStamp } from "../stamp.ts";
import { fromItem, isAtVersion, isClosed, type User } from "../user.ts";
import { emailReversal } from "./entity.ts";
import { InvalidMailLink } from "./errors.ts";
import { MAX_EMAIL_CHANGES, UNDO_SECONDS } from "./schema.ts";
import { readStored, removeSince, type Stored } from "./untrusted.ts";

/**
 * The undoing of a change of an account's address, by a link in the email to the former address. It is for an owner whose account
 * a thief has taken over, so it needs no session, and works after a new password. It restores the address, and ends what the thief
 * can have: every session, device key and API key, the password, and the linked accounts, passkeys and authenticator that were added
 * since the change, or since a reset in the seven days before it, which may have been the thief's first step. Those from before stay,
 * so that access to an abandoned mailbox is not enough to sign in. Payees, scheduled payments, webhooks and shares of the same time
 * end afterwards (`core/handover/clear.ts`).
 *
 * Each change has its own link, which restores its own former address. Its use makes the links of later changes invalid, because
 * their addresses may be the thief's. The links of earlier changes stay valid, because the owner may have one of those.
 */

export type Reversal = ReturnType<typeof emailReversal.parse>;

/** Returns the changes of a user's address that can be undone. */
export async function listReversals(userId: string): Promise<Reversal[]> {
  const all = await listAll(emailReversal, { userId });
  return all.filter(({ ttl }) => ttl > Clock.nowSeconds());
}

/** @throws RATE_LIMITED if too many changes can be undone, because an undo writes all of them in one transaction */
export function assertMayChange(reversals: readonly Reversal[]): void {
  if (reversals.length < MAX_EMAIL_CHANGES) return;
  const earliest = Math.min(...reversals.map(({ ttl }) => ttl));
  throw fail(RateLimited, { details: { retryAfter: earliest - Clock.nowSeconds() } });
}

/** Returns the writes that let a change of a verified address be undone, and the event for its former address. */
export function reversibleWrites(user: User): Table.Write[] {
  const { userId, ownershipId, email, credentialsResetAt = "" } = user;
  const changeId = Ids.secret(12);
  const ttl = Clock.nowSeconds() + UNDO_SECONDS;
  const changedAt = Clock.nowIso();
  const isAfterReset = credentialsResetAt >= toIso(Clock.nowMs() - UNDO_SECONDS * 1000);
  const since = isAfterReset ? { untrustedSince: untrustedSince(user) } : {};
  return [
    reservationWrite({ userId, email, until: ttl }),
    { put: emailReversal.item({ userId, ownershipId, changeId, email, changedAt, ...since, ttl }) },
    Outbox.write(Events.emailChanged, { userId, to: email, changeId }),
  ];
}

/** Generates the link of an email to a former address. @returns its token; undefined if the change can no longer be undone */
export async function issueUndo(key: {
  readonly userId: string;
  readonly changeId: string;
}): Promise<string | undefined> {
  const secret = Ids.secret();
  const set = { tokenHash: sha256Hex(secret) };
  const item = await Table.ignoreConditionFailure(
    Table.update(emailReversal.key(key), { set, where: Where.exists }),
  );
  return item && `${key.userId}.${key.changeId}.${secret}`;
}

const TOKEN = /^(usr_\w{1,40})\.([\w-]{16})\.([\w-]{43})$/;

/**
 * Undoes the change of a link.
 * @returns the restored address
 * @throws AUTH_INVALID_LINK, AUTH_ACCOUNT_BLOCKED, CONTENTION
 */
export const undo = (token: string): Promise<string> =>
  Table.change(
    () => open(token),
    (opened) => ({
      writes: [
        ...addressWrites(opened),
        ...accountWrites(opened),
        Outbox.write(Events.credentialsChanged, {
          userId: opened.user.userId,
          undone: { from: sinceOf(opened.reversal), until: Clock.nowIso() },
        }),
        ...[...new Set([opened.reversal.email, opened.user.email])].map((to) =>
          Outbox.write(Events.emailRestored, { userId: opened.user.userId, to }),
        ),
      ],
      result: opened.reversal.email,
    }),
  );

interface Opened {
  readonly user: User;
  readonly reversal: Reversal;
  readonly others: readonly Reversal[];
  readonly stored: Stored;
}

async function open(token: string): Promise<Opened> {
  const [, userId, changeId, secret] = TOKEN.exec(token) ?? [];
  if (userId === undefined || secret === undefined) throw fail(InvalidMailLink);
  const [item, reversals] = await Promise.all([
    Table.get(userProfile.key({ userId })),
    listReversals(userId),
  ]);
  const user = item && fromItem(item);
  const reversal = reversals.find((one) => one.changeId === changeId);
  const hash = reversal?.tokenHash;
  const isSame = hash !== undefined && timingSafeEqual(Buffer.from(hash), Buffer.from(sha256Hex(secret)));
  if (!user || !reversal || !isSame) throw fail(InvalidMailLink);
  if (reversal.ownershipId !== user.ownershipId || isClosed(user)) throw fail(InvalidMailLink);
  if (user.blocked) throw fail(AccountBlocked);
  const others = reversals.filter((one) => one !== reversal);
  return { user, reversal, others, stored: await readStored(user) };
}

/** Returns the writes that make the former address the user's again, and end the change and all later ones. */
function addressWrites({ user: { userId, email: current }, reversal, others }: Opened): Table.Write[] {
  const ended = [reversal, ...others.filter(({ changedAt }) => changedAt >= reversal.changedAt)];
  const remaining = others.filter((one) => !ended.includes(one));
  const left = new Set([current, ...ended.map(({ email }) => email)]);
  left.delete(reversal.email);
  return [
    reclaimWrite({ userId, email: reversal.email }),
    ...[...left].map((email) => {
      const until = Math.max(...remaining.filter((one) => one.email === email).map(({ ttl }) => ttl));
      return Number.isFinite(until)
        ? reservationWrite({ userId, email, until })
        : releaseWrite({ userId, email });
    }),
    ...ended.map((one) => ({
      remove: emailReversal.key(one),
      where: Where.exists,
      onConditionFailed: InvalidMailLink,
    })),
  ];
}

/** Returns since when what was added may be a thief's. */
const sinceOf = ({ changedAt, untrustedSince: since = changedAt }: Reversal): string => since;

/** Returns the writes that restore the account, and remove the credentials that a thief can have. */
function accountWrites({ user, reversal, stored }: Opened): Table.Write[] {
  const { email } = reversal;
  const { userId, securityStamp, version, erasureAt } = user;
  const at = Clock.nowIso();
  const removal = removeSince(user, stored, sinceOf(reversal));
  return [
    {
      update: userProfile.key({ userId }),
      set: {
        ...{ email, emailVerified: at, passwordId: undefined, erasureAt: undefined },
        ...removal.set,
        ...resetFields(user, at),
        ...{ securityStamp: newStamp(), updatedAt: at, version: BigInt(version + 1) },
      },
      where: Where.all(
        Where.is({ email: user.email, securityStamp, erasureAt }),
        removal.where,
        isAtVersion("version", version),
      ),
    },
    { remove: password.key({ userId }) },
    ...removal.writes,
    ...(erasureAt === undefined ? [] : [Outbox.write(Events.erasureCanceled, { userId })]),
  ];
}
