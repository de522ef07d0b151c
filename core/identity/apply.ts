import { fail, Unavailable } from "../errors.ts";
import type { Key } from "../platform/entity.ts";
import * as Table from "../platform/table.ts";

const ATTEMPTS = 10;

/**
 * Applies all writes or none, again and again while another transaction has one of the items.
 * @throws TransactionRefused when a condition does not hold; SERVICE_UNAVAILABLE when the items stay busy
 */
export async function apply(writes: readonly Table.Write[]): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await Table.transact(writes);
    } catch (error) {
      if (!(error instanceof Table.TransactionRefused) || !error.transient) throw error;
      await Table.pause(attempt);
    }
  }
  throw fail(Unavailable);
}

/** The write that sets attributes of an item, if the condition holds; `given` serves the condition. */
export function assign(
  key: Key,
  attributes: Readonly<Record<string, string | number>>,
  condition: string,
  given: Readonly<Record<string, string>> = {},
): Table.Write {
  const fields = Object.entries(attributes);
  return {
    update: {
      key,
      update: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
      condition,
      names: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
      values: { ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])), ...given },
    },
  };
}

/** The refusal of the write at `index` because its condition did not hold; undefined for any other outcome. */
export function refusalAt(error: unknown, index: number): Table.Refusal | undefined {
  if (!(error instanceof Table.TransactionRefused)) return undefined;
  const refusal = error.refusals[index];
  return refusal?.code === "ConditionalCheckFailed" ? refusal : undefined;
}
