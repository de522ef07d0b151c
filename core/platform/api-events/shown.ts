/** How a kept object is written in a version of the API. Pure. */

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
