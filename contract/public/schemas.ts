import * as z from "zod";
import { timestamp } from "../common.ts";

/** What all objects, lists and requests of the public API have in common (PUBLIC.md, Manners). */

/** What the families of the public API state alike. */
export const shared = { family: "public", auth: "apiKey", orSession: true, limit: "plan" } as const;

/** An object of the API. @param name how `object` calls it, in snake_case */
export const object = <const N extends string, const S extends z.core.$ZodLooseShape>(name: N, shape: S) =>
  z
    .object({
      object: z.literal(name),
      id: z.string(),
      livemode: z.boolean().meta({ description: "Whether it is of the live ledger; of a sandbox: false" }),
      ...shape,
      created_at: timestamp,
    })
    .meta({ id: name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()) });

/** A page of a list, newest first unless the operation says so. */
export const list = <const T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "The `cursor` of the next page; null on the last" }),
  });

/** The query of a list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().min(1).max(1000).optional().meta({ description: "`next_cursor` of the page before" }),
} as const;

/** When something was created, as a list's filter. */
export const created = {
  created_after: z.iso
    .datetime()
    .optional()
    .meta({ description: "ISO 8601 in UTC, included", examples: ["2026-01-01T00:00:00.000Z"] }),
  created_before: z.iso
    .datetime()
    .optional()
    .meta({ description: "ISO 8601 in UTC, included", examples: ["2030-01-01T00:00:00.000Z"] }),
} as const;

/** The symbol of an asset in a request. */
export const symbol = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => text.toUpperCase())
  .meta({ description: "Symbol of an asset, in any letter case", examples: ["EUR"] });

/** The symbol of an asset in an answer. */
export const asset = z.string().meta({ description: "Symbol of the asset", examples: ["EUR"] });
