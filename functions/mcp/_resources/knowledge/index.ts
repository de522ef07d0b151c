import { banking } from "./banking.ts";
import { financial } from "./financial.ts";
import { identity } from "./identity.ts";
import { loyalty } from "./loyalty.ts";

/** The knowledge domains of `svc://knowledge/{skill}` (spec 3, section 2.8). */

export const skillNames = ["financial", "loyalty", "identity", "banking"] as const;
export type SkillName = (typeof skillNames)[number];

export interface Skill {
  readonly title: string;
  readonly description: string;
  /** The heading of each topic in the text. */
  readonly topics: Readonly<Record<string, string>>;
}

export const skills = {
  financial: {
    title: "Personal finance in France and the EU",
    description: "Taxation, savings, crypto-assets and investment for a French tax resident",
    topics: {
      taxation: "Taxation",
      savings: "Savings",
      crypto: "Crypto-assets",
      investment: "Investment",
    },
  },
  loyalty: {
    title: "Loyalty",
    description: "Loyalty programs, cashback and gamification: how they work, and the law that applies",
    topics: { programs: "Programs", cashback: "Cashback", gamification: "Gamification" },
  },
  identity: {
    title: "Identity",
    description:
      "KYC, data protection, zero-knowledge proofs, biometrics and verification in France and the EU",
    topics: {
      kyc: "KYC and the fight against money laundering",
      data_protection: "Data protection",
      zero_knowledge: "Zero-knowledge proofs",
      biometrics: "Biometrics",
      verification: "Verification",
    },
  },
  banking: {
    title: "Banking",
    description: "Neobanks, banking as a service, payment terminals, and how to compare providers",
    topics: {
      neobanks: "Neobanks",
      banking_as_a_service: "Banking as a service",
      terminals: "Terminals",
      providers: "Comparing providers",
    },
  },
} as const satisfies Record<SkillName, Skill>;

export const isSkillName = (text: string): text is SkillName =>
  (skillNames as readonly string[]).includes(text);

const texts: Readonly<Record<SkillName, string>> = { financial, loyalty, identity, banking };

/** Returns the whole text of a skill, as Markdown. */
export const textOf = (skill: SkillName): string => texts[skill];

/** Returns the part of a skill's text about a topic, with its heading. @throws TypeError if there is none */
export function section(skill: SkillName, topic: string): string {
  const heading = (skills[skill].topics as Readonly<Record<string, string>>)[topic];
  const found = heading === undefined ? undefined : parts(texts[skill]).get(heading);
  if (found === undefined) throw new TypeError(`the knowledge of ${skill} has no topic ${topic}`);
  return found;
}

/** Returns the sources at the end of a skill's text. */
export const sourcesOf = (skill: SkillName): readonly string[] =>
  [...(parts(texts[skill]).get("Sources") ?? "").matchAll(/^- (.+)$/gm)].map(([, source = ""]) => source);

/** Returns the parts of a text by their second-level headings. */
const parts = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((part) => [part.slice(3, part.indexOf("\n")).trim(), part.trim()]),
  );
