import { createHash } from "node:crypto";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import type { Mode } from "../../kernel/mode.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import type { Plan } from "../../platform/ratelimit/schema.ts";
import * as Table from "../../platform/table/index.ts";
import { type KeyActor, keyActor, type UserActor } from "../actor.ts";
import { userProfile } from "../entity.ts";
import { fromItem } from "../user.ts";
import { apiKey, apiKeyCount, apiKeySecret, KEY_PREFIX } from "./entity.ts";
import { ApiKeyLimit, ApiKeyNotFound, MAX_KEYS } from "./errors.ts";
import { apiKeyCreated } from "./events.ts";
import { type ApiKey, apiKeyItem, type Verified, verifiedItem } from "./schema.ts";

/** Developers' API keys. A secret is shown once and kept as its SHA-256 alone: 32 random bytes need no slower hash. */

type Owner = Pick<UserActor, "userId">;

export interface NewApiKey {
  readonly name: string;
  readonly mode: Mode;
  readonly plan: Plan;
  readonly scopes: readonly string[];
}

export interface Created {
  readonly key: ApiKey;
  /** The only time that it is seen: `svc_live_…` or `svc_test_…`. */
  readonly secret: string;
}

const SECRET = /^svc_(live|test)_[\w-]{43}$/;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Makes a key for the actor, who is told of it by e-mail: a key outlives the session that made it. @throws API_KEY_LIMIT_REACHED */
export async function create(actor: Owner, input: NewApiKey): Promise<Created> {
  const { key, secret, writes } = made(actor, input, `svc_${input.mode}_${Ids.secret()}`);
  const { ownerId: userId, keyId, name } = key;
  await counted([...writes, Outbox.write(apiKeyCreated, { userId, keyId, name })]);
  return { key, secret };
}

/** Makes a key with a secret that is known beforehand: for the demo keys of the local runtime alone. */
export async function createWith(actor: Owner, input: NewApiKey, secret: string): Promise<Created> {
  const { key, writes } = made(actor, input, secret);
  await counted(writes);
  return { key, secret };
}

/** A key, and the writes that make it. @throws TypeError when the secret has not the form of its mode */
function made(
  actor: Owner,
  input: NewApiKey,
  secret: string,
): Created & { readonly writes: readonly Table.Write[] } {
  if (SECRET.exec(secret)?.[1] !== input.mode) throw new TypeError("an API key's secret has the wrong form");
  const key: ApiKey = {
    keyId: Ids.create("apiKey"),
    ownerId: actor.userId,
    name: input.name,
    mode: input.mode,
    plan: input.plan,
    scopes: [...input.scopes],
    hint: secret.slice(-4),
    createdAt: Clock.nowIso(),
  };
  const hash = hashOf(secret);
  const writes: Table.Write[] = [
    countBy(actor.userId, 1),
    {
      put: { ...apiKeySecret.key({ hash }), ...verifiedItem.parse(key) },
      condition: "attribute_not_exists(pk)",
    },
    { put: { ...apiKey.key(key), ...key, hash } },
  ];
  return { key, secret, writes };
}

/**
 * Whose key a secret is and what it may do; undefined when there is none. It is looked up by its hash, so the time that this takes tells
 * nothing of a secret that is nearly right.
 */
export async function verify(secret: string): Promise<Verified | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const item = await Table.get(apiKeySecret.key({ hash: hashOf(secret) }));
  return item && verifiedItem.parse(item);
}

/** The account that a key acts for; undefined where the key is none or its owner may not sign in. */
export async function actorOf(secret: string): Promise<KeyActor | undefined> {
  const apiKey = await verify(secret);
  const item = apiKey && (await Table.get(userProfile.key({ userId: apiKey.ownerId })));
  if (!item) return undefined;
  const owner = fromItem(item);
  return owner.blocked ? undefined : keyActor(owner, apiKey, apiKey.mode);
}

/** The actor's keys, oldest first. */
export async function list(actor: Owner): Promise<ApiKey[]> {
  const pk = apiKey.partition({ ownerId: actor.userId });
  const items = await Table.queryAll({ pk, beginsWith: KEY_PREFIX });
  return items.map((item) => apiKeyItem.parse(item));
}

/** Ends a key of the actor, from its next use on. @throws API_KEY_NOT_FOUND, also for somebody else's */
export async function revoke(actor: Owner, keyId: string): Promise<void> {
  const key = apiKey.key({ ownerId: actor.userId, keyId });
  const item = await Table.get(key);
  if (!item) throw fail(ApiKeyNotFound);
  const done = await counted([
    countBy(actor.userId, -1),
    { remove: apiKeySecret.key({ hash: String(item["hash"]) }) },
    { remove: key, condition: "attribute_exists(pk)" },
  ]);
  if (!done) throw fail(ApiKeyNotFound);
}

const countBy = (ownerId: string, change: 1 | -1): Table.Write => ({
  update: {
    key: apiKeyCount.key({ ownerId }),
    update: "ADD #count :change",
    ...(change > 0 && { condition: "attribute_not_exists(#count) OR #count < :most" }),
    names: { "#count": "count" },
    values: { ":change": change, ...(change > 0 && { ":most": MAX_KEYS }) },
  },
});

/**
 * Writes what begins with a change of the count.
 * @returns false where a later write of it was refused
 * @throws API_KEY_LIMIT_REACHED
 */
async function counted(writes: readonly Table.Write[]): Promise<boolean> {
  const refused = await Table.transactPatiently(writes, (refusal) => {
    if (refusal.unmet(0)) throw fail(ApiKeyLimit);
    return refusal;
  });
  return refused === undefined;
}
