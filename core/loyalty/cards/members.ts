import type { LiveActor } from "../../identity/actor.ts";
import * as Ledger from "../../ledger/index.ts";
import * as Table from "../../platform/table/index.ts";
import { list as pageOf } from "../../platform/table/list.ts";
import * as Programs from "../programs/index.ts";
import { type ProgramPart, programAccount } from "./account.ts";
import { loyaltyCard, programMember } from "./entity.ts";
import { type Card, POINTS } from "./schema.ts";

/** A program's members, for its owner: by their cards, for who they are is not the merchant's to know. */

export interface Members {
  readonly cards: readonly Card[];
  /** The card number that the page ends with; undefined on the last. */
  readonly next: string | undefined;
}

/**
 * A page of the members' cards.
 * @param after the number that the page before ended with
 * @throws LOYALTY_PROGRAM_NOT_FOUND
 */
export async function list(
  actor: LiveActor,
  programId: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Members> {
  await Programs.own(actor, programId);
  const from = after === undefined ? undefined : programMember.key({ programId, number: after });
  const { items, next } = await pageOf(programMember, { programId }, { limit, after: from });
  const cards = await Table.getMany(items.map(({ userId }) => loyaltyCard.key({ userId, programId })));
  return { cards: cards.flatMap((item) => (item ? loyaltyCard.parse(item) : [])), next: next?.number };
}

export interface Statistics {
  readonly members: number;
  /** Less what was taken back. */
  readonly given: bigint;
  readonly spent: bigint;
  readonly expired: bigint;
}

/** What a program has come to, by the ledger. @throws LOYALTY_PROGRAM_NOT_FOUND */
export async function statistics(actor: LiveActor, programId: string): Promise<Statistics> {
  await Programs.own(actor, programId);
  const balance = (part: ProgramPart) => Ledger.balance(programAccount(programId, part).account, POINTS);
  const [members, given, spent, expired] = await Promise.all([
    Table.count({ pk: programMember.partition({ programId }) }),
    balance("given"),
    balance("spent"),
    balance("expired"),
  ]);
  return { members, given: -given, spent, expired };
}
