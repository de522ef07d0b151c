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
 * Idempotency keys. The record of a request's result is one more write of the very transaction that does its
 * work, so there is no moment at which the work is done and the record is not, nor the other way round; of
 * two requests in flight with one key, the transaction lets one through and the other replays its result. Of
 * a request that was refused nothing is kept: it has done nothing, and is tried anew.
 */

/** Records live 7 days (spec 3, section 8). */
export const TTL_SECONDS = 7 * DAY_SECONDS;

/** A client's key on its way to the write that it belongs to. `T` is the result that is kept. */
export interface Claim<T> {
  readonly key: Key;
  /** What was asked for, hashed: the same key for something else is refused. */
  readonly fingerprint: string;
  /** Kept so that `T` is checked where the claim is used. */
  readonly _result?: T;
}

/**
 * Thrown by a write whose record exists already: another request with this key came first. The chain replays
 * it.
 */
export class AlreadyDone extends Error {
  override readonly name = "AlreadyDone";
  readonly item: Table.Item;
  constructor(item: Table.Item) {
    super("a request with this idempotency key was done before");
    this.item = item;
  }
}

/**
 * Whose keys a caller's are. Those of test keys are apart: a test must not replay what was done to live
 * money.
 */
export const ownerOf = ({
  userId,
  mode,
}: {
  readonly userId: string;
  readonly mode: Mode | KeyMode;
}): string => (mode === "live" ? userId : `${userId}:test`);

/**
 * The key of a record.
 * @throws INVALID_IDEMPOTENCY_KEY
 */
export function keyOf(actorId: string, operation: string, key: string): Key {
  if (!KEY_PATTERN.test(key)) throw fail(InvalidKey);
  return idempotencyRecord.key({ actorId, operation, key });
}

/**
 * The claim of a request.
 * @param actorId whose key it is: keys of two actors never meet
 * @param operation the route's id
 * @param request all that makes the request what it is: parameters and body
 * @throws INVALID_IDEMPOTENCY_KEY
 */
export function claim<T>(actorId: string, operation: string, key: string, request: unknown): Claim<T> {
  return {
    key: keyOf(actorId, operation, key),
    fingerprint: sha256Hex(encode(request)),
  };
}

/** The write that keeps a result, for the transaction that does the work: refused, it is AlreadyDone. */
export function record<T>(claimed: Claim<T>, result: T): Table.Write {
  return {
    put: {
      ...claimed.key,
      fingerprint: claimed.fingerprint,
      result: encode(result),
      createdAt: Clock.nowIso(),
      ttl: Clock.nowSeconds() + TTL_SECONDS,
    },
    // An expired record that TTL has not swept yet counts as absent.
    where: Where.any(Where.absent, Where.atMost("ttl", Clock.nowSeconds())),
    onConditionFailed: (item) => item && new AlreadyDone(item),
  };
}

/**
 * The writes that keep a result: none without a claim. They go first, so that a repeated request is told so.
 */
export const recording = <T>(claimed: Claim<T> | undefined, result: T): Table.Write[] =>
  claimed ? [record(claimed, result)] : [];

/**
 * Keeps the result of a request whose work is done elsewhere, or is none.
 * @throws AlreadyDone when another request came first
 */
export async function keep<T>(claimed: Claim<T>, result: T): Promise<void> {
  await Table.commit([record(claimed, result)]);
}

/**
 * The result that an item of the table keeps for this claim, or undefined where there is none.
 * @throws IDEMPOTENCY_KEY_REUSED when it was kept for another request
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

/** What a request came to. */
export interface Outcome<T> {
  readonly result: T;
  /** Whether it is that of the key's first request. */
  readonly replayed: boolean;
}

/**
 * Does the work unless the key's first request did: before this one, or in a race with it.
 * @param item under the claim's key, as it was read before
 * @throws IDEMPOTENCY_KEY_REUSED, and what the work throws
 */
export async function once<T>(
  claimed: Claim<T>,
  item: Table.Item | undefined,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  const done = replay(claimed, item);
  if (done) return { ...done, replayed: true };
  try {
    return { result: await work(), replayed: false };
  } catch (error) {
    const first = error instanceof AlreadyDone ? replay(claimed, error.item) : undefined;
    if (!first) throw error;
    return { ...first, replayed: true };
  }
}

/**
 * Refuses a request, unless it is a repeated one: that may fail on what its first one did, a wallet that it
 * emptied.
 * @throws the error, or AlreadyDone
 */
export async function refuse<T>(error: SvcError, claimed: Claim<T> | undefined): Promise<never> {
  const item = claimed && (await Table.get(claimed.key));
  if (item && replay(claimed, item)) throw new AlreadyDone(item);
  throw error;
}

/** As `refuse`, of what some work has failed with: `work().catch(refusing(claim))`. What is no refusal is thrown as it is. */
export const refusing =
  (claimed: Claim<unknown> | undefined) =>
  (error: unknown): Promise<never> =>
    error instanceof SvcError ? refuse(error, claimed) : Promise.reject(error);

// JSON with exact integers, and with object keys in one order so that equal requests have equal fingerprints.
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
