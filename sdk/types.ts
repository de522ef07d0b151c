import { writeFileSync } from "node:fs";
import { documentOf } from "../contract/bin/openapi.ts";

/**
 * `npm run sdk:types`: writes the client's types, from the documents of `/v1` and `/v2`, with what is test mode's
 * own. The headers are left out: the client sends them itself.
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

/** What a program gives and gets; what errors say is the same for all. */
const essential = ({ parameters, responses, ...rest }: Operation): Operation => {
  const left = (parameters ?? []).filter((one) => one.in !== "header");
  const good = Object.entries(responses).filter(([status]) => status < "300");
  const answers = good.map(([status, { description, content }]) => [
    status,
    { description, ...(content && { content: plain(content) }) },
  ]);
  const body = rest.requestBody && { ...rest.requestBody, content: plain(rest.requestBody.content) };
  return {
    ...rest,
    ...(body && { requestBody: body }),
    ...(left.length > 0 && { parameters: left }),
    responses: Object.fromEntries(answers),
  };
};

/** Without the whole requests and answers that the documents show. */
const plain = (content: Content): Content => mapped(content, ({ schema }) => ({ schema }));

/** Before the names of what `/v2` has: an object may look otherwise there. */
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

/** The same operation is in both versions: in the preview it has a name of its own. */
const previewed = (operation: Operation): Operation => ({
  ...operation,
  operationId: `${PREVIEW.toLowerCase()}.${operation.operationId}`,
});

export async function schema(): Promise<string> {
  // The compiler that it writes types with is of another version than the platform's own.
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
  return `/** Made of the API's documents: npm run sdk:types. */

${astToString(nodes)}
/** What the API's errors are called. */
export type KnownErrorCode =
${codes.map((code) => `  | "${code}"`).join("\n")};
`;
}

if (import.meta.main) writeFileSync(new URL("src/schema.ts", import.meta.url), await schema());
