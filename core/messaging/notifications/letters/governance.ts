import * as z from "zod";
import { proposalCancelled, proposalDefeated, proposalExecuted } from "../../../defi/governance/events.ts";
import { type Letters, letter, userId } from "./letter.ts";

/** Letters about one's proposals. */

// The title is the reader's own text.
const proposal = z.object({ userId, title: z.string() });

const defeated = letter(
  proposal.extend({
    forVotes: z.string(),
    againstVotes: z.string(),
    abstainVotes: z.string(),
    quorumVotes: z.string(),
  }),
  false,
  ({ title, forVotes, againstVotes, abstainVotes, quorumVotes }, { name }) => ({
    fr: {
      subject: "Votre proposition a été rejetée",
      text:
        `Bonjour ${name},\n\nLe vote sur votre proposition « ${title} » est clos : pour ${forVotes}, contre ${againstVotes}, ` +
        `abstention ${abstainVotes}. Il fallait plus de voix pour que contre, et ${quorumVotes} voix pour ou abstentions.\n`,
    },
    en: {
      subject: "Your proposal was defeated",
      text:
        `Hello ${name},\n\nVoting on your proposal "${title}" is over: ${forVotes} for, ${againstVotes} against, ${abstainVotes} ` +
        `abstained. It took more for than against, and ${quorumVotes} for or abstaining.\n`,
    },
  }),
);

const executed = letter(proposal, false, ({ title }, { name }, { occurredAt }) => ({
  fr: {
    subject: "Votre proposition a été exécutée",
    text: `Bonjour ${name},\n\nVotre proposition « ${title} » a été adoptée et exécutée le ${occurredAt}.\n`,
  },
  en: {
    subject: "Your proposal was executed",
    text: `Hello ${name},\n\nYour proposal "${title}" was adopted, and executed on ${occurredAt}.\n`,
  },
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

const cancelled = letter(
  proposal.extend({ why: z.enum(["proposer", "below-threshold", "expired"]) }),
  false,
  ({ title, why }, { name }) => ({
    fr: {
      subject: "Votre proposition est annulée",
      text: `Bonjour ${name},\n\nVotre proposition « ${title} » est annulée : ${cancellations[why].fr}.\n`,
    },
    en: {
      subject: "Your proposal is cancelled",
      text: `Hello ${name},\n\nYour proposal "${title}" is cancelled: ${cancellations[why].en}.\n`,
    },
  }),
);

export const governance: Letters = [
  [proposalDefeated.type, defeated],
  [proposalExecuted.type, executed],
  [proposalCancelled.type, cancelled],
];
