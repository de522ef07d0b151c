import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Due from "../../platform/due/index.ts";
import type { Key } from "../../platform/table/entity.ts";
import type * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { proposalDue, proposalState } from "./entity.ts";
import { ProposalNotFound } from "./errors.ts";
import type { ProposalRef, ProposalState } from "./schema.ts";

/** A proposal's state as its item, and the writes of its transitions. */

const PROPOSAL_ID = Ids.pattern("proposal");

/** The key of a proposal's state. @throws PROPOSAL_NOT_FOUND when that is no proposal's id */
export function stateKey(ref: ProposalRef): Key {
  if (!PROPOSAL_ID.test(ref.proposalId)) throw fail(ProposalNotFound);
  return proposalState.key(ref);
}

/** The state that an item is. @throws PROPOSAL_NOT_FOUND where there is none */
export function stateOf(item: Table.Item | undefined): ProposalState {
  if (!item) throw fail(ProposalNotFound);
  return proposalState.parse(item);
}

/** What makes a proposal due at an instant, or takes it out of the index. */
export const dueAt = (proposalId: string, ms: number | undefined) =>
  ms === undefined ? Due.done : proposalDue.at(proposalId, new Date(ms).toISOString());

/**
 * The write of a transition: sets marks over exactly the version that was read.
 * @param dueMs when the schedule has to look again; undefined where never
 */
export const transition = (
  state: ProposalState,
  marks: Partial<ProposalState>,
  dueMs: number | undefined,
): Table.Write => ({
  update: stateKey(state),
  set: { ...marks, ...dueAt(state.proposalId, dueMs) },
  add: { version: 1n },
  where: Where.is({ version: state.version }),
});
