import * as Clock from "../../kernel/clock/index.ts";
import { fail, invalidField } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { KeyMode } from "../../kernel/mode.ts";
import { text } from "../../kernel/texts/index.ts";
import { toIso } from "../../kernel/time.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Plan } from "../../platform/ratelimit/schema.ts";
import { purposeOf, seal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import { listAll } from "../../platform/table/list.ts";
import * as Where from "../../platform/table/where.ts";
import type { UserActor } from "../actor.ts";
import { apiKeyCreated } from "../events.ts";
import { userPlan } from "../plans/entity.ts";
import * as Plans from "../plans/index.ts";
import * as Stamp from "../stamp.ts";
import {
  apiKey,
  apiKeyCount,
  apiKeySigning,
  apiKeyUse,
  type StoredApiKey,
  type StoredSecret,
  type StoredSigning,
} from "./entity.ts";
import { ApiKeyLimit, ApiKeyNotFound, MAX_KEYS } from "./errors.ts";
import type { ApiKey } from "./schema.ts";
import { composeSecret, hashOf, type Presented } from "./text.ts";

/** Management of developers' API keys by their owners. `open.ts` verifies keys. */

type Owner = Pick<UserActor, "userId" | "securityStamp">;

export interface NewApiKey {
  readonly name: string;
  readonly mode: KeyMode;
  /** The minimum plan. The owner's plan counts if it is higher. */
  readonly plan?: Plan;
  readonly scopes: readonly string[];
  /** ISO 8601. Defaults to never. */
  readonly expiresAt?: string | undefined;
  /** In CIDR notation. Defaults to any address. */
  readonly allowedAddresses?: readonly string[] | undefined;
}

/** The secrets of a key. They are returned only once. */
export interface Secrets {
  /** `svc_live_…` or `svc_test_…`. */
  readonly secret: string;
  /** Signs sensitive requests. */
  readonly signingSecret: string;
}

export type Created = Secrets & { readonly key: ApiKey };

/** Generates the secrets of a key, and the attributes that store them. */
async function makeSecrets(
  key: Omit<Presented, "hash">,
  random?: string,
): Promise<[Secrets, StoredSecret, StoredSigning]> {
  const secret = composeSecret(key, random);
  const signingSecret = `svc_sig_${Ids.secret()}`;
  const signing = await seal(signingSecret, purposeOf(apiKeySigning, "current.signing", key));
  const hash = hashOf(secret);
  return [
    { secret, signingSecret },
    { hash, hint: secret.slice(-4) },
    { hash, signing },
  ];
}

/**
 * Creates a key for the actor, who is notified by email. The key outlives the session, but not a change of the security stamp.
 * @throws API_KEY_LIMIT_REACHED, INVALID_REQUEST for a past expiry, UNAUTHORIZED if the stamp has changed
 */
export async function create(owner: Owner, input: NewApiKey): Promise<Created> {
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= Clock.nowMs())
    throw invalidField("expiresAt", text("must be in the future", "doit être dans le futur"));
  const keyId = Ids.create("apiKey");
  const { stored, signing, secrets } = await makeKey(owner, input, keyId);
  const event = Outbox.write(apiKeyCreated, { userId: owner.userId, keyId, name: input.name });
  const plan = await planOf(owner);
  await Table.commit([Stamp.assertUnchanged(owner), ...insertWrites(stored, signing), event]);
  return { key: toApiKey(stored, plan), ...secrets };
}

/** Creates a demo key of the local runtime, with a known id and secret. */
export async function createDemo(owner: Owner, input: NewApiKey, keyId: string, random: string) {
  const { stored, signing } = await makeKey(owner, input, keyId, random);
  await Table.commit(insertWrites(stored, signing));
}

async function makeKey(
  { userId: ownerId, securityStamp }: Owner,
  input: NewApiKey,
  keyId: string,
  random?: string,
) {
  const [secrets, current, signing] = await makeSecrets({ ownerId, keyId, mode: input.mode }, random);
  const stored: StoredApiKey = {
    plan: "free",
    ...input,
    keyId,
    ownerId,
    securityStamp,
    scopes: [...input.scopes],
    allowedAddresses: [...(input.allowedAddresses ?? [])],
    createdAt: Clock.nowIso(),
    current,
  };
  return { stored, signing, secrets };
}

const insertWrites = (stored: StoredApiKey, current: StoredSigning): Table.Write[] => [
  {
    update: apiKeyCount.key(stored),
    add: { count: 1 },
    where: Where.any(Where.lacks("count"), Where.below("count", MAX_KEYS)),
    onConditionFailed: ApiKeyLimit,
  },
  { put: apiKey.item(stored), where: Where.absent },
  { put: { ...apiKeySigning.key(stored), current } },
  { put: apiKeyUse.item({ ownerId: stored.ownerId, keyId: stored.keyId }), where: Where.absent },
];

/** Lists the actor's keys, oldest first. */
export async function list(owner: Owner): Promise<ApiKey[]> {
  const [all, plan, uses] = await Promise.all([listStored(owner), planOf(owner), lastUsesOf(owner)]);
  return all
    .filter((stored) => Stamp.matches(stored, owner))
    .map((stored) => toApiKey(stored, plan, uses.get(stored.keyId)));
}

/** Returns the plan that all keys of a user share. */
const planOf = async ({ userId }: Pick<Owner, "userId">): Promise<Plan> =>
  Plans.keyPlanFrom(await Table.get(userPlan.key({ userId })));

/** Reads all stored keys of a user, including invalid ones. */
const listStored = ({ userId }: Owner): Promise<StoredApiKey[]> => listAll(apiKey, { ownerId: userId });

/** Returns when the keys of a user were last used. */
async function lastUsesOf({ userId }: Owner): Promise<ReadonlyMap<string, string | undefined>> {
  const uses = await listAll(apiKeyUse, { ownerId: userId });
  return new Map(uses.map((use) => [use.keyId, use.lastUsedAt]));
}

/** Deletes the keys that a change of the security stamp has made invalid, and their counts. */
export async function clear(owner: Owner): Promise<void> {
  const stale = (await listStored(owner)).filter((stored) => !Stamp.matches(stored, owner));
  for (const stored of stale)
    for (const entity of [apiKey, apiKeySigning, apiKeyUse, apiKeyCount])
      await Table.remove(entity.key(stored));
}

/** Revokes a key of the actor. @throws API_KEY_NOT_FOUND, also for another user's */
export const revoke = ({ userId: ownerId, securityStamp }: Owner, keyId: string): Promise<void> =>
  Table.commit([
    {
      remove: apiKey.key({ ownerId, keyId }),
      where: Where.is({ securityStamp }),
      onConditionFailed: ApiKeyNotFound,
    },
    { remove: apiKeySigning.key({ ownerId, keyId }) },
    { remove: apiKeyUse.key({ ownerId, keyId }) },
    { update: apiKeyCount.key({ ownerId, securityStamp }), add: { count: -1 } },
  ]);

/**
 * Replaces the secrets of a key of the actor. The previous secrets stay valid for `overlapSeconds`, older ones do not.
 * @param overlapSeconds how long the previous secrets stay valid. 0 ends them immediately
 * @param confirm asks the owner of a live key to confirm
 * @throws API_KEY_NOT_FOUND, also for another user's; CONTENTION
 */
export const rotate = (
  owner: Owner,
  keyId: string,
  overlapSeconds: number,
  confirm: () => Promise<void> = async () => undefined,
): Promise<Created> =>
  Table.change(
    () => {
      const key = { ownerId: owner.userId, keyId };
      return Table.getMany([apiKey.key(key), apiKeyUse.key(key), apiKeySigning.key(key)]);
    },
    async ([item, useItem, signingItem]) => {
      const before = item && apiKey.parse(item);
      if (!before || !Stamp.matches(before, owner)) throw fail(ApiKeyNotFound);
      if (before.mode === "live") await confirm();
      const [secrets, current, signing] = await makeSecrets(before);
      const formerSigning = signingItem && apiKeySigning.parse(signingItem).current;
      const until = toIso(Clock.nowMs() + overlapSeconds * 1000);
      const former = overlapSeconds > 0 ? { ...before.current, until } : undefined;
      const update: Table.Write = {
        update: apiKey.key(before),
        set: { current, former },
        where: Where.is({ "current.hash": before.current.hash }),
      };
      const signed: Table.Write = {
        update: apiKeySigning.key(before),
        set: { current: signing, former: former && formerSigning },
        where: Where.is({ "current.hash": before.current.hash }),
      };
      const event = Outbox.write(apiKeyCreated, { userId: owner.userId, keyId, name: before.name });
      const lastUsedAt = useItem && apiKeyUse.parse(useItem).lastUsedAt;
      const key = toApiKey({ ...before, current, former }, await planOf(owner), lastUsedAt);
      return { writes: [update, signed, event], result: { key, ...secrets } };
    },
  );

const toApiKey = (
  { current, former, ownerId, securityStamp, expiresAt, ...key }: StoredApiKey,
  ownersPlan: Plan,
  lastUsedAt?: string,
): ApiKey => ({
  ...key,
  plan: Plans.higherPlan(key.plan, ownersPlan),
  hint: current.hint,
  expiresAt: expiresAt ?? null,
  lastUsedAt: lastUsedAt ?? null,
  previousUntil: former && former.until > Clock.nowIso() ? former.until : null,
});
