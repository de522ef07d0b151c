import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { fill, type Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import { proposalHead } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import { type Head, headItem } from "./schema.ts";

/** A proposal's head as its item, and the writes of its transitions. */

const PROPOSAL_ID = Ids.pattern("proposal");
const due = proposalHead.indexes?.due ?? { pk: "", sk: "" };

/** The partition of the index of what is due. */
export const DUE_PARTITION = due.pk;

/** The index's key of a proposal that is due at an instant. */
export const dueAt = (ms: number) => ({
  duePk: due.pk,
  dueSk: fill(due.sk, { dueAt: new Date(ms).toISOString() }),
});

/** Where a proposal's head stands. @throws PROPOSAL_NOT_FOUND when that is no proposal's id */
export function headKey(proposalId: string): Key {
  if (!PROPOSAL_ID.test(proposalId)) throw fail(ProposalNotFound);
  return proposalHead.key({ proposalId });
}

/** The head that an item is. @throws PROPOSAL_NOT_FOUND where there is none */
export function headOf(item: Table.Item | undefined): Head {
  if (!item) throw fail(ProposalNotFound);
  return headItem.parse(item);
}

/**
 * The write of a transition: sets attributes over exactly the version that was read.
 * @param dueMs when the schedule has to look again; undefined where never
 */
export function transition(
  { proposalId, version }: Head,
  marks: Partial<Head>,
  dueMs: number | undefined,
): Table.Write {
  const set: Record<string, unknown> = { ...marks, ...(dueMs !== undefined && dueAt(dueMs)) };
  const names = Object.keys(set);
  const assigned = names.map((name) => `#${name} = :${name}`).join(", ");
  return {
    update: {
      key: headKey(proposalId),
      update: `SET ${assigned} ADD version :one${dueMs === undefined ? " REMOVE duePk, dueSk" : ""}`,
      condition: "version = :seen",
      names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      values: {
        ":one": 1,
        ":seen": version,
        ...Object.fromEntries(names.map((name) => [`:${name}`, set[name]])),
      },
    },
  };
}
