import { clear } from "../handover/clear.ts";
import { emailClaim, phoneClaim, userProfile } from "../identity/entity.ts";
import { folderOf } from "../identity/kyc/documents/files.ts";
import { folders } from "../identity/kyc/documents/schema.ts";
import { newStamp } from "../identity/stamp.ts";
import * as Trail from "../identity/trail/index.ts";
import { readerOf, type User } from "../identity/user.ts";
import { job } from "../jobs/entity.ts";
import * as Clock from "../kernel/clock/index.ts";
import { historyLine, walletAccount } from "../ledger/entity.ts";
import { pushRegistration } from "../messaging/push/entity.ts";
import { transaction, transactionMetadata } from "../payments/records/entity.ts";
import * as Mail from "../platform/mail.ts";
import * as Objects from "../platform/objects.ts";
import * as PushPort from "../platform/push.ts";
import type { StoredKey } from "../platform/table/entity.ts";
import * as Table from "../platform/table/index.ts";
import * as Where from "../platform/table/where.ts";
import { compose, type Letter } from "../texts/letter.ts";
import { Say } from "../texts/say.ts";
import { owned } from "../wallets/owned.ts";
import { erasure } from "./entity.ts";
import { entityOf, erasing, partitionsOf } from "./erased.ts";
import { noteErased } from "./list.ts";
import * as Mentions from "./mentions.ts";
import * as Names from "./names.ts";
import * as Provider from "./provider.ts";
import type { Erasure } from "./schema.ts";

/**
 * The steps of an erasure, in their order. Each does a page of its work from where it is told to, and says where it goes
 * on; a page that is done again changes nothing. Who somebody is, is read from the account, so that goes last.
 */
export type Step = (
  user: User,
  running: Erasure,
  cursor: StoredKey | undefined,
) => Promise<StoredKey | undefined>;

/** How many items of a partition are worked on in a page. */
const PAGE = 200;

/** The work on partitions one after the other, page by page. */
async function through(
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

const atProvider: Step = async ({ userId }) => {
  await Provider.forget(userId);
  return undefined;
};

/** All that a hand-over of the account ends: it is handed over to nobody. */
const ended: Step = async ({ userId }, { beganAt }) => {
  await clear(userId, beganAt ?? Clock.nowIso());
  return undefined;
};

const files: Step = async ({ userId }) => {
  await Objects.erase("identity", folderOf(folders.kept, userId));
  await Objects.erase("identity", folderOf(folders.uploads, userId));
  for await (const items of Table.pages({ pk: job.partition({ userId }), beginsWith: job.prefix }))
    for (const item of items) await Objects.erase("results", `jobs/${job.parse(item).jobId}/`);
  const { prefix } = pushRegistration;
  const telephones = await Table.queryAll({ pk: pushRegistration.partition({ userId }), beginsWith: prefix });
  for (const { endpointArn } of telephones.map((item) => pushRegistration.parse(item)))
    if (endpointArn !== undefined) await PushPort.forget(endpointArn);
  return undefined;
};

const walletsOf = ({ userId }: Pick<User, "userId">) => owned({ userId, mode: "live" });

const histories: Step = async (user, _running, cursor) => {
  const partitions = (await walletsOf(user)).map(({ id }) => historyLine.partition({ walletId: id }));
  return through(partitions, cursor, async (items) => {
    await Names.forget(user.userId, items);
    await apply(items);
  });
};

const mentions: Step = async (user, _running, cursor) => {
  const ibans = (await walletsOf(user)).flatMap(({ iban }) => iban ?? []);
  return Mentions.forget({ userId: user.userId, email: user.email, ibans }, cursor);
};

const own: Step = async ({ userId }, _running, cursor) =>
  through(await partitionsOf(userId), cursor, async (items) => {
    for (const item of items)
      if (entityOf(item) === transaction)
        await Table.remove(transactionMetadata.key(transaction.parse(item)));
    await apply(items.filter((item) => entityOf(item) !== userProfile && entityOf(item) !== erasure));
  });

async function apply(items: readonly Table.Item[]): Promise<void> {
  for (const item of items) {
    const write = erasing(item);
    if (!write) continue;
    // What was deleted meanwhile, by its own expiry, is not made anew.
    const isChange = "update" in write;
    await Table.tryCommit([isChange ? { ...write, where: Where.exists } : write]);
  }
}

const farewellLetter: Letter<object> = {
  fr: ({ at }) => ({
    subject: "Votre compte est supprimé",
    short: "Votre compte est supprimé.",
    body:
      `Votre compte et vos données ont été supprimés le ${at}. Ce que la loi nous oblige à garder, nous le gardons ` +
      "sans votre nom. C'est notre dernier message ; cette adresse peut ouvrir un nouveau compte.",
  }),
  en: ({ at }) => ({
    subject: "Your account is deleted",
    short: "Your account is deleted.",
    body:
      `Your account and your data were deleted on ${at}. What the law has us keep we keep without your name. ` +
      "This is our last message; this address can open a new account.",
  }),
};

/** Sends the last letter, while the address is known. */
const farewell: Step = async (user) => {
  if (user.email === "") return undefined;
  const say = new Say(readerOf(user));
  const { subject, body } = compose(farewellLetter, {}, Clock.nowIso(), say);
  await Mail.send({ to: user.email, subject, text: `${body}\n` });
  return undefined;
};

/** The checks that a user's wallets are as empty as they were looked at: money that comes in that moment is not lost. */
const empty = async (user: User): Promise<Table.Write[]> =>
  (await walletsOf(user)).map(({ asset }) => ({
    check: walletAccount.key({ userId: user.userId, mode: "live", asset: asset.symbol }),
    where: Where.is({ available: 0n, held: 0n }),
  }));

/** The account keeps its id and nothing else; its addresses are anybody's again. */
const account: Step = async (user, { requestedBy, approvedBy }) => {
  const { userId, email } = user;
  const erasedAt = Clock.nowIso();
  await noteErased({ userId, erasedAt });
  const item = await Table.get(userProfile.key({ userId }));
  const { set = {} } = (item && (erasing(item, userProfile) as Table.Changes | undefined)) ?? {};
  const isDone = await Table.tryCommit([
    {
      update: userProfile.key({ userId }),
      set: { ...set, erasedAt, erasureAt: undefined, updatedAt: erasedAt, securityStamp: newStamp() },
      where: Where.all(Where.is({ email }), Where.lacks("erasedAt")),
    },
    ...(await freeing(user)),
    ...(await empty(user)),
    { update: erasure.key({ userId }), set: { erasedAt }, where: Where.exists },
    ...Trail.noting({ userId: approvedBy ?? requestedBy }, { deed: "user-erased", to: userId }),
  ]);
  // Something has changed the account meanwhile: it is read anew.
  return isDone ? undefined : { pk: "", sk: "" };
};

/** Frees the address and the number that are still this account's: by now they may be another's. */
async function freeing({ userId, email, phone }: User): Promise<Table.Write[]> {
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
 * By their names, in their order. Erasures under way are noted by the names: a step that is new, or does something else
 * than before, gets a new one, and is then done in all of them, wherever it stands.
 *
 * Files go first: a provider that refuses holds none of them up. What `ended` takes away says whom the provider knows.
 */
export const steps = {
  files,
  provider: atProvider,
  ended,
  histories,
  mentions,
  own,
  farewell,
  account,
} as const satisfies Readonly<Record<string, Step>>;
