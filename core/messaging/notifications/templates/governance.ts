import * as z from "zod";
import {
  delegationDisplaced,
  proposalCancelled,
  proposalDefeated,
  proposalExecuted,
} from "../../../defi/governance/events.ts";
import { governanceTemplate, type Templates, userId } from "./template.ts";

const proposal = z.object({ userId, title: z.string() });
const votes = {
  forVotes: z.string(),
  againstVotes: z.string(),
  abstainVotes: z.string(),
  quorumVotes: z.string(),
};

const cancellations = {
  proposer: { fr: "vous l'avez annulée", en: "you canceled it" },
  "below-threshold": {
    fr: "votre pouvoir de vote est passé sous le seuil requis pour une proposition",
    en: "your voting power fell below the threshold for a proposal",
  },
  expired: { fr: "elle n'a pas pu être exécutée dans les délais", en: "it could not be executed in time" },
};

export const governance: Templates = [
  governanceTemplate(proposalDefeated, proposal.extend(votes), {
    own: ["title"],
    fr: ({ title, forVotes, againstVotes, abstainVotes, quorumVotes }, say) => ({
      subject: "Votre proposition a été rejetée",
      short: `Le vote sur votre proposition « ${title} » est clos : elle est rejetée.`,
      body:
        `Le vote sur votre proposition « ${title} » est clos : pour ${say.number(forVotes)}, contre ${say.number(againstVotes)}, ` +
        `abstention ${say.number(abstainVotes)}. Il fallait plus de voix « pour » que de voix « contre », et au moins ${say.number(quorumVotes)} voix « pour » ou abstentions.`,
    }),
    en: ({ title, forVotes, againstVotes, abstainVotes, quorumVotes }, say) => ({
      subject: "Your proposal was defeated",
      short: `Voting on your proposal "${title}" is over: it was defeated.`,
      body:
        `Voting on your proposal "${title}" is over: ${say.number(forVotes)} for, ${say.number(againstVotes)} against, ` +
        `${say.number(abstainVotes)} abstentions. It needed more votes for than against, and at least ${say.number(quorumVotes)} votes for or abstentions.`,
    }),
  }),
  governanceTemplate(proposalExecuted, proposal, {
    own: ["title"],
    fr: ({ title, at }) => ({
      subject: "Votre proposition a été exécutée",
      short: `Votre proposition « ${title} » a été adoptée et exécutée.`,
      body: `Votre proposition « ${title} » a été adoptée et exécutée le ${at}.`,
    }),
    en: ({ title, at }) => ({
      subject: "Your proposal was executed",
      short: `Your proposal "${title}" was adopted and executed.`,
      body: `Your proposal "${title}" was adopted, and executed on ${at}.`,
    }),
  }),
  governanceTemplate(
    proposalCancelled,
    proposal.extend({ why: z.enum(["proposer", "below-threshold", "expired"]) }),
    {
      own: ["title"],
      fr: ({ title, why }) => {
        const body = `Votre proposition « ${title} » a été annulée : ${cancellations[why].fr}.`;
        return { subject: "Votre proposition a été annulée", short: body, body };
      },
      en: ({ title, why }) => {
        const body = `Your proposal "${title}" was canceled: ${cancellations[why].en}.`;
        return { subject: "Your proposal was canceled", short: body, body };
      },
    },
  ),
  governanceTemplate(delegationDisplaced, z.object({ userId, delegatee: z.string() }), {
    fr: ({ delegatee, at }) => ({
      subject: "Votre délégation a pris fin",
      short: "Votre pouvoir de vote est de nouveau le vôtre : un autre délégant a pris votre place.",
      body:
        `Votre pouvoir de vote, délégué à ${delegatee}, est de nouveau le vôtre depuis le ${at} : ce ` +
        "délégataire a atteint son nombre maximal de délégants, et un autre, qui délègue plus, a pris votre place. " +
        "Vous pouvez voter vous-même ou choisir un autre délégataire. Pour revenir, déléguez-lui de nouveau " +
        ": il faut une place libre, ou 10 % de plus à déléguer que le plus petit de ses délégants.",
    }),
    en: ({ delegatee, at }) => ({
      subject: "Your delegation has ended",
      short: "Your voting power is your own again: another delegator replaced you.",
      body:
        `Your voting power, delegated to ${delegatee}, has been your own again since ${at}: this delegate has ` +
        "reached the maximum number of delegators, and another one with more voting power replaced you. You can vote yourself " +
        "or choose another delegate. To come back, delegate to it again: this requires a free place, or 10% " +
        "more voting power than its smallest delegator.",
    }),
  }),
];
