import { writeFileSync } from "node:fs";
import { documentOf } from "../contract/bin/documents.ts";

/**
 * `npm run sdk:types`: writes the client's types, from the document of `/v1`. The headers are left out: the client
 * sends them itself.
 */

interface Operation {
  readonly parameters?: readonly { readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
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
    { description, ...(content && { content }) },
  ]);
  return { ...rest, ...(left.length > 0 && { parameters: left }), responses: Object.fromEntries(answers) };
};

export async function schema(): Promise<string> {
  // The compiler that it writes types with is of another version than the platform's own.
  const { default: generate, astToString } = await import("openapi-typescript");
  const document = documentOf("v1", "https://svc.example") as unknown as Document;
  const { schemas, examples } = document.components;
  const slim = {
    ...document,
    paths: mapped(document.paths, (path) => mapped(path, essential)),
    components: { schemas },
  };
  const nodes = await generate(slim as never, { alphabetize: true, rootTypes: false });
  const codes = Object.keys(examples).toSorted();
  return `/** Made of the API's document: npm run sdk:types. */

${astToString(nodes)}
/** What the API's errors are called. */
export type KnownErrorCode =
${codes.map((code) => `  | "${code}"`).join("\n")};
`;
}

if (import.meta.main) writeFileSync(new URL("src/schema.ts", import.meta.url), await schema());
