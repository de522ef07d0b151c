import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { losses } from "../stateful.ts";
import { before, current, fetchTo, history, type Place, recordMark } from "./history.ts";
import { deployedTemplates, parsed, templatesIn } from "./templates.ts";

/**
 * Rolls a stage back: deploys the stored assembly of an earlier release. Functions, grants and routes go back together,
 * CloudFormation knows of it, and nothing is built. Aliases are not moved by hand, because CodeDeploy then rejects the next
 * deployment (INVALID_LAMBDA_CONFIGURATION). The stored assembly has no canary deployments, so all routes change at once.
 */

export interface Rollback {
  readonly place: Place;
  /** The regions of the stage's stacks. */
  readonly regions: readonly CloudFormationClient[];
  /** The release. Defaults to the one before the current one. */
  readonly to?: string | undefined;
  /** Stateful resources that may be lost, as `<stack>/<logical id>`. */
  readonly accept: readonly string[];
  /** Only prints what would be done. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
  /** Unpacks an archive into a folder. */
  readonly unpack: (archive: string, folder: string) => Promise<void>;
  /** Deploys an assembly. @throws Error on failure */
  readonly deploy: (assembly: string) => Promise<void>;
}

export type Outcome = "done" | "would be done" | "refused";

/** @throws Error if the rollback is impossible or failed */
export async function rollback(options: Rollback): Promise<Outcome> {
  const { place, say } = options;
  const marks = await history(place);
  const now = current(marks);
  const to = options.to ?? before(marks);
  if (to === undefined)
    throw new Error(
      `${place.stage} has no release before ${now ?? "the first"}: name one with --to, or deploy an earlier commit`,
    );
  say(`${place.stage} has ${now ?? "no known release"}; rolling back to ${to}`);
  const folder = await mkdtemp(join(tmpdir(), "svc-rollback-"));
  try {
    const archive = join(folder, "release.tgz");
    await fetchTo(place, to, archive);
    await options.unpack(archive, folder);
    if (!(await isSafe(options, join(folder, "assembly")))) return "refused";
    if (options.dryRun) return "would be done";
    await recordMark(place, { release: to, what: "begun" });
    await options.deploy(join(folder, "assembly"));
    await recordMark(place, { release: to, what: "done" });
    return "done";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether deploying the assembly would lose only accepted stateful resources, or none. Prints the losses. */
async function isSafe({ place, regions, accept, say }: Rollback, assembly: string): Promise<boolean> {
  const [is, becomes] = await Promise.all([
    deployedTemplates(regions, place.stage).then(parsed),
    templatesIn(assembly),
  ]);
  // A stack that only the newer release has is not deployed and stays unchanged.
  const touched = new Map([...is].filter(([name]) => becomes.has(name)));
  for (const name of is.keys())
    if (!becomes.has(name)) say(`${name} belongs to a newer release only and stays`);
  const lost = losses(touched, becomes);
  for (const one of lost) say(`${accept.includes(one.path) ? "accepted: " : ""}${one.path}: ${one.what}`);
  const refused = lost.filter(({ path }) => !accept.includes(path));
  if (refused.length > 0)
    say(
      "Stateful resources would be lost: add --accept STACK/ID for each intended loss, or release a fix instead.",
    );
  return refused.length === 0;
}
