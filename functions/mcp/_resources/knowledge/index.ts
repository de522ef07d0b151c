import { banking } from "./banking.ts";
import { financial } from "./financial.ts";
import { identity } from "./identity.ts";
import { loyalty } from "./loyalty.ts";
import { type SkillName, skills } from "./skills.ts";

/** The knowledge base: a Markdown text for each skill, and its parts by topic. */

const texts: Readonly<Record<SkillName, string>> = { financial, loyalty, identity, banking };

/** The whole text of a skill, as Markdown. */
export const textOf = (skill: SkillName): string => texts[skill];

/** The topics of a skill, in the order of its text. */
export const topicsOf = (skill: SkillName): readonly string[] => Object.keys(skills[skill].topics);

/**
 * The part of a skill's text under a topic's heading, that heading included. @throws TypeError when the text
 * has no such part
 */
export function section(skill: SkillName, topic: string): string {
  const heading = (skills[skill].topics as Readonly<Record<string, string>>)[topic];
  const found = heading === undefined ? undefined : parts(texts[skill]).get(heading);
  if (found === undefined) throw new TypeError(`the knowledge of ${skill} has no topic ${topic}`);
  return found;
}

/** The sources that a skill's text names at its end, one a line. */
export const sourcesOf = (skill: SkillName): readonly string[] =>
  [...(parts(texts[skill]).get("Sources") ?? "").matchAll(/^- (.+)$/gm)].map(([, source = ""]) => source);

/** The parts under headings of the second level, by heading. */
const parts = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(/^(?=## )/m)
      .slice(1)
      .map((part) => [part.slice(3, part.indexOf("\n")).trim(), part.trim()]),
  );
