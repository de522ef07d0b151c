import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { type Loss, losses } from "../stateful.ts";
import { before, current, fetchTo, history, note, type Place } from "./history.ts";
import { deployedTemplates, parsed, templatesIn } from "./templates.ts";

/**
 * Going back to a release: its assembly, kept as it was built, is deployed over what is there. So everything goes back,
 * functions, grants and routes together, CloudFormation knows of it, and nothing is built at night. Aliases are not
 * moved by hand: CodeDeploy refuses the next deployment of one that is not where it left it
 * (INVALID_LAMBDA_CONFIGURATION). The assembly is one without degrees, so all routes change at once.
 */

export interface Rollback {
  readonly place: Place;
  /** Of the regions that the stage has stacks in. */
  readonly regions: readonly CloudFormationClient[];
  /** Which release; the one before the current one unless told. */
  readonly to?: string | undefined;
  /** What holds state and may go, by `<stack>/<logical id>`. */
  readonly accept: readonly string[];
  /** Only says what would be done. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  /** Unpacks an archive into a folder. */
  readonly unpack: (archive: string, folder: string) => Promise<void>;
  /** Deploys an assembly. @throws Error where that fails */
  readonly deploy: (assembly: string) => Promise<void>;
}

export type Outcome = "done" | "would be done" | "refused";

/** @throws Error that says why it cannot be done, or why it broke */
export async function rollback(options: Rollback): Promise<Outcome> {
  const { place, say } = options;
  const marks = await history(place);
  const now = current(marks);
  const to = options.to ?? before(marks);
  if (to === undefined)
    throw new Error(
      `there is no release before ${now ?? "the first"} of ${place.stage}: name one with --to, or deploy an earlier commit`,
    );
  say(`${place.stage} has ${now ?? "no release that is known"}; it goes back to ${to}`);
  const folder = await mkdtemp(join(tmpdir(), "svc-rollback-"));
  try {
    const archive = join(folder, "release.tgz");
    await fetchTo(place, to, archive);
    await options.unpack(archive, folder);
    if (!(await isSafe(options, join(folder, "assembly")))) return "refused";
    if (options.dryRun) return "would be done";
    await note(place, { release: to, what: "begun" });
    await options.deploy(join(folder, "assembly"));
    await note(place, { release: to, what: "done" });
    return "done";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether what is there can be given this assembly without losing what holds state; says what could not. */
async function isSafe({ place, regions, accept, say }: Rollback, assembly: string): Promise<boolean> {
  const [is, becomes] = await Promise.all([
    deployedTemplates(regions, place.stage).then(parsed),
    templatesIn(assembly),
  ]);
  // A stack that only the newer release has is not deployed, and so not touched.
  const touched = new Map([...is].filter(([name]) => becomes.has(name)));
  for (const name of is.keys()) if (!becomes.has(name)) say(`${name} is of a newer release alone and stays`);
  const lost = losses(touched, becomes);
  for (const one of lost) say(told(one, accept));
  const refused = lost.filter(({ path }) => !accept.includes(path));
  if (refused.length > 0)
    say("What holds state would be lost: --accept STACK/ID for each that may go, or mend forwards.");
  return refused.length === 0;
}

const told = ({ path, what }: Loss, accept: readonly string[]): string =>
  `${accept.includes(path) ? "accepted: " : ""}${path}: ${what}`;
