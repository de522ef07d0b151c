import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import { NoTarget } from "../../contract/bin/command.ts";
import { BUCKET_OUTPUT, DELIVERY_STACK } from "../delivery/delivery.ts";
import { EAST, outputOf, stackNamed, stacksOf } from "../preflight/aws.ts";
import type { CloudTemplate, Templates } from "../stateful.ts";

/** Deployed and synthesized templates. */

const SUFFIX = ".template.json";

/** Returns clients for the regions of a stage's stacks: its own, and the distribution's. */
export const regions = (): readonly CloudFormationClient[] => [
  new CloudFormationClient({}),
  new CloudFormationClient({ region: EAST }),
];

/** Returns the deployed templates of a stage as text, by stack name. */
export async function deployedTemplates(
  clients: readonly CloudFormationClient[],
  stage: string,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const client of clients) for (const one of await ofRegion(client, stage)) found.set(...one);
  return found;
}

async function ofRegion(client: CloudFormationClient, stage: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const { StackName: name = "" } of (await stacksOf(client, stage)).values()) {
    const { TemplateBody: body = "{}" } = await client.send(
      new GetTemplateCommand({ StackName: name, TemplateStage: "Original" }),
    );
    found.push([name, body]);
  }
  return found;
}

/** Writes the deployed templates into a folder, as a synthesis does. @returns their number */
export async function writeDeployed(
  clients: readonly CloudFormationClient[],
  stage: string,
  folder: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const templates = await deployedTemplates(clients, stage);
  for (const [name, body] of templates) await writeFile(join(folder, `${name}${SUFFIX}`), body);
  return templates.size;
}

export const parsed = (texts: ReadonlyMap<string, string>): Templates =>
  new Map([...texts].map(([name, text]) => [name, JSON.parse(text) as CloudTemplate]));

/** Reads the templates of a folder. @throws Error if it has none */
export async function templatesIn(folder: string): Promise<Templates> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  if (files.length === 0) throw new Error(`${folder} contains no *${SUFFIX}: synthesize into it first`);
  const texts = await Promise.all(
    files.map(async (name) => [basename(name, SUFFIX), await readFile(join(folder, name), "utf8")] as const),
  );
  return parsed(new Map(texts));
}

/** Returns the bucket of releases from the delivery stack's output. @throws NoTarget if that stack is not deployed */
export async function releasesBucket(client: CloudFormationClient): Promise<string> {
  const bucket = outputOf(await stackNamed(client, DELIVERY_STACK), BUCKET_OUTPUT);
  if (bucket !== undefined) return bucket;
  throw new NoTarget(
    `stack ${DELIVERY_STACK} does not exist: name the bucket of releases with --bucket, or deploy it (docs/OPERATIONS.md, Releases and rollback)`,
  );
}
