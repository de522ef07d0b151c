import * as z from "zod";
import { mode } from "../../kernel/mode.ts";

/**
 * Event types of webhooks and `GET /v2/events`, named `object.verb`. The types of job events are defined elsewhere.
 * `contract/events` describes each type.
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

/** An object of the API at the time of an event. */
export const apiObject = z.looseObject({ object: z.string(), id: z.string() });
export type ApiObject = z.output<typeof apiObject>;

/** The stored content of an event, besides id, type and time. */
export const eventContent = z.object({
  mode,
  userId: z.string(),
  /** The order among the events of its object. It increases with every event and may have gaps. */
  sequence: z.int().positive(),
  /** JSON. Amounts are `{value, asset}`; `shown` converts them for a version of the API. */
  data: z.record(z.string(), z.unknown()),
});
export type EventContent = z.output<typeof eventContent>;

export interface StoredEvent<Type extends string = string> extends EventContent {
  readonly id: string;
  readonly type: Type;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** Returns the id of an event's object; for an event of a job, of the job. */
export const objectIdOf = ({ data }: Pick<EventContent, "data">): string | undefined => {
  const id = data["id"] ?? data["jobId"];
  return typeof id === "string" ? id : undefined;
};

/** The payload versions of webhooks. */
export const payloadVersions = ["v1", "v2"] as const;
export type PayloadVersion = (typeof payloadVersions)[number];

/** A stored amount, which `/v2` shows unchanged. */
export interface StoredAmount {
  /** Decimal string, in whole units. */
  readonly value: string;
  /** Symbol. */
  readonly asset: string;
}

function isAmount(value: object): value is StoredAmount {
  const { value: units, asset, ...rest } = value as Partial<StoredAmount>;
  return typeof units === "string" && typeof asset === "string" && Object.keys(rest).length === 0;
}

/** Converts the values of an object for a version: in `/v1` an amount is only the decimal string. */
export function shown(value: unknown, version: PayloadVersion): unknown {
  if (version === "v2" || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => shown(one, version));
  if (isAmount(value)) return value.value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one, version)]));
}
