import * as z from "zod";
import { symbol as anySymbol, DECIMAL_PATTERN, ledgerWrite, timestamp } from "../common.ts";
import { staysOwn } from "../proof.ts";

/** Schemas shared by all objects, lists and requests of the public API (PUBLIC.md, Manners). */

/** The versions of the public API. `v2` is the beta preview of the next one (spec 1, section 9). */
export const versions = ["v1", "v2"] as const;
export type Version = (typeof versions)[number];

/** Settings shared by the families of the public API. Routes that write override the grants. */
export const shared = {
  family: "public",
  auth: "apiKey",
  orSession: true,
  limit: "plan",
  grants: { table: "read" },
} as const;

/** Settings of a route that writes to the ledger, and of one that must also be signed. */
export const writing = { idempotent: true, proof: staysOwn, ...ledgerWrite } as const;
export const signedWriting = { idempotent: true, ...ledgerWrite, orSession: false, signed: true } as const;

/**
 * An amount of the public API. `/v1` shows only the value, next to a field with the asset; `/v2` shows both together
 * (PUBLIC.md, Versions).
 */
export class Amount {
  /** Decimal string in whole units. */
  readonly value: string;
  /** Symbol. */
  readonly asset: string;
  constructor(value: string, asset: string) {
    this.value = value;
    this.asset = asset;
  }

  /** Returns the form of `/v1`. */
  toJSON(): string {
    return this.value;
  }
}

/** The form of an amount in `/v2`. */
export const amountObject = z
  .strictObject({
    value: z.string().meta({
      description: "Decimal string, in whole units; negative only if the field says so",
      pattern: DECIMAL_PATTERN.replace("^", "^-?"),
    }),
    asset: z.string().meta({ description: "Symbol of the asset", examples: ["EUR"] }),
  })
  .meta({ id: "Amount" });

/** The format by which the document of `/v2` finds amounts. */
export const AMOUNT_FORMAT = "decimal";

/** An amount in a response. */
export const amount = (description = "Decimal string, in whole units of its asset") =>
  z
    .custom<Amount>((value) => value instanceof Amount)
    .meta({
      type: "string",
      format: AMOUNT_FORMAT,
      pattern: DECIMAL_PATTERN,
      examples: ["12.5"],
      description,
    });

/** Serializes the body of a response in the form of a version. */
export const bodyText = (body: unknown, version: Version): string =>
  JSON.stringify(
    body,
    version === "v1"
      ? undefined
      : function (this: Readonly<Record<string, unknown>>, key: string, value: unknown) {
          const one = this[key];
          return one instanceof Amount ? { value: one.value, asset: one.asset } : value;
        },
  );

/** An object of the API. @param name the value of its field `object`, in snake_case */
export const object = <const N extends string, const S extends z.core.$ZodLooseShape>(name: N, shape: S) =>
  z
    .object({
      object: z.literal(name),
      id: z.string(),
      livemode: z.boolean().describe("`true` for the live ledger, `false` for a sandbox"),
      ...shape,
      created_at: timestamp,
    })
    .meta({ id: name.replace(/(?:^|_)(\w)/g, (_, initial: string) => initial.toUpperCase()) });

export const list = <const T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("The `cursor` of the next page; null on the last"),
  });

/** The query of a list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(1000).optional().describe("`next_cursor` of the previous page"),
} as const;

const bound = (example: string) =>
  z.iso
    .datetime()
    .optional()
    .meta({ description: "ISO 8601 in UTC, inclusive", examples: [example] });

/** Filters of a list by creation time. */
export const created = {
  created_after: bound("2026-01-01T00:00:00.000Z"),
  created_before: bound("2030-01-01T00:00:00.000Z"),
} as const;

/** The symbol of an asset in a request. */
export const symbol = anySymbol.meta({ examples: ["EUR"] });

/** The symbol of an asset in a response. */
export const asset = z.string().meta({ description: "Symbol of the asset", examples: ["EUR"] });

export const usd = (description: string) =>
  z.string().meta({ description: `US dollars: ${description}`, examples: ["1250.00"] });
export const percent = (description: string, example = "0.5") =>
  z.string().meta({ description: `Percent: ${description}`, examples: [example] });

export const transactionHash = z.string().describe("Hash of the ledger entry");
