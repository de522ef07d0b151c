import * as Clock from "../../kernel/clock/index.ts";
import * as Ip from "../../kernel/ip/index.ts";
import type { KeyMode, Mode } from "../../kernel/mode.ts";
import { retry } from "../../kernel/retry.ts";
import { ConditionFailed } from "../table/dynamodb.ts";

/** What is limited, and what a limited response says. */

export interface Limit {
  readonly bucket: string;
  /** Requests in any window. */
  readonly max: number;
  readonly windowSeconds: number;
  /** How many of them may come at once: beyond these one at a time, `windowSeconds / max` apart. */
  readonly burst?: number;
  /** Requests on any day in UTC. */
  readonly perDay?: number;
}

/** What a limited response tells its caller: of several limits the tightest. */
export interface Decision {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left. Never negative. */
  readonly remaining: number;
  /** UNIX seconds from which on there is room for more. */
  readonly resetSeconds: number;
  /** Whole seconds to wait, at least 1; undefined when allowed. */
  readonly retryAfterSeconds: number | undefined;
}

/** The decision for a caller whose own parallel requests changed the item at every attempt. */
const overrun = ({ max, windowSeconds }: Limit, nowMs: number): Decision => ({
  allowed: false,
  limit: max,
  remaining: 0,
  resetSeconds: Math.ceil(nowMs / 1000) + windowSeconds,
  retryAfterSeconds: 1,
});

/** Makes attempts without pauses, up to ten, while another request changes the item first. */
export const decide = (limit: Limit, attempt: () => Promise<Decision>): Promise<Decision> =>
  retry({ attempts: 10, isTransient: isConditionFailed, wait: () => undefined }, attempt).catch(
    (error: unknown) => {
      if (isConditionFailed(error)) return overrun(limit, Clock.nowMs());
      throw error;
    },
  );

const isConditionFailed = (error: unknown): boolean => error instanceof ConditionFailed;

/** The last known item of each caller, to guess the right write at once. A wrong guess costs one more write. */
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

/** The names under which callers are counted. */

/**
 * An IPv4 address whole, an IPv6 one by its /64, since that is what one subscriber gets. What is no address
 * shares one bucket: fail closed.
 */
export function callerOfIp(ip: string): string {
  const address = Ip.parse(ip.split("%")[0] ?? "");
  if (!address) return "ip:unknown";
  return `ip:${address.family === "ipv4" ? address.text : `${address.groups.slice(0, 4).join(":")}::/64`}`;
}

/** An account, whichever of its sessions or keys calls. What its test keys do counts apart. */
export const callerOfUser = ({
  userId,
  mode,
}: {
  readonly userId: string;
  readonly mode: Mode | KeyMode;
}): string => (mode === "live" ? `user:${userId}` : `user:${userId}:test`);
