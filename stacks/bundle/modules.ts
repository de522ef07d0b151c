import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import {
  type AnyNode,
  type Expression,
  type Identifier,
  type ModuleDeclaration,
  type Node,
  parse,
  type Statement,
} from "acorn";
import { transform } from "esbuild";

/** The imports, constants and exports of one of our modules. */
export interface Module {
  readonly file: string;
  /** JavaScript, with an inline source map. */
  readonly code: string;
  readonly body: readonly (Statement | ModuleDeclaration)[];
  /** The local names of zod. */
  readonly zod: ReadonlySet<string>;
  /** The top-level constants and their initial values. */
  readonly constants: readonly { readonly id: Identifier; readonly init: Expression }[];
  /** Named imports from our own modules. */
  readonly imports: readonly { readonly local: string; readonly binding: Binding; readonly node: Node }[];
  /** The files of modules imported as a namespace, by the local name. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Exports of own or other modules' names, with the node of the specifier if there is one. */
  readonly exports: readonly { readonly exported: string; readonly binding: Binding; readonly node?: Node }[];
  readonly reexported: readonly string[];
  /** The modules imported as a value, by `export * as` or `import()`. */
  readonly wholes: readonly string[];
}

/** A top-level or exported name of a module. */
export interface Binding {
  readonly file: string;
  readonly name: string;
}

export async function readModule(file: string): Promise<Module> {
  const { code } = await transform(await readFile(file, "utf8"), {
    loader: "ts",
    target: "node24",
    sourcefile: file,
    sourcemap: "inline",
    sourcesContent: false,
  });
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const zod = new Set<string>();
  const namespaces = new Map<string, string>();
  const constants: { id: Identifier; init: Expression }[] = [];
  const imports: { local: string; binding: Binding; node: Node }[] = [];
  const exports: { exported: string; binding: Binding; node?: Node }[] = [];
  const reexported: string[] = [];
  const wholes: string[] = [];
  for (const node of body) {
    const from = "source" in node && node.source ? String(node.source.value) : undefined;
    const other = from?.startsWith(".") ? resolve(dirname(file), from) : undefined;
    if (node.type === "ImportDeclaration")
      for (const one of node.specifiers) {
        const local = one.local.name;
        if (one.type === "ImportNamespaceSpecifier" && from === "zod") zod.add(local);
        else if (one.type === "ImportNamespaceSpecifier" && other) namespaces.set(local, other);
        else if (one.type === "ImportSpecifier" && other)
          imports.push({ local, binding: { file: other, name: nameOf(one.imported) }, node: one });
      }
    if (node.type === "ExportAllDeclaration" && other) (node.exported ? wholes : reexported).push(other);
    if (node.type === "ExportNamedDeclaration")
      for (const one of node.specifiers)
        exports.push({
          exported: nameOf(one.exported),
          binding: { file: other ?? file, name: nameOf(one.local) },
          node: one,
        });
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== "Identifier" || !init) continue;
      constants.push({ id, init });
      if (node.type === "ExportNamedDeclaration")
        exports.push({ exported: id.name, binding: { file, name: id.name } });
    }
  }
  for (const node of body)
    eachNode(node, (inner) => {
      if (inner.type !== "ImportExpression") return;
      const from = nameOf(inner.source);
      if (from.startsWith(".")) wholes.push(resolve(dirname(file), from));
    });
  return { file, code, body, zod, constants, imports, namespaces, exports, reexported, wholes };
}

/** Returns an identifier's name or a literal's text. */
export const nameOf = (node: AnyNode): string =>
  node.type === "Identifier" ? node.name : node.type === "Literal" ? String(node.value) : "";

/** Visits a node and all its descendants. */
export function eachNode(node: AnyNode, visit: (node: AnyNode) => void): void {
  visit(node);
  for (const value of Object.values(node).flat())
    if (typeof value === "object" && value !== null && "type" in value) eachNode(value as AnyNode, visit);
}
