import { globSync, readFileSync } from "node:fs";
import { parse } from "acorn";
import { transformSync } from "esbuild";

/** Reads the user-facing texts from the source files. */

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Source {
  readonly file: string;
  readonly code: string;
  readonly nodes: readonly Node[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* descendants(one);
}

/** Returns the files of a glob, without tests, each with all nodes of its syntax tree. */
export function sources(glob: string): Source[] {
  return globSync(glob)
    .filter((file) => !file.endsWith(".test.ts"))
    .sort()
    .map((file) => sourceOf(file, readFileSync(file, "utf8")));
}

export function sourceOf(file: string, typescript: string): Source {
  const { code } = transformSync(typescript, { loader: "ts", target: "node24" });
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" }) as unknown as Node;
  return { file, code, nodes: [...descendants(program)] };
}

/** A string of the source: its text, and the expressions in it. */
export interface SourceText {
  readonly text: string;
  readonly values: readonly string[];
}

/** Stands for an expression in a template. */
export const PLACEHOLDER = "\u{fffc}";

/** Returns a literal or template; undefined for any other expression. */
export function parseText(node: unknown, code: string): SourceText | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string")
    return { text: node["value"], values: [] };
  if (node.type === "TaggedTemplateExpression") return parseText(node["quasi"], code);
  if (node.type !== "TemplateLiteral") return undefined;
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  const values = node["expressions"] as readonly Node[];
  return {
    text: quasis.map(({ value }) => value.cooked).join(PLACEHOLDER),
    values: values.map(({ start, end }) => code.slice(start, end)),
  };
}

export interface Pair {
  readonly file: string;
  readonly en: SourceText;
  readonly fr: SourceText;
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? "") : "");

/** The position of the English argument of each function. The French one follows it. */
const ENGLISH_AT: Readonly<Record<string, number>> = { text: 0, rule: 0, inBoth: 0, defineError: 2 };

/** Returns every English text with its French translation. */
export const translationPairs = (all: readonly Source[]): Pair[] =>
  all.flatMap(({ file, code, nodes }) =>
    nodes.flatMap((node) => {
      const at = node.type === "CallExpression" ? ENGLISH_AT[nameOf(node["callee"])] : undefined;
      if (at === undefined) return [];
      const given = node["arguments"] as readonly Node[];
      const [en, fr] = [parseText(given[at], code), parseText(given[at + 1], code)];
      return en && fr ? [{ file, en, fr }] : [];
    }),
  );
