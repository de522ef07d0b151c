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
 * Stores secrets of webhooks. Signing needs the secret itself, so secrets cannot be stored as hashes. Each is sealed for
 * its webhook, in an item of its own that no list reads.
 */

/** The limit of former secrets that still sign. */
const MAX_FORMER = 10;

export const keyOf = (webhookId: string) => webhookSecrets.key({ webhookId });

/** Returns the purpose that a webhook's secrets are sealed for. A former secret has the purpose of the current one. */
const sealPurposeOf = (webhookId: string) => purposeOf(webhookSecrets, "current", { webhookId });

/** Returns the write that stores the secret of a new webhook. */
export const createSecrets = async (webhookId: string, secret: string): Promise<Table.Write> => ({
  put: webhookSecrets.item({ webhookId, current: await seal(secret, sealPurposeOf(webhookId)), former: [] }),
  where: Where.absent,
});

/**
 * Returns the secrets that sign now: the current one, then the former ones that have not expired.
 * @throws as `unseal`, also if the item belongs to another webhook
 */
export function signing(webhookId: string, item: Table.Item): Promise<readonly string[]> {
  const { current, former } = webhookSecrets.parse(item);
  const sealed = [current, ...withoutExpired(former).map(({ secret }) => secret)];
  return Promise.all(sealed.map((one) => unseal(one, sealPurposeOf(webhookId))));
}

const withoutExpired = (former: Secrets["former"]): Secrets["former"] =>
  former.filter(({ untilMs }) => untilMs > BigInt(Clock.nowMs()));

export interface Rotated {
  /** Shown only here. */
  readonly secret: string;
  /** When the previous secret stops signing (ISO 8601). */
  readonly previousUntil: string;
}

/**
 * Replaces a webhook's secret. The previous one still signs during the overlap. Without an overlap all former secrets are
 * revoked, so that an owner who lost a secret need not know which. The rotation unseals nothing, so it also
 * replaces secrets that were sealed under a lost key.
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
      const stillSigning =
        overlapSeconds > 0 ? withoutExpired([{ secret: current, untilMs: BigInt(untilMs) }, ...former]) : [];
      if (stillSigning.length > MAX_FORMER) throw fail(SecretLimit, { details: { limit: MAX_FORMER } });
      const secret = createSecret();
      const sealed = await seal(secret, sealPurposeOf(webhookId));
      // The condition includes the former secrets, so that a concurrent reseal of them is not overwritten.
      const where = Where.is({ current, former });
      const set = { current: sealed, former: stillSigning };
      const change: Table.Write = { update: keyOf(webhookId), set, where };
      return { writes: [change], result: { secret, previousUntil: new Date(untilMs).toISOString() } };
    },
  );
