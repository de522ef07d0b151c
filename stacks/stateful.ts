import { isDeepStrictEqual } from "node:util";
import { TABLE_OUTPUT } from "../contract/stage.ts";

/** Finds stateful resources that a deployment of one set of templates over another would lose. */

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
 * The stateful resource types, with the properties whose change replaces the resource or is rejected by CloudFormation.
 * Source: AWS CloudFormation Template Reference, "Update requires" of each property.
 */
const stateful: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes", "ImportSourceSpecification"],
  "AWS::S3::Bucket": ["BucketName", "BucketNamePrefix", "BucketNamespace"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion", "Origin"],
  "AWS::SecretsManager::Secret": ["Name"],
};

/**
 * The types whose replacement is a loss: the stateful ones, and logs, which are stateful only if their stack retains them. A
 * function's log is deleted with the function.
 */
const replacing: Readonly<Record<string, readonly string[]>> = {
  ...stateful,
  "AWS::Logs::LogGroup": ["LogGroupName"],
};

/** Properties whose change sets a new value, which ends every session or makes sealed data unreadable. */
const VALUE_OF_SECRET = ["GenerateSecretString", "SecretString"];

const isRetained = ({ DeletionPolicy: policy = "Delete" }: TemplateResource): boolean => policy !== "Delete";

/** Returns all losses of deploying `after` over `before`, in the order of the templates. */
export function losses(before: Templates, after: Templates): readonly Loss[] {
  return [...before].flatMap(([stack, was]) => [
    ...lostResources(stack, was, after.get(stack)),
    ...lostTable(stack, was, after.get(stack)),
  ]);
}

const lostResources = (stack: string, { Resources: resources = {} }: CloudTemplate, then?: CloudTemplate) =>
  Object.entries(resources)
    .filter(([, one]) => one.Type in stateful || isRetained(one))
    .flatMap(([id, was]) =>
      changes(was, then?.Resources?.[id]).map((what) => ({
        path: `${stack}/${id}`,
        what: `${was.Type} ${what}`,
      })),
    );

/** Returns the loss of the table that the stage uses. A restored table is not a resource of the stack. */
function lostTable(stack: string, was: CloudTemplate, then: CloudTemplate | undefined): readonly Loss[] {
  const [before, after] = [was, then].map((one) => one?.Outputs?.[TABLE_OUTPUT]?.Value);
  if (before === undefined || after === undefined || isDeepStrictEqual(before, after)) return [];
  const what = `is ${JSON.stringify(after)}, not ${JSON.stringify(before)}: later writes stay in the previous table`;
  return [{ path: `${stack}/${TABLE_OUTPUT}`, what }];
}

function changes(was: TemplateResource, is: TemplateResource | undefined): string[] {
  if (!is) return ["is deleted, or no longer managed by its stack"];
  if (is.Type !== was.Type) return [`is replaced by ${is.Type}`];
  const differs = (name: string) => !isDeepStrictEqual(was.Properties?.[name], is.Properties?.[name]);
  const other = (replacing[was.Type] ?? []).filter(differs);
  return [
    ...(other.length > 0 ? [`is replaced: ${other.join(", ")} changes`] : []),
    ...(keyTypesDiffer(was, is) ? ["is replaced: the type of its key changes"] : []),
    ...regionsLost(was, is).map((region) => `loses its replica in ${region}`),
    ...(was.Type === "AWS::SecretsManager::Secret" && VALUE_OF_SECRET.some(differs)
      ? ["gets another value"]
      : []),
    ...(isRetained(was) && !isRetained(is) ? ["is no longer retained if its stack is deleted"] : []),
  ];
}

/** Returns the types of a table's key attributes, by name. Types of index keys do not replace the table. */
function keyTypes({ Properties: properties = {} }: TemplateResource): Readonly<Record<string, unknown>> {
  const keys = (properties["KeySchema"] ?? []) as readonly { AttributeName: string }[];
  const types = (properties["AttributeDefinitions"] ?? []) as readonly {
    AttributeName: string;
    AttributeType: string;
  }[];
  const typeOf = (name: string) => types.find((one) => one.AttributeName === name)?.AttributeType;
  return Object.fromEntries(keys.map(({ AttributeName: name }) => [name, typeOf(name)]));
}

/** Returns whether a table's key attributes change their types. False if the key schema changes, which is reported separately. */
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
