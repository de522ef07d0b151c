import * as z from "zod";
import { mode } from "../../kernel/mode.ts";

/**
 * What a user's webhooks and `GET /v2/events` tell beside jobs: `object.verb`. What each means, what its object
 * looks like and an example of it: `contract/events`.
 */
export const apiEventTypes = [
  ...["payment.succeeded", "payment.failed", "payment.refunded", "payment.refund_failed", "order.paid"],
  ...["dispute.created", "dispute.updated", "dispute.closed"],
  ...["transfer.created", "wallet.created"],
  ...["withdrawal.created", "withdrawal.completed", "withdrawal.failed"],
  ...["swap.completed", "liquidity.added", "liquidity.removed"],
  ...["stake.created", "stake.unstaked", "stake.claimed", "stake.unlocked", "stake.compounded"],
  ...["farm.staked", "farm.withdrawn", "farm.harvested"],
  ...["proposal.created", "proposal.active", "proposal.succeeded", "proposal.defeated"],
  ...["proposal.queued", "proposal.executed", "proposal.cancelled"],
  ...["card.issued", "card.frozen", "card.unfrozen", "card.canceled"],
  ...["card.authorization.approved", "card.authorization.declined", "card.authorization.captured"],
  "kyc.updated",
] as const;
export type ApiEventType = (typeof apiEventTypes)[number];

/** An object of the API as it was when something happened to it. */
export const apiObject = z.looseObject({ object: z.string(), id: z.string() });
export type ApiObject = z.output<typeof apiObject>;

/** What is kept of an event beside its id, type and time. */
export const eventContent = z.object({
  mode,
  userId: z.string(),
  /**
   * Where it stands among the events of its object. It grows with every event of the object, and may skip
   * numbers that only the object itself has used.
   */
  sequence: z.int().positive(),
  /** JSON. Amounts are `{value, asset}`; `shown` writes them as a version of the API does. */
  data: z.record(z.string(), z.unknown()),
});
export type EventContent = z.output<typeof eventContent>;

export interface KeptEvent<Type extends string = string> extends EventContent {
  readonly id: string;
  readonly type: Type;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The id of the object that an event is about; of a job's, of the job. */
export const objectIdOf = ({ data }: Pick<EventContent, "data">): string | undefined => {
  const id = data["id"] ?? data["jobId"];
  return typeof id === "string" ? id : undefined;
};

/** The versions that webhooks are told in. */
export const payloadVersions = ["v1", "v2"] as const;
export type PayloadVersion = (typeof payloadVersions)[number];

/** What is kept of an amount; `/v2` shows it so. */
export interface KeptAmount {
  /** Decimal string, in whole units. */
  readonly value: string;
  /** Symbol. */
  readonly asset: string;
}

function isAmount(value: object): value is KeptAmount {
  const { value: units, asset, ...rest } = value as Partial<KeptAmount>;
  return typeof units === "string" && typeof asset === "string" && Object.keys(rest).length === 0;
}

/** Values of an object as a version shows them: `/v1` has of an amount the decimal string alone. */
export function shown(value: unknown, version: PayloadVersion): unknown {
  if (version === "v2" || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => shown(one, version));
  if (isAmount(value)) return value.value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, version)]));
}
