import * as z from "zod";
import { DECIMAL_PATTERN } from "../common.ts";

/**
 * An amount of the public API. `/v1` shows its value alone, beside a field that names the asset; `/v2` shows both
 * together (PUBLIC.md, Versions).
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

  /** As `/v1` has it. */
  toJSON(): string {
    return this.value;
  }
}

/** What an amount looks like in `/v2`. */
export const amountObject = z
  .strictObject({
    value: z.string().meta({
      description: "Decimal string, in whole units; below zero only where a field says so",
      pattern: DECIMAL_PATTERN.replace("^", "^-?"),
    }),
    asset: z.string().meta({ description: "Symbol of the asset", examples: ["EUR"] }),
  })
  .meta({ id: "Amount" });

/** The mark by which the document of `/v2` finds amounts. */
export const AMOUNT_FORMAT = "decimal";

/** An amount in an answer. @param description beside that it is one */
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

/** The text of an answer's body, in the manner of a version. */
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

/** The versions of the public API: `v2` is the beta preview of what comes (spec 1, section 9). */
export const versions = ["v1", "v2"] as const;
export type Version = (typeof versions)[number];
