import * as z from "zod";
import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import * as Table from "../../platform/table/index.ts";
import { webhookSecrets } from "./entity.ts";
import { SecretLimit, WebhookNotFound } from "./errors.ts";
import { createSecret } from "./signature.ts";

/**
 * Secrets of webhooks. To sign takes the secret itself, so they cannot be kept as hashes; they are in items of their own, which no
 * list reads, under the table's encryption.
 */

/** Former secrets that may sign beside the current one. */
const MAX_FORMER = 10;

const secretsItem = z.object({
  current: z.string(),
  former: z.array(z.object({ secret: z.string(), untilMs: z.bigint() })),
  version: z.bigint(),
});

export const keyOf = (webhookId: string) => webhookSecrets.key({ webhookId });

/** The write that gives a new webhook its secret. */
export const opening = (webhookId: string, current: string): Table.Write => ({
  put: { ...keyOf(webhookId), current, former: [], version: 1n },
  condition: "attribute_not_exists(pk)",
});

/** What signs now: the current secret, then the former ones that have not ended. */
export function signing(item: Table.Item): readonly string[] {
  const { current, former } = secretsItem.parse(item);
  return [current, ...lasting(former).map(({ secret }) => secret)];
}

const lasting = <T extends { readonly untilMs: bigint }>(former: readonly T[]): T[] =>
  former.filter(({ untilMs }) => untilMs > BigInt(Clock.nowMs()));

export interface Rotated {
  /** The only time that it is seen. */
  readonly secret: string;
  /** Until when the one before signs beside it: ISO 8601. */
  readonly previousUntil: string;
}

/**
 * Gives a webhook a new secret; the one before signs beside it for a while. Without an overlap no former one signs any more: whoever
 * asks for that has lost a secret, and need not know which.
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_SECRET_LIMIT_REACHED
 */
export async function rotate(webhookId: string, overlapSeconds: number): Promise<Rotated> {
  for (;;) {
    const item = await Table.get(keyOf(webhookId));
    if (!item) throw fail(WebhookNotFound);
    const { current, former, version } = secretsItem.parse(item);
    const untilMs = Clock.nowMs() + overlapSeconds * 1000;
    const kept =
      overlapSeconds > 0 ? lasting([{ secret: current, untilMs: BigInt(untilMs) }, ...former]) : [];
    if (kept.length > MAX_FORMER) throw fail(SecretLimit, { details: { limit: MAX_FORMER } });
    const secret = createSecret();
    try {
      await Table.update({
        key: keyOf(webhookId),
        update: "SET #current = :secret, former = :former, version = :next",
        condition: "version = :version",
        names: { "#current": "current" },
        values: { ":secret": secret, ":former": kept, ":version": version, ":next": version + 1n },
      });
      return { secret, previousUntil: new Date(untilMs).toISOString() };
    } catch (error) {
      // Another rotation was faster, or the webhook is gone: the next turn sees which.
      if (!(error instanceof Table.ConditionFailed)) throw error;
    }
  }
}
