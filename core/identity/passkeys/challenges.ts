import { randomBytes } from "node:crypto";
import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { passkeyChallenge } from "./entity.ts";
import { CHALLENGE_SECONDS, type purposes } from "./schema.ts";

/** Challenges: random values, each of which is signed once. */

/** A challenge is valid for one purpose, in one session if the user has one. */
export interface Use {
  readonly purpose: (typeof purposes)[number];
  readonly sessionId?: string | undefined;
}

const BYTES = 32;

/** Creates a challenge and stores it for 5 minutes. */
export async function issue(use: Use): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(BYTES);
  const challenge = bytes.toString("base64url");
  const ttl = Clock.nowSeconds() + CHALLENGE_SECONDS;
  await Table.put(passkeyChallenge.item({ ...use, challenge, ttl }), Where.absent);
  return new Uint8Array(bytes);
}

/** Uses a challenge up. @returns false if it was not issued for this use, has expired or was used */
export async function consume(challenge: string, { purpose, sessionId }: Use): Promise<boolean> {
  const where = Where.all(Where.is({ purpose, sessionId }), Where.above("ttl", Clock.nowSeconds()));
  const removal = Table.remove(passkeyChallenge.key({ challenge }), where).then(() => true);
  return (await Table.ignoreConditionFailure(removal)) === true;
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) });

/** Returns the challenge that a response contains. Undefined if it is not one of ours. */
export function challengeOf({ clientDataJSON }: { readonly clientDataJSON: string }): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return clientData.safeParse(parsed).data?.challenge;
  } catch {
    return undefined;
  }
}
