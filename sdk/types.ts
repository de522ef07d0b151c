import { writeFileSync } from "node:fs";
import { documentOf } from "../contract/bin/openapi.ts";

/**
 * `npm run sdk:types`: generates the types of two clients. The SDK's are from the documents of `/v1` and `/v2`, with the
 * operations of test mode; the console's are from the document of the whole platform. Headers are omitted, because the
 * clients send them.
 */

type Content = Readonly<Record<string, { readonly schema: object }>>;

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
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

/** Generates the declarations of a document's operations and schemas. */
async function declarations(document: Document, { rootTypes = false } = {}): Promise<string> {
  // Imported here because it uses another version of the compiler than the platform.
  const { default: generate, astToString } = await import("openapi-typescript");
  const { paths, components, ...rest } = document;
  const slim = {
    ...rest,
    paths: mapped(paths, (path) => mapped(path, essential)),
    components: { schemas: components.schemas },
  };
  const nodes = await generate(slim as never, { alphabetize: true, rootTypes });
  return `/** Generated from the API's documents by npm run sdk:types. */

${astToString(nodes)}`;
}

/** Returns whether a browser's session may call the operation: it accepts the cookie, or needs no credential. */
const isForSessions = ({ security = [] }: Operation): boolean =>
  security.length === 0 || security.some((one) => "cookie" in one);

/** Generates the console's types, from the operations that it may call. */
export function consoleSchema(): Promise<string> {
  const document = JSON.parse(JSON.stringify(documentOf("api", "https://svc.example"))) as Document;
  const paths = Object.entries(document.paths).flatMap(([path, operations]) => {
    const own = Object.entries(operations).filter(([, operation]) => isForSessions(operation));
    return /^\/(api|v1|v2)\/(?!openapi)/.test(path) && own.length > 0
      ? [[path, Object.fromEntries(own)]]
      : [];
  });
  const schemas = withoutDescriptions(document.components.schemas) as object;
  return declarations({
    ...document,
    paths: withoutDescriptions(Object.fromEntries(paths)) as Document["paths"],
    components: { ...document.components, schemas },
  });
}

/** Removes the texts, which the console's authors read in the API document. */
const withoutDescriptions = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => {
      if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
      const { description, summary, examples, ...rest } = one;
      return {
        ...rest,
        ...(typeof description === "object" && { description }),
        ...(typeof summary === "object" && { summary }),
      };
    }),
  );

/** Generates the SDK's types. */
export async function schema(): Promise<string> {
  const document = documentsTogether();
  const codes = Object.keys(document.components.examples).toSorted();
  return `${await declarations(document)}
/** The codes of the API's errors. */
export type KnownErrorCode =
${codes.map((code) => `  | "${code}"`).join("\n")};
`;
}

if (import.meta.main) {
  writeFileSync(new URL("src/schema.ts", import.meta.url), await schema());
  writeFileSync(new URL("../console/src/api/schema.ts", import.meta.url), await consoleSchema());
}
