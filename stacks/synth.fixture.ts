import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { assembly, prodContext } from "./offline.ts";
import type { SvcOptions } from "./svc.ts";

export { prodContext } from "./offline.ts";

/** Synthesizes the stacks for a test, with function bodies of one line, which no template depends on. */

export interface Resource {
  readonly Type: string;
  // A template is JSON of a hundred shapes; tests reach into it by path and compare.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly Properties: any;
  readonly DeletionPolicy?: string;
}

export interface Synthesized {
  readonly app: App;
  readonly templates: ReadonlyMap<string, Template>;
  /** Returns all resources of a type, by `<stack>/<logical id>`. */
  of(type: string): Readonly<Record<string, Resource>>;
}

export function synthesize(
  options: Partial<SvcOptions> = {},
  context: Record<string, string> = prodContext,
  validate = false,
): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), "svc-synth-"));
  try {
    return read(assembly(outdir, options, context, validate));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function read(app: App): Synthesized {
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  const of = (type: string) =>
    Object.fromEntries(
      [...templates].flatMap(([name, template]) =>
        Object.entries(template.findResources(type)).map(([id, one]) => [`${name}/${id}`, one as Resource]),
      ),
    );
  return { app, templates, of };
}

/** Returns the stack's name in a path of `of`. */
export const stackOf = (path: string): string => path.slice(0, path.indexOf("/"));

/**
 * Returns the path of the resource that a property references by `Ref`, `Fn::GetAtt` or another stack's output.
 * @throws Error if it references none
 */
export function target({ templates }: Pick<Synthesized, "templates">, stack: string, value: unknown): string {
  const { Ref: ref, "Fn::GetAtt": attribute, "Fn::GetStackOutput": output } = value as Reference;
  if (output) {
    const { Outputs: outputs } = templates.get(output.StackName)?.toJSON() ?? {};
    return target({ templates }, output.StackName, outputs?.[output.OutputName]?.Value);
  }
  const id = ref ?? attribute?.[0];
  if (id === undefined) throw new Error(`${JSON.stringify(value)} of ${stack} references no resource`);
  return `${stack}/${id}`;
}

interface Reference {
  readonly Ref?: string;
  readonly "Fn::GetAtt"?: readonly [string, string];
  readonly "Fn::GetStackOutput"?: { readonly StackName: string; readonly OutputName: string };
}

/** Returns the function of a unit, with its path. @throws Error unless there is exactly one */
export function functionOf({ of }: Synthesized, id: string): [string, Resource] {
  const [found, ...more] = Object.entries(of("AWS::Lambda::Function")).filter(
    ([, one]) => one.Properties.Environment.Variables.ROUTE_ID === id,
  );
  if (!found || more.length > 0) throw new Error(`${id} must have exactly one function`);
  return found;
}
