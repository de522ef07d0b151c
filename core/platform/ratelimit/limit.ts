import * as Clock from "../../kernel/clock/index.ts";
import * as Ip from "../../kernel/ip/index.ts";
import type { KeyMode, Mode } from "../../kernel/mode.ts";
import { retry } from "../../kernel/retry.ts";
import { ConditionFailed } from "../table/dynamodb.ts";

export interface Limit {
  readonly bucket: string;
  /** The most requests in any window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** How many requests may come at the same time. Further ones must be `windowSeconds / max` apart. */
  readonly burst?: number;
  /** The most requests on a day in UTC. */
  readonly perDay?: number;
}

/** The decision on a request, with the figures for the response's headers. */
export interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left. Never negative. */
  readonly remaining: number;
  /** The UNIX second from which more requests are allowed. */
  readonly resetSeconds: number;
  /** Whole seconds to wait, at least 1; undefined if allowed. */
  readonly retryAfterSeconds: number | undefined;
}

/** Rejects the request of a caller whose parallel requests changed the item at every attempt. */
const overrun = ({ max, windowSeconds }: Limit, nowMs: number): Decision => ({
  allowed: false,
  limit: max,
  remaining: 0,
  resetSeconds: Math.ceil(nowMs / 1000) + windowSeconds,
  retryAfterSeconds: 1,
});

/** Makes up to ten attempts without a pause, if other requests change the item concurrently. */
export const decide = (limit: Limit, attempt: () => Promise<Decision>): Promise<Decision> =>
  retry({ attempts: 10, isTransient: isConditionFailed, wait: () => undefined }, attempt).catch(
    (error: unknown) => {
      if (isConditionFailed(error)) return overrun(limit, Clock.nowMs());
      throw error;
    },
  );

const isConditionFailed = (error: unknown): boolean => error instanceof ConditionFailed;

/** Remembers the last item of each caller, to try the right write first. A wrong guess costs another write. */
export class Recent<T> {
  readonly #seen = new Map<string, T>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  of(key: string): T | undefined {
    return this.#seen.get(key);
  }
  note(key: string, value: T | undefined): void {
    if (value === undefined) {
      this.#seen.delete(key);
      return;
    }
    if (this.#seen.size >= this.#most) this.#seen.clear();
    this.#seen.set(key, value);
  }
}

/**
 * Returns the caller of an IP address: the whole IPv4 address, or the /64 of an IPv6 address, which one subscriber has.
 * All invalid addresses share one bucket (fail closed).
 */
export function callerOfIp(ip: string): string {
  const address = Ip.parse(ip.split("%")[0] ?? "");
  if (!address) return "ip:unknown";
  return `ip:${address.family === "ipv4" ? address.text : `${address.groups.slice(0, 4).join(":")}::/64`}`;
}

/** Returns the caller of an account, for all its sessions and keys. Requests with test keys are counted separately. */
export const callerOfUser = ({
  userId,
  mode,
}: {
  readonly userId: string;
  readonly mode: Mode | KeyMode;
}): string => (mode === "live" ? `user:${userId}` : `user:${userId}:test`);
