import * as Table from "../../../platform/table/index.ts";
import { issuedCard, issuedReference } from "../entity.ts";
import type { IssuedCard } from "../schema.ts";
import type { NamedCard } from "./facts.ts";

export interface OwnedCard {
  readonly userId: string;
  readonly cardId: string;
}

/**
 * Whose card the provider speaks of: its metadata says so, which we alone write, else our own record of its id.
 */
export async function cardOf({ userId, cardId, pspCardId }: NamedCard): Promise<OwnedCard | undefined> {
  if (userId !== undefined && cardId !== undefined) return { userId, cardId };
  return Table.find(issuedReference, { pspCardId });
}

/** The card itself; undefined where it is none of ours. */
export async function find(named: NamedCard): Promise<IssuedCard | undefined> {
  const owned = await cardOf(named);
  return owned && Table.find(issuedCard, owned);
}
