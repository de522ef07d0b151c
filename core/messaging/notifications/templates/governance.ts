import * as z from "zod";
import {
  delegationDisplaced,
  proposalCancelled,
  proposalDefeated,
  proposalExecuted,
} from "../../../defi/governance/events.ts";
import { type Templates, template, userId } from "./template.ts";

/** E-mails about one's proposals, and about a delegation that somebody else ended. */

// The title is the account's own text.
const proposal = z.object({ userId, title: z.string() });

const defeated = template(
  proposal.extend({
    forVotes: z.string(),
    againstVotes: z.string(),
    abstainVotes: z.string(),
    quorumVotes: z.string(),
  }),
  ({ title, forVotes, againstVotes, abstainVotes, quorumVotes }, _, quote) => ({
    fr: [
      "Votre proposition a été rejetée",
      `Le vote sur votre proposition « ${quote(title)} » est clos : pour ${forVotes}, contre ${againstVotes}, ` +
        `abstention ${abstainVotes}. Il fallait plus de voix pour que contre, et ${quorumVotes} voix pour ou abstentions.`,
    ],
    en: [
      "Your proposal was defeated",
      `Voting on your proposal "${quote(title)}" is over: ${forVotes} for, ${againstVotes} against, ${abstainVotes} ` +
        `abstained. It took more for than against, and ${quorumVotes} for or abstaining.`,
    ],
  }),
);

const executed = template(proposal, ({ title }, { occurredAt }, quote) => ({
  fr: [
    "Votre proposition a été exécutée",
    `Votre proposition « ${quote(title)} » a été adoptée et exécutée le ${occurredAt}.`,
  ],
  en: [
    "Your proposal was executed",
    `Your proposal "${quote(title)}" was adopted, and executed on ${occurredAt}.`,
  ],
}));

const cancellations = {
  proposer: { fr: "vous l'avez annulée", en: "you cancelled it" },
  "below-threshold": {
    fr: "votre pouvoir de vote est passé sous le seuil requis pour une proposition",
    en: "your voting power fell below what a proposal takes",
  },
  expired: {
    fr: "elle n'a pas pu être exécutée dans les délais",
    en: "it could not be executed in time",
  },
} as const;

const cancelled = template(
  proposal.extend({ why: z.enum(["proposer", "below-threshold", "expired"]) }),
  ({ title, why }, _, quote) => ({
    fr: [
      "Votre proposition est annulée",
      `Votre proposition « ${quote(title)} » est annulée : ${cancellations[why].fr}.`,
    ],
    en: [
      "Your proposal is cancelled",
      `Your proposal "${quote(title)}" is cancelled: ${cancellations[why].en}.`,
    ],
  }),
);

const displaced = template(z.object({ userId, delegatee: z.string() }), ({ delegatee }, { occurredAt }) => ({
  fr: [
    "Votre délégation a pris fin",
    `Votre pouvoir de vote, délégué à ${delegatee}, est de nouveau le vôtre depuis le ${occurredAt} : ce délégataire a ` +
      "autant de délégants que possible, et un autre, au pouvoir plus grand, a pris votre place. Vous pouvez voter " +
      "vous-même ou déléguer à quelqu'un d'autre.",
  ],
  en: [
    "Your delegation has ended",
    `Your voting power, delegated to ${delegatee}, is your own again since ${occurredAt}: this delegate has as many ` +
      "delegators as possible, and another with more power took your place. You can vote yourself or delegate to " +
      "somebody else.",
  ],
}));

export const governance: Templates = [
  [proposalDefeated.type, defeated],
  [proposalExecuted.type, executed],
  [proposalCancelled.type, cancelled],
  [delegationDisplaced.type, displaced],
];
