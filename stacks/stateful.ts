import { isDeepStrictEqual } from "node:util";
import { TABLE_OUTPUT } from "../contract/stage.ts";

/** What a deployment of one set of templates over another would lose of what is not made again. */

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
}

export interface CloudTemplate {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value?: unknown }>>;
}

/** Templates by the name of their stack. */
export type Templates = ReadonlyMap<string, CloudTemplate>;

export interface Loss {
  /** `<stack>/<logical id>` */
  readonly path: string;
  readonly what: string;
}

/**
 * What holds state, with the properties that make another resource of it as they change, or that CloudFormation
 * refuses to change. Source: AWS CloudFormation Template Reference, "Update requires" of each property.
 */
const stateful: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes", "ImportSourceSpecification"],
  "AWS::S3::Bucket": ["BucketName", "BucketNamePrefix", "BucketNamespace"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion", "Origin"],
  "AWS::SecretsManager::Secret": ["Name"],
};

/** Of what is stateful only where its stack says so: functions' logs come and go with them. */
const replacing: Readonly<Record<string, readonly string[]>> = {
  ...stateful,
  "AWS::Logs::LogGroup": ["LogGroupName"],
};

/** Whose change gives a secret another value, which ends every session or opens nothing that was sealed. */
const VALUE_OF_SECRET = ["GenerateSecretString", "SecretString"];

const isKept = ({ DeletionPolicy: policy = "Delete" }: TemplateResource): boolean => policy !== "Delete";

/** All that would be lost by deploying `after` over `before`, in the order of the templates. */
export function losses(before: Templates, after: Templates): readonly Loss[] {
  return [...before].flatMap(([stack, was]) => [
    ...lostResources(stack, was, after.get(stack)),
    ...leftTable(stack, was, after.get(stack)),
  ]);
}

const lostResources = (stack: string, { Resources: resources = {} }: CloudTemplate, then?: CloudTemplate) =>
  Object.entries(resources)
    .filter(([, one]) => one.Type in stateful || isKept(one))
    .flatMap(([id, was]) =>
      changes(was, then?.Resources?.[id]).map((what) => ({
        path: `${stack}/${id}`,
        what: `${was.Type} ${what}`,
      })),
    );

/** The table that the stage works on: a restored one is none of its resources. */
function leftTable(stack: string, was: CloudTemplate, then: CloudTemplate | undefined): readonly Loss[] {
  const [before, after] = [was, then].map((one) => one?.Outputs?.[TABLE_OUTPUT]?.Value);
  if (before === undefined || after === undefined || isDeepStrictEqual(before, after)) return [];
  const what = `is ${JSON.stringify(after)}, not ${JSON.stringify(before)}: what was written since is left there`;
  return [{ path: `${stack}/${TABLE_OUTPUT}`, what }];
}

function changes(was: TemplateResource, is: TemplateResource | undefined): string[] {
  if (!is) return ["is deleted, or left behind by its stack"];
  if (is.Type !== was.Type) return [`is replaced by ${is.Type}`];
  const differs = (name: string) => !isDeepStrictEqual(was.Properties?.[name], is.Properties?.[name]);
  const other = (replacing[was.Type] ?? []).filter(differs);
  return [
    ...(other.length > 0 ? [`is replaced: ${other.join(", ")} changes`] : []),
    ...(keyTypesDiffer(was, is) ? ["is replaced: the type of its key changes"] : []),
    ...regionsLost(was, is).map((region) => `loses its replica in ${region}`),
    ...(was.Type === "AWS::SecretsManager::Secret" && VALUE_OF_SECRET.some(differs)
      ? ["is given another value"]
      : []),
    ...(isKept(was) && !isKept(is) ? ["is no longer kept as its stack goes"] : []),
  ];
}

/** The types of a table's key attributes, by name; those of its indexes do not make it another. */
function keyTypes({ Properties: properties = {} }: TemplateResource): Readonly<Record<string, unknown>> {
  const keys = (properties["KeySchema"] ?? []) as readonly { AttributeName: string }[];
  const types = (properties["AttributeDefinitions"] ?? []) as readonly {
    AttributeName: string;
    AttributeType: string;
  }[];
  const typeOf = (name: string) => types.find((one) => one.AttributeName === name)?.AttributeType;
  return Object.fromEntries(keys.map(({ AttributeName: name }) => [name, typeOf(name)]));
}

/** Where the keys themselves differ, their types need not be named. */
const keyTypesDiffer = (was: TemplateResource, is: TemplateResource): boolean =>
  isDeepStrictEqual(was.Properties?.["KeySchema"], is.Properties?.["KeySchema"]) &&
  !isDeepStrictEqual(keyTypes(was), keyTypes(is));

function regionsLost(was: TemplateResource, is: TemplateResource): string[] {
  const regions = ({ Properties: properties = {} }: TemplateResource) =>
    ((properties["Replicas"] ?? []) as readonly { Region: unknown }[]).map(({ Region: region }) =>
      JSON.stringify(region),
    );
  const left = regions(is);
  return regions(was).filter((region) => !left.includes(region));
}
