import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { stageConfig } from "./config.ts";
import { type SvcOptions, svc } from "./svc.ts";

/**
 * Synthesizes the stacks for a test, with a function body of one line: what a template says does not depend
 * on it.
 */

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
  /** All resources of a type, by `<stack>/<logical id>`. */
  of(type: string): Readonly<Record<string, Resource>>;
}

/** Production's configuration: what is tested is what is deployed. */
export const prodContext = {
  stage: "prod",
  domain: "api.svc.example",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000",
  webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/svc/0a1b2c3d-0000-4000-8000-000000000000",
  mailFrom: "no-reply@mail.svc.example",
  alarmEmail: "ops@svc.example",
  STRIPE_LIVEMODE: "true",
  PRICE_SOURCE: "binance,coingecko",
  PUSH_IOS_APPLICATION_ARN: "arn:aws:sns:eu-west-3:123456789012:app/APNS/svc",
  PUSH_ANDROID_APPLICATION_ARN: "arn:aws:sns:eu-west-3:123456789012:app/GCM/svc",
};

export function synthesize(
  options: Partial<SvcOptions> = {},
  context: Record<string, string> = prodContext,
  validate = false,
): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), "svc-synth-"));
  try {
    return read(build(outdir, options, context, validate));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function build(
  outdir: string,
  options: Partial<SvcOptions>,
  context: Record<string, string>,
  validate: boolean,
): App {
  const body = join(outdir, "body");
  mkdirSync(body);
  writeFileSync(join(body, "index.mjs"), "export const handler = async () => ({});\n");
  const cdkJson = JSON.parse(readFileSync("cdk.json", "utf8"));
  const app = new App({
    outdir: join(outdir, "out"),
    context: { ...cdkJson.context, ...context },
    // Seconds for each app, so one test asks for it and `cdk synth` always does.
    builtinCloudFormationValidation: validate,
  });
  svc(app, { config: stageConfig(app.node), codeOf: () => body, ...options });
  return app;
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

/** The stack's name in a path of `of`. */
export const stackOf = (path: string): string => path.slice(0, path.indexOf("/"));

/**
 * The path of the resource that a property of a stack's template leads to, by `Ref`, `Fn::GetAtt` or another
 * stack's output. @throws Error where it leads to none
 */
export function target({ templates }: Pick<Synthesized, "templates">, stack: string, value: unknown): string {
  const { Ref: ref, "Fn::GetAtt": attribute, "Fn::GetStackOutput": output } = value as Reference;
  if (output) {
    const { Outputs: outputs } = templates.get(output.StackName)?.toJSON() ?? {};
    return target({ templates }, output.StackName, outputs?.[output.OutputName]?.Value);
  }
  const id = ref ?? attribute?.[0];
  if (id === undefined) throw new Error(`${JSON.stringify(value)} of ${stack} leads to no resource`);
  return `${stack}/${id}`;
}

interface Reference {
  readonly Ref?: string;
  readonly "Fn::GetAtt"?: readonly [string, string];
  readonly "Fn::GetStackOutput"?: { readonly StackName: string; readonly OutputName: string };
}

/** The function of a unit, with its path. @throws Error unless there is exactly one */
export function functionOf({ of }: Synthesized, id: string): [string, Resource] {
  const [found, ...more] = Object.entries(of("AWS::Lambda::Function")).filter(
    ([, one]) => one.Properties.Environment.Variables.ROUTE_ID === id,
  );
  if (!found || more.length > 0) throw new Error(`${id} must have exactly one function`);
  return found;
}
