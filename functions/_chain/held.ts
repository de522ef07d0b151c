import * as Clock from "../../core/kernel/clock/index.ts";
import type { Mode } from "../../core/kernel/mode.ts";
import { Recent } from "../../core/platform/ratelimit/limit.ts";
import type { Plan } from "../../core/platform/ratelimit/schema.ts";
import type { Credential } from "./credential.ts";

/**
 * What was found of credentials when they were last presented here: the next request of one that held is counted, and
 * what it will read is read, beside the read of the credential and not after it. What somebody may do, that read says,
 * at every request. For a minute a session or a key that has ended is still counted for its owner, as it was while it
 * held; one that never held is not.
 */
const HOLDS_MS = 60_000;

export interface Held {
  readonly userId: string;
  readonly mode: Mode;
  /** A key's; undefined of a session. */
  readonly plan: Plan | undefined;
}

interface Remembered {
  readonly held: Held | undefined;
  readonly untilMs: number;
}

const remembered = new Recent<Remembered>(5_000);

const nameOf = (credential: Credential): string =>
  credential.door === "apiKey" ? credential.presented.hash : credential.claims.sid;

/** What was found of a credential within the last minute; undefined where it was not presented. */
function found(credential: Credential): Remembered | undefined {
  const one = remembered.of(nameOf(credential));
  return one && Clock.nowMs() < one.untilMs ? one : undefined;
}

/** What a credential that held within the last minute stands for. */
export const heldOf = (credential: Credential): Held | undefined => found(credential)?.held;

/**
 * For whom something may be read before it is known that a credential holds: for whom a token names, whose signature is
 * ours, unless its session had ended; of a key, whose text anybody can write, only where it held.
 */
export function readerOf(credential: Credential): Pick<Held, "userId" | "mode"> | undefined {
  if (credential.door === "apiKey") return heldOf(credential);
  const before = found(credential);
  return before && !before.held ? undefined : { userId: credential.claims.sub, mode: "live" };
}

/** Notes what a credential stands for; undefined where it does not hold. */
export function note(credential: Credential, held: Held | undefined): void {
  // A text that is no key's is one of endlessly many.
  const isWorth = held !== undefined || credential.door !== "apiKey";
  remembered.note(nameOf(credential), isWorth ? { held, untilMs: Clock.nowMs() + HOLDS_MS } : undefined);
}
