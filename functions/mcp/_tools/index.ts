import * as z from "zod";
import * as Knowledge from "../_resources/knowledge/index.ts";
import { governanceTools } from "./governance.ts";
import { exchangeTools, priceTools, stakingTools } from "./market.ts";
import { paymentTools } from "./payments.ts";
import { personTools } from "./person.ts";
import { open, type Tool } from "./tool.ts";
import { transactionTools } from "./transactions.ts";
import { walletTools } from "./wallets.ts";

const DISCLAIMER =
  "General information, not personal financial, legal or tax advice. Rates and dates change: check the official source before acting.";

/** Makes a tool that returns parts of `svc://knowledge/{skill}` by topic. */
const advice = <const Name extends Knowledge.SkillName>(skill: Name): Tool => {
  const { title, description } = Knowledge.skills[skill];
  const topics = Object.keys(Knowledge.skills[skill].topics) as [string, ...string[]];
  return open({
    name: `svc_${skill}_advice`,
    title: `${title}: advice`,
    description:
      `${description}. Returns background from the platform's knowledge base on one topic, or on all topics: ` +
      "use it to base an answer on rules and sources. Topics: " +
      `${topics.join(", ")}.`,
    input: z.strictObject({ topic: z.enum(topics).optional() }),
    output: z.object({
      skill: z.string(),
      topics: z.array(z.string()).meta({ description: "The topics that markdown covers" }),
      markdown: z.string(),
      sources: z.array(z.string()),
      disclaimer: z.string(),
    }),
    run: async ({ topic }) => ({
      skill,
      topics: topic === undefined ? topics : [topic],
      markdown: topic === undefined ? Knowledge.textOf(skill) : Knowledge.section(skill, topic),
      sources: [...Knowledge.sourcesOf(skill)],
      disclaimer: DISCLAIMER,
    }),
  });
};

const adviceTools = [advice("identity"), advice("financial"), advice("loyalty"), advice("banking")];

/** All tools, in the order of the list. */
export const tools: readonly Tool[] = [
  ...personTools,
  ...walletTools,
  ...transactionTools,
  ...paymentTools,
  ...adviceTools,
  ...priceTools,
  ...exchangeTools,
  ...stakingTools,
  ...governanceTools,
];
