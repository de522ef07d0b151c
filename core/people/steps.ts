import { clear } from "../handover/clear.ts";
import { reservationReleaseWrite } from "../identity/email-claims.ts";
import { emailClaim, phoneClaim, userProfile } from "../identity/entity.ts";
import { folderOf } from "../identity/kyc/documents/files.ts";
import { folders } from "../identity/kyc/documents/schema.ts";
import { emailReversal } from "../identity/mail-links/entity.ts";
import { newStamp } from "../identity/stamp.ts";
import * as Trail from "../identity/trail/index.ts";
import { readerOf, type User } from "../identity/user.ts";
import { job } from "../jobs/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import { historyLine, walletAccount } from "../ledger/entity.ts";
import { pushRegistration } from "../messaging/entity.ts";
import { pspCustomer } from "../payments/customers/entity.ts";
import { issuedHolder } from "../payments/issuing/entity.ts";
import { merchant, userMerchant } from "../payments/merchants/entity.ts";
import { transaction, transactionMetadata } from "../payments/records/entity.ts";
import * as Mail from "../platform/mail.ts";
import * as Objects from "../platform/objects.ts";
import * as Psp from "../platform/psp/index.ts";
import * as PushPort from "../platform/push.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import { listAll } from "../platform/table/list.ts";
import * as Where from "../platform/table/where.ts";
import { compose, type MessageTemplate } from "../texts/message-template.ts";
import { Say } from "../texts/say.ts";
import { owned } from "../wallets/owned.ts";
import { type Erasure, erasure } from "./entity.ts";
import { entityOf, erasureWrite, partitionsOf } from "./inventory.ts";
import { eraseMentions, eraseName } from "./traces.ts";

/**
 * A step of an erasure. Processes one page and returns the key after which the next page begins, undefined at the end. A repeated
 * page changes nothing.
 */
export type Step = (
  user: User,
  running: Erasure,
  cursor: StoredKey | undefined,
) => Promise<StoredKey | undefined>;

/** The number of items in a page. */
const PAGE = 200;

/** Processes a page of consecutive partitions. */
async function workOnPage(
  partitions: readonly string[],
  cursor: StoredKey | undefined,
  work: (items: readonly Table.Item[]) => Promise<void>,
): Promise<StoredKey | undefined> {
  const pk = cursor?.pk ?? partitions[0];
  if (pk === undefined) return undefined;
  const after = cursor?.sk ? { pk, sk: cursor.sk } : undefined;
  const page = await Table.query({ pk, limit: PAGE, after });
  await work(page.items);
  if (page.next) return { pk, sk: String(page.next["sk"]) };
  const next = partitions[partitions.indexOf(pk) + 1];
  return next === undefined ? undefined : { pk: next, sk: "" };
}

/**
 * Deletes a user at the payment provider: the customer with saved cards, and the merchant account. The law requires the provider to
 * retain cardholders, so these become inactive. Ignores objects that are already deleted.
 */
const provider: Step = async ({ userId }) => {
  const [customer, holder, owned] = await Promise.all([
    Table.find(pspCustomer, { userId }),
    Table.find(issuedHolder, { userId }),
    Table.find(userMerchant, { userId }),
  ]);
  if (customer) await Psp.find((stripe) => stripe.customers.del(customer.customerId));
  const cardholder = holder?.pspCardholderId;
  if (cardholder !== undefined)
    await Psp.find((stripe) => stripe.issuing.cardholders.update(cardholder, { status: "inactive" }));
  const shop = owned && (await Table.find(merchant, owned));
  if (shop) await Psp.findAccount((stripe) => stripe.accounts.del(shop.pspAccountId));
  return undefined;
};

/** Deletes everything that a hand-over of the account deletes. */
const handedOver: Step = async ({ userId }, { beganAt }) => {
  await clear(userId, beganAt ?? Clock.nowIso());
  return undefined;
};

const files: Step = async ({ userId }) => {
  await Objects.erase("identity", folderOf(folders.documents, userId));
  await Objects.erase("identity", folderOf(folders.uploads, userId));
  for await (const items of Table.pages({ pk: job.partition({ userId }), beginsWith: job.prefix }))
    for (const item of items) await Objects.erase("results", `jobs/${job.parse(item).jobId}/`);
  for (const { endpointArn } of await listAll(pushRegistration, { userId }))
    if (endpointArn !== undefined) await PushPort.forgetEndpoint(endpointArn);
  return undefined;
};

const walletsOf = ({ userId }: Pick<User, "userId">) => owned({ userId, mode: "live" });

const histories: Step = async (user, _running, cursor) => {
  const partitions = (await walletsOf(user)).map(({ id }) => historyLine.partition({ walletId: id }));
  return workOnPage(partitions, cursor, async (items) => {
    await eraseName(user.userId, items);
    await eraseItems(items);
  });
};

const mentions: Step = async (user, _running, cursor) => {
  const ibans = (await walletsOf(user)).flatMap(({ iban }) => iban ?? []);
  return eraseMentions({ userId: user.userId, email: user.email, ibans }, cursor);
};

const own: Step = async ({ userId }, _running, cursor) =>
  workOnPage(await partitionsOf(userId), cursor, async (items) => {
    for (const item of items)
      if (entityOf(item) === transaction)
        await Table.remove(transactionMetadata.key(transaction.parse(item)));
      else if (entityOf(item) === emailReversal)
        // The reservation of a former address may have expired, and the address be another user's.
        await Table.tryCommit([reservationReleaseWrite(emailReversal.parse(item))]);
    await eraseItems(items.filter((item) => entityOf(item) !== userProfile && entityOf(item) !== erasure));
  });

async function eraseItems(items: readonly Table.Item[]): Promise<void> {
  for (const item of items) {
    const write = erasureWrite(item);
    if (!write) continue;
    // An update must not recreate an item that has expired concurrently.
    await Table.tryCommit(["update" in write ? { ...write, where: Where.exists } : write]);
  }
}

const farewellEmail: MessageTemplate<object> = {
  fr: ({ at }) => ({
    subject: "Votre compte a été supprimé",
    short: "Votre compte a été supprimé.",
    body:
      `Votre compte et vos données ont été supprimés le ${at}. Nous conservons sans votre nom les ` +
      "données que la loi nous oblige à conserver. C'est notre dernier message. Vous pouvez ouvrir un nouveau compte avec cette adresse.",
  }),
  en: ({ at }) => ({
    subject: "Your account was deleted",
    short: "Your account was deleted.",
    body:
      `Your account and your data were deleted on ${at}. We retain the data that the law requires, without your ` +
      "name. This is our last message. You can open a new account with this address.",
  }),
};

/** Sends the last email, while the address is still stored. */
const farewell: Step = async (user) => {
  if (user.email === "") return undefined;
  const say = new Say(readerOf(user));
  const { subject, body } = compose(farewellEmail, {}, Clock.nowIso(), say);
  await Mail.send({ to: user.email, subject, text: `${body}\n` });
  return undefined;
};

/** The records of erased accounts. They are stored outside of the table, so that a restore of the table does not lose them. */
const ERASED_PREFIX = "erased/";
const ERASED_SUFFIX = ".json";

/** Records that an account is erased. A repeated call changes nothing. */
export const recordErased = (one: { readonly userId: string; readonly erasedAt: string }): Promise<void> =>
  Objects.put(
    { bucket: "results", key: `${ERASED_PREFIX}${one.userId}${ERASED_SUFFIX}` },
    Buffer.from(JSON.stringify(one)),
    "application/json",
  );

/** Lists the ids of all accounts that were ever erased. */
export async function* erasedUserIds(): AsyncGenerator<string> {
  for await (const key of Objects.keys("results", ERASED_PREFIX))
    if (key.endsWith(ERASED_SUFFIX)) yield key.slice(ERASED_PREFIX.length, -ERASED_SUFFIX.length);
}

/** Erases the account except for its id, and releases its email address and phone number. */
const account: Step = async (user, { requestedBy, approvedBy }) => {
  const { userId, email } = user;
  const author = { userId: approvedBy ?? requestedBy };
  const erasedAt = Clock.nowIso();
  await recordErased({ userId, erasedAt });
  const item = await Table.get(userProfile.key({ userId }));
  const { set = {} } = (item && (erasureWrite(item, userProfile) as Table.Changes | undefined)) ?? {};
  const isDone = await Table.tryCommit([
    {
      update: userProfile.key({ userId }),
      set: { ...set, erasedAt, erasureAt: undefined, updatedAt: erasedAt, securityStamp: newStamp() },
      where: Where.all(Where.is({ email }), Where.lacks("erasedAt")),
    },
    ...(await claimReleaseWrites(user)),
    // Concurrently received money must not be lost.
    ...(await walletsOf(user)).map(({ asset }) => ({
      check: walletAccount.key({ userId, mode: "live", asset: asset.symbol }),
      where: Where.is({ available: 0n, held: 0n }),
    })),
    { update: erasure.key({ userId }), set: { erasedAt }, where: Where.exists },
    ...Trail.recordWrites(author, { deed: "user-erased", to: userId }, await Trail.readHead(author)),
  ]);
  // After a concurrent update the step is repeated.
  return isDone ? undefined : { pk: "", sk: "" };
};

/** Returns the writes that release the account's address and number, unless they already belong to another account. */
async function claimReleaseWrites({ userId, email, phone }: User): Promise<Table.Write[]> {
  const claims = [
    ...(email === "" ? [] : [{ entity: emailClaim, key: emailClaim.key({ email }) }]),
    ...(phone === undefined ? [] : [{ entity: phoneClaim, key: phoneClaim.key({ phone }) }]),
  ];
  const items = await Table.getMany(claims.map(({ key }) => key));
  return claims.flatMap(({ entity, key }, at) => {
    const item = items[at];
    const isOwn = item !== undefined && entity.parse(item).userId === userId;
    return isOwn ? [{ remove: key, where: Where.is({ userId }) }] : [];
  });
}

/**
 * The steps in their order. An erasure records the names of its finished steps, so a changed step needs a new name: it then runs in
 * every unfinished erasure, too.
 *
 * Files come first, so that an error of the provider does not delay them. The provider comes before `ended`, which deletes the
 * provider's identifiers. The account comes last, because the other steps read it.
 */
export const steps = {
  files,
  provider,
  ended: handedOver,
  histories,
  mentions,
  own,
  farewell,
  account,
} as const satisfies Readonly<Record<string, Step>>;
