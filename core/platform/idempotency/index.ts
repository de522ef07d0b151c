import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError } from "../../kernel/errors.ts";
import type { KeyMode, Mode } from "../../kernel/mode.ts";
import { sha256Hex } from "../../kernel/sha256.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { idempotencyRecord } from "../entity.ts";
import type { Key } from "../table/entity.ts";
import * as Table from "../table/index.ts";
import * as Where from "../table/where.ts";
import { InvalidKey, KEY_PATTERN, KeyReused } from "./errors.ts";

/**
 * Idempotency keys. The record of a request's result is one more write of the transaction that does its work, so either
 * both exist or neither. Of two parallel requests with one key, the transaction accepts one, and the other replays its
 * result. A rejected request has no effect and no record, and may be retried.
 */

/** Records expire after 7 days (spec 3, section 8). */
export const TTL_SECONDS = 7 * DAY_SECONDS;

/** A client's key for the write of its request. `T` is the recorded result. */
export interface Claim<T> {
  readonly key: Key;
  /** The hash of the request: the same key for another request is rejected. */
  readonly fingerprint: string;
  /** Lets the compiler check `T` at every use of the claim. */
  readonly _result?: T;
}

/** The record exists already: an earlier request had this key. The chain replays its response. */
export class AlreadyDone extends Error {
  override readonly name = "AlreadyDone";
  readonly item: Table.Item;
  constructor(item: Table.Item) {
    super("a request with this idempotency key was done before");
    this.item = item;
  }
}

/** Returns the namespace of a caller's idempotency keys. Requests in test mode have a separate one, so that they never replay a live result. */
export const ownerOf = ({
  userId,
  mode,
}: {
  readonly userId: string;
  readonly mode: Mode | KeyMode;
}): string => (mode === "live" ? userId : `${userId}:test`);

/** Returns the key of a record. @throws INVALID_IDEMPOTENCY_KEY */
export function keyOf(actorId: string, operation: string, key: string): Key {
  if (!KEY_PATTERN.test(key)) throw fail(InvalidKey);
  return idempotencyRecord.key({ actorId, operation, key });
}

/**
 * Returns the claim of a request.
 * @param actorId the owner of the key: keys of two actors are independent
 * @param operation the route's id
 * @param request the parameters and body that identify the request
 * @throws INVALID_IDEMPOTENCY_KEY
 */
export function claim<T>(actorId: string, operation: string, key: string, request: unknown): Claim<T> {
  return {
    key: keyOf(actorId, operation, key),
    fingerprint: sha256Hex(encode(request)),
  };
}

/** Returns the write that records a result, for the transaction that does the work. It fails with AlreadyDone. */
export function recordWrite<T>(claimed: Claim<T>, result: T): Table.Write {
  return {
    put: {
      ...claimed.key,
      fingerprint: claimed.fingerprint,
      result: encode(result),
      createdAt: Clock.nowIso(),
      ttl: Clock.nowSeconds() + TTL_SECONDS,
    },
    // An expired record that TTL has not deleted yet counts as absent.
    where: Where.any(Where.absent, Where.atMost("ttl", Clock.nowSeconds())),
    onConditionFailed: (item) => item && new AlreadyDone(item),
  };
}

/** Returns the writes that record a result; none without a claim. They go first, so that a repeated request fails with AlreadyDone. */
export const recordWrites = <T>(claimed: Claim<T> | undefined, result: T): Table.Write[] =>
  claimed ? [recordWrite(claimed, result)] : [];

/**
 * Records the result of a request whose work is outside the table, or none.
 * @throws AlreadyDone if an earlier request had the key
 */
export async function recordResult<T>(claimed: Claim<T>, result: T): Promise<void> {
  await Table.commit([recordWrite(claimed, result)]);
}

/**
 * Returns the recorded result of a claim; undefined if there is none.
 * @throws IDEMPOTENCY_KEY_REUSED if it is the result of another request
 */
export function replay<T>(
  claimed: Claim<T>,
  item: Table.Item | undefined,
): { readonly result: T } | undefined {
  if (!item) return undefined;
  const { fingerprint, result, ttl } = idempotencyRecord.parse(item);
  if (ttl <= Clock.nowSeconds()) return undefined;
  if (fingerprint !== claimed.fingerprint) throw fail(KeyReused);
  return { result: decode(result) as T };
}

/**
 * Does the work unless an earlier or a parallel request with the key did. A repeated request may also fail because of the
 * first one's effect, such as an emptied wallet or a used code: it replays the result, too.
 * @param item the record under the claim's key, as it was read
 * @throws IDEMPOTENCY_KEY_REUSED, and the errors of the work
 */
export async function once<T>(claimed: Claim<T>, item: Table.Item | undefined, work: () => Promise<T>) {
  const done = replay(claimed, item);
  if (done) return { ...done, replayed: true };
  try {
    return { result: await work(), replayed: false };
  } catch (error) {
    const first = await firstResult(claimed, error);
    if (!first) throw error;
    return { ...first, replayed: true };
  }
}

async function firstResult<T>(claimed: Claim<T>, error: unknown) {
  if (error instanceof AlreadyDone) return replay(claimed, error.item);
  return error instanceof SvcError ? replay(claimed, await Table.get(claimed.key)) : undefined;
}

// JSON with exact integers and sorted object keys, so that equal requests have equal fingerprints.
function encode(value: unknown): string {
  return JSON.stringify(value ?? null, (_, one: unknown) => {
    if (typeof one === "bigint") return { $bigint: one.toString() };
    if (one && typeof one === "object" && !Array.isArray(one)) {
      return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return one;
  });
}

function decode(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) =>
    one && typeof one === "object" && "$bigint" in one ? BigInt(String(one.$bigint)) : one,
  );
}
