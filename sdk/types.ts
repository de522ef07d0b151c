import { writeFileSync } from "node:fs";
import { documentOf } from "../contract/bin/openapi.ts";

/**
 * `npm run sdk:types`: generates the client's types from the documents of `/v1` and `/v2`, with the operations of test
 * mode. Headers are omitted, because the client sends them itself.
 */

type Content = Readonly<Record<string, { readonly schema: object }>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly requestBody?: { readonly content: Content };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly examples: object };
}

const mapped = <A, B>(of: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));

/** Returns an operation without headers and errors, which are the same for all operations. */
const essential = ({ parameters, responses, ...rest }: Operation): Operation => {
  const ownParameters = (parameters ?? []).filter((one) => one.in !== "header");
  const successes = Object.entries(responses).filter(([status]) => status < "300");
  const slimmed = successes.map(([status, { description, content }]) => [
    status,
    { description, ...(content && { content: plain(content) }) },
  ]);
  const body = rest.requestBody && { ...rest.requestBody, content: plain(rest.requestBody.content) };
  return {
    ...rest,
    ...(body && { requestBody: body }),
    ...(ownParameters.length > 0 && { parameters: ownParameters }),
    responses: Object.fromEntries(slimmed),
  };
};

/** Removes the examples of requests and responses. */
const plain = (content: Content): Content => mapped(content, ({ schema }) => ({ schema }));

/** The prefix for schema names of `/v2`, whose objects may differ. */
const PREVIEW = "V2";

function documentsTogether(): Document {
  const [stable, preview] = (["v1", "v2"] as const).map((version) =>
    JSON.stringify(documentOf(version, "https://svc.example", true)),
  );
  const v1 = JSON.parse(stable ?? "") as Document;
  const v2 = JSON.parse(
    (preview ?? "").replaceAll("#/components/schemas/", `#/components/schemas/${PREVIEW}`),
  ) as Document;
  const named = Object.entries(v2.components.schemas).map(([name, one]) => [`${PREVIEW}${name}`, one]);
  return {
    ...v1,
    paths: { ...v1.paths, ...mapped(v2.paths, (path) => mapped(path, previewed)) },
    components: {
      schemas: { ...v1.components.schemas, ...Object.fromEntries(named) },
      examples: { ...v1.components.examples, ...v2.components.examples },
    },
  };
}

/** Renames an operation of the preview, because both versions have it. */
const previewed = (operation: Operation): Operation => ({
  ...operation,
  operationId: `${PREVIEW.toLowerCase()}.${operation.operationId}`,
});

export async function schema(): Promise<string> {
  // Imported here because it uses another version of the compiler than the platform.
  const { default: generate, astToString } = await import("openapi-typescript");
  const document = documentsTogether();
  const { schemas, examples } = document.components;
  const slim = {
    ...document,
    paths: mapped(document.paths, (path) => mapped(path, essential)),
    components: { schemas },
  };
  const nodes = await generate(slim as never, { alphabetize: true, rootTypes: false });
  const codes = Object.keys(examples).toSorted();
  return `/** Generated from the API's documents by npm run sdk:types. */

${astToString(nodes)}
/** The codes of the API's errors. */
export type KnownErrorCode =
${codes.map((code) => `  | "${code}"`).join("\n")};
`;
}

if (import.meta.main) writeFileSync(new URL("src/schema.ts", import.meta.url), await schema());
