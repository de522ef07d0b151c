import * as z from "zod";
import {
  delegationDisplaced,
  proposalCancelled,
  proposalDefeated,
  proposalExecuted,
} from "../../../defi/governance/events.ts";
import * as Letters from "../../../texts/letters/governance.ts";
import { governanceTemplate, type Quote, type Templates, userId } from "./template.ts";

/** About one's proposals, and about a delegation that somebody else ended. */

// The title is the account's own text.
const proposal = z.object({ userId, title: z.string() });

const quoted = <P extends { readonly title: string }>(given: P, quote: Quote): P => ({
  ...given,
  title: quote(given.title),
});

const votes = {
  forVotes: z.string(),
  againstVotes: z.string(),
  abstainVotes: z.string(),
  quorumVotes: z.string(),
};

export const governance: Templates = [
  [proposalDefeated.type, governanceTemplate(proposal.extend(votes), Letters.defeated, quoted)],
  [proposalExecuted.type, governanceTemplate(proposal, Letters.executed, quoted)],
  [
    proposalCancelled.type,
    governanceTemplate(
      proposal.extend({ why: z.enum(["proposer", "below-threshold", "expired"]) }),
      Letters.cancelled,
      quoted,
    ),
  ],
  [
    delegationDisplaced.type,
    governanceTemplate(z.object({ userId, delegatee: z.string() }), Letters.displaced),
  ],
];
