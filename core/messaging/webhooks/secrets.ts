import * as Clock from "../../kernel/clock/index.ts";
import { fail } from "../../kernel/errors.ts";
import { purposeOf, seal, unseal } from "../../platform/seal.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { SecretLimit, WebhookNotFound } from "../errors.ts";
import { webhookSecrets } from "./entity.ts";
import type { Secrets } from "./schema.ts";
import { createSecret } from "./signature.ts";

/**
 * Secrets of webhooks. To sign takes the secret itself, so they cannot be kept as hashes: they are sealed, each for
 * its webhook alone, in items of their own, which no list reads.
 */

/** Former secrets that may sign beside the current one. */
const MAX_FORMER = 10;

export const keyOf = (webhookId: string) => webhookSecrets.key({ webhookId });

/** What a webhook's secrets are sealed for, a former one too: it was the current one. */
const sealedFor = (webhookId: string) => purposeOf(webhookSecrets, "current", { webhookId });

/** The write that gives a new webhook its secret. */
export const opening = async (webhookId: string, secret: string): Promise<Table.Write> => ({
  put: webhookSecrets.item({ webhookId, current: await seal(secret, sealedFor(webhookId)), former: [] }),
  where: Where.absent,
});

/**
 * What signs now: the current secret, then the former ones that have not ended.
 * @throws as `unseal`, also where the item is not this webhook's
 */
export function signing(webhookId: string, item: Table.Item): Promise<readonly string[]> {
  const { current, former } = webhookSecrets.parse(item);
  const sealed = [current, ...lasting(former).map(({ secret }) => secret)];
  return Promise.all(sealed.map((one) => unseal(one, sealedFor(webhookId))));
}

const lasting = (former: Secrets["former"]): Secrets["former"] =>
  former.filter(({ untilMs }) => untilMs > BigInt(Clock.nowMs()));

export interface Rotated {
  /** The only time that it is seen. */
  readonly secret: string;
  /** Until when the one before signs beside it: ISO 8601. */
  readonly previousUntil: string;
}

/**
 * Gives a webhook a new secret; the one before signs beside it for a while. Without an overlap no former one
 * signs any more: whoever asks for that has lost a secret, and need not know which. Nothing is opened for it: also what is
 * sealed under a secret that is gone is replaced so.
 * @throws WEBHOOK_NOT_FOUND, WEBHOOK_SECRET_LIMIT_REACHED
 */
export const rotate = (webhookId: string, overlapSeconds: number): Promise<Rotated> =>
  Table.change(
    async () => {
      const found = await Table.find(webhookSecrets, { webhookId });
      if (!found) throw fail(WebhookNotFound);
      return found;
    },
    async ({ current, former }) => {
      const untilMs = Clock.nowMs() + overlapSeconds * 1000;
      const kept =
        overlapSeconds > 0 ? lasting([{ secret: current, untilMs: BigInt(untilMs) }, ...former]) : [];
      if (kept.length > MAX_FORMER) throw fail(SecretLimit, { details: { limit: MAX_FORMER } });
      const secret = createSecret();
      const sealed = await seal(secret, sealedFor(webhookId));
      // The former ones too: else those that were sealed anew since would be put back as they were.
      const where = Where.is({ current, former });
      const change: Table.Write = { update: keyOf(webhookId), set: { current: sealed, former: kept }, where };
      return { writes: [change], result: { secret, previousUntil: new Date(untilMs).toISOString() } };
    },
  );
