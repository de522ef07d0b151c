import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CloudFormationClient, GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import { EAST, stacksOf } from "../preflight/aws.ts";
import type { CloudTemplate, Templates } from "../stateful.ts";

/** Templates as they are deployed, beside those that are to be. */

export const SUFFIX = ".template.json";

/** The regions that a stage has stacks in: its own, and the distribution's. */
export const regions = (): readonly CloudFormationClient[] => [
  new CloudFormationClient({}),
  new CloudFormationClient({ region: EAST }),
];

/** The templates of a stage's stacks in some regions, as text by the stack's name. */
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

/** Writes them into a folder, as a synthesis would. @returns how many there are */
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

/** The templates of an assembly, or of any folder that holds some. @throws Error where it holds none */
export async function templatesIn(folder: string): Promise<Templates> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  if (files.length === 0) throw new Error(`${folder} holds no *${SUFFIX}: synthesize into it first`);
  const texts = await Promise.all(
    files.map(async (name) => [basename(name, SUFFIX), await readFile(join(folder, name), "utf8")] as const),
  );
  return parsed(new Map(texts));
}
