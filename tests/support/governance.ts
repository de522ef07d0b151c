import { randomUUID } from "node:crypto";
import type { Action } from "../../core/defi/governance/actions/schema.ts";
import { advance } from "../../core/defi/governance/advance.ts";
import * as Governance from "../../core/defi/governance/index.ts";
import type { Created, Draft } from "../../core/defi/governance/schema.ts";
import * as Voting from "../../core/defi/governance/vote.ts";
import type { UserActor } from "../../core/identity/actor.ts";
import * as Users from "../../core/identity/users.ts";
import * as Clock from "../../core/kernel/clock/index.ts";
import { DAY_MS } from "../../core/kernel/time.ts";
import * as Table from "../../core/platform/table/index.ts";
import { onWeb } from "./identity.ts";
import { createFundedWallet } from "./ledger.ts";

/** Governance for tests: accounts with tokens, proposals, and a clock that moves. */

export const TOKEN = 10n ** 18n;

/** Registers a user with this many whole tokens. */
export async function createMember(tokens: bigint): Promise<UserActor> {
  const email = `${randomUUID()}@example.com`;
  const user = await Users.register({ name: "Member", email, password: "Analytical1!" });
  const actor = onWeb(user);
  await createFundedWallet(actor, "YANI", tokens * TOKEN);
  return actor;
}

export const advanceClock = (ms: number): void => Clock.setOffset(Clock.offset() + ms);

export const proposalDraft = (changes: Partial<Draft> = {}): Draft => ({
  title: "A proposal",
  description: "It states **what** and why.",
  category: "protocol",
  actions: [],
  ...changes,
});

export const propose = (actor: UserActor, ...actions: readonly Action[]): Promise<Created> =>
  Governance.create(actor, proposalDraft({ actions }));

/** Creates a proposal and advances to the start of its voting period. */
export async function openProposal(actor: UserActor, ...actions: readonly Action[]): Promise<Created> {
  const created = await propose(actor, ...actions);
  advanceClock(2 * DAY_MS + 1000);
  return created;
}

/** Creates a proposal that has passed and waits for its timelock. */
export async function queueProposal(actor: UserActor, ...actions: readonly Action[]): Promise<Created> {
  const created = await openProposal(actor, ...actions);
  await Voting.vote(actor, created.id, { voteType: "for" });
  advanceClock(7 * DAY_MS);
  await advance();
  return created;
}

/** Returns the types of the pending outbox events of a proposal, oldest first. */
export async function proposalEventTypes(proposalId: string): Promise<string[]> {
  const found: { id: string; type: string }[] = [];
  for await (const item of Table.scan()) {
    if (!String(item["pk"]).startsWith("OUTBOX#")) continue;
    const payload = JSON.parse(String(item["payload"])) as { proposalId?: string };
    if (payload.proposalId === proposalId) found.push({ id: String(item["id"]), type: String(item["type"]) });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ type }) => type);
}
