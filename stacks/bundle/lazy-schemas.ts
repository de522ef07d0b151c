import { resolve } from "node:path";
import type { AnyNode, Node, Property } from "acorn";
import { transform } from "esbuild";
import { type Binding, eachNode, type Module, nameOf, readModule } from "./modules.ts";

/**
 * Schemas are made when they are first read. A module's schemas are constants, which zod builds as the module loads,
 * and a function loads what it may ever have to do with: 320 schemas for a list of wallets, 700 for a payment, of which
 * a request parses with a handful.
 *
 * `const wallet = z.object({…})` becomes `const wallet__lazy = new Lazy(() => z.object({…}))`, and where `wallet` is read,
 * in that module or in one that imports it, `wallet__lazy.value` is. Which of a file's names are the constant, and not
 * somebody's parameter, esbuild knows: without the constant they are unbound, and those it defines. The schemas of an
 * entity and of a route become getters: what makes the one or the other does not read them.
 *
 * This is sound where
 * - a schema depends on nothing that changes, and nobody sees when it is made: the rooms of pure data (DESIGN section 2);
 * - what a schema is asked for as a module loads is asked for by a name that `READS` knows; it is then made there;
 * - a module's exports are read by their names. Where they are taken as a whole, by `export * as`, by `import()` or by a
 *   namespace that is passed on, bundling fails; so it does where esbuild finds a name that nothing exports;
 * - every schema of the contract and of the table is in a bundle what it is in the source, which a test compares.
 */
export class LazySchemas {
  readonly #modules = new Map<string, Promise<Module>>();

  /** A file of ours as JavaScript, with its schemas lazy; undefined where it neither has nor reads any. */
  async codeOf(file: string): Promise<string | undefined> {
    const module = await this.#moduleOf(file);
    const { changes, unbound } = await this.#changesOf(module);
    if (changes.length === 0) return undefined;
    const { code } = await transform(IMPORTS + changed(module.code, changes), {
      define: Object.fromEntries(unbound.map((name) => [name, `${name}${LAZY}.value`])),
      target: "node24",
      sourcefile: file,
      sourcemap: "inline",
      sourcesContent: false,
    });
    return code;
  }

  async #changesOf(module: Module): Promise<{ changes: Change[]; unbound: string[] }> {
    const changes: Change[] = [];
    const unbound: string[] = [];
    for (const { id, init } of module.constants) {
      if (!(await this.#isLazy({ file: module.file, name: id.name }))) continue;
      unbound.push(id.name);
      changes.push([id.start, id.end, id.name + LAZY]);
      changes.push(
        [init.start, init.start, "/* @__PURE__ */ new Lazy__(() => ("],
        [init.end, init.end, "))"],
      );
    }
    for (const { local, binding, node } of module.imports) {
      if (!(await this.#isLazy(binding))) continue;
      unbound.push(local);
      changes.push([node.start, node.end, `${binding.name}${LAZY} as ${local}${LAZY}`]);
    }
    for (const { exported, binding, node } of module.exports)
      if (node && (await this.#isLazy(binding)))
        changes.push([node.start, node.end, `${binding.name}${LAZY} as ${exported}${LAZY}`]);
    for (const { binding, node } of membersOf(module))
      if (await this.#isLazy(binding)) changes.push([node.start, node.end, `${binding.name}${LAZY}.value`]);
    if (!LOOKS_THROUGH.test(module.file))
      for (const whole of [...usedWhole(module), ...module.wholes])
        await this.#refuseLazy(whole, module.file);
    let covered = 0;
    for (const { key, value, start, end } of propertiesOf(module)) {
      if (start < covered) continue;
      const ofTool = TOOLS.test(module.file) && OF_TOOLS.has(nameOf(key));
      if (!ofTool && !(await this.#isSchema(module, value))) continue;
      covered = end;
      changes.push([
        start,
        value.start,
        `get ${module.code.slice(key.start, key.end)}() { return once__(this, ${JSON.stringify(nameOf(key))}, () => (`,
      ]);
      changes.push([end, end, ")); }"]);
    }
    return { changes, unbound };
  }

  /** @throws Error where a namespace is taken as a whole in which schemas have other names */
  async #refuseLazy(namespace: string, by: string): Promise<void> {
    for (const { exported } of (await this.#moduleOf(namespace)).exports)
      if (await this.#isLazy({ file: namespace, name: exported }))
        throw new Error(`${by} takes ${namespace} as a whole: name what it reads, such as ${exported}`);
  }

  #moduleOf(file: string): Promise<Module> {
    const known = this.#modules.get(file) ?? readModule(file);
    this.#modules.set(file, known);
    return known;
  }

  /** Whether a name that a module has, or exports, is that of a constant which is made lazily. */
  async #isLazy({ file, name }: Binding, seen: readonly string[] = []): Promise<boolean> {
    const key = `${file} ${name}`;
    if (!OURS.test(file) || seen.includes(key)) return false;
    const met = [...seen, key];
    const module = await this.#moduleOf(file);
    const constant = module.constants.find(({ id }) => id.name === name);
    if (constant) return this.#isSchema(module, constant.init, met);
    const other =
      module.imports.find(({ local }) => local === name) ??
      module.exports.find(({ exported }) => exported === name);
    if (other) return this.#isLazy(other.binding, met);
    for (const one of module.reexported) if (await this.#isLazy({ file: one, name }, met)) return true;
    return false;
  }

  /** Whether an expression makes a schema, or an object of them, of zod's or of lazy ones. */
  async #isSchema(module: Module, made: AnyNode, seen: readonly string[] = []): Promise<boolean> {
    const { file, zod, namespaces } = module;
    if (made.type === "Identifier") return this.#isLazy({ file, name: made.name }, seen);
    if (made.type === "ObjectExpression" && made.properties.length > 0) {
      for (const one of made.properties) {
        const of = one.type === "SpreadElement" ? one.argument : one.value;
        if (!(await this.#isSchema(module, of, seen))) return false;
      }
      return true;
    }
    const { root, names } = chainOf(made);
    if (root === undefined || names.length === 0 || names.some((one) => READS.test(one))) return false;
    const namespace = namespaces.get(root);
    if (namespace !== undefined) return this.#isLazy({ file: namespace, name: names[0] ?? "" }, seen);
    return made.type === "CallExpression" && (zod.has(root) || this.#isLazy({ file, name: root }, seen));
  }
}

/** From where to where, and what is there instead. */
type Change = readonly [start: number, end: number, text: string];

const LAZY = "__lazy";
const IMPORTS = `import { Lazy as Lazy__, once as once__ } from ${JSON.stringify(resolve("stacks/bundle/lazy-value.ts"))}; `;
const OURS = /\.ts$/;
/** What reads a schema instead of making one. When that is done, and what it throws, stays as it is written. */
const READS = /parse|decode|encode|json|registry|config|format|flatten|treeify|prettify/i;

/** What a tool of the MCP server takes and gives is often a route's, and so no schema of the module's own. */
const TOOLS = /\/functions\/mcp\/_tools\/[a-z]+\.ts$/;
const OF_TOOLS = new Set(["input", "output"]);
/** Take modules as a whole, and read their entities or routes, which are not lazy and keep their names. */
const LOOKS_THROUGH = /\/(core\/people\/entities|contract\/index)\.ts$/;

/** What a chain of calls and members begins with, and the names of its members: `z.string().min(1)`. */
function chainOf(node: AnyNode): { readonly root: string | undefined; readonly names: readonly string[] } {
  if (node.type === "CallExpression") return chainOf(node.callee);
  if (node.type === "Identifier") return { root: node.name, names: [] };
  if (node.type !== "MemberExpression" || node.computed) return { root: undefined, names: [] };
  const { root, names } = chainOf(node.object);
  return { root, names: [...names, nameOf(node.property)] };
}

/** Where a module reads another's name as a member of its namespace. */
function membersOf({ body, namespaces }: Module): { readonly binding: Binding; readonly node: Node }[] {
  const found: { binding: Binding; node: Node }[] = [];
  if (namespaces.size > 0)
    for (const statement of body)
      eachNode(statement, (node) => {
        if (node.type !== "MemberExpression" || node.computed || node.object.type !== "Identifier") return;
        const file = namespaces.get(node.object.name);
        if (file !== undefined)
          found.push({ binding: { file, name: nameOf(node.property) }, node: node.property });
      });
  return found;
}

/** The modules whose namespaces a module reads in another way than by a member's name, or whose names mean more. */
function usedWhole({ body, namespaces }: Module): string[] {
  const counts = new Map<string, number>();
  const count = (name: string, by: number) =>
    namespaces.has(name) && counts.set(name, (counts.get(name) ?? 0) + by);
  for (const statement of body)
    if (namespaces.size > 0 && statement.type !== "ImportDeclaration")
      eachNode(statement, (node) => {
        if (node.type === "Identifier") count(node.name, 1);
        if (node.type !== "MemberExpression" || node.computed) return;
        if (node.object.type === "Identifier") count(node.object.name, -1);
        // A member that is called as the namespace is no use of it.
        if (node.property.type === "Identifier") count(node.property.name, -1);
      });
  return [...namespaces].flatMap(([name, file]) => (counts.get(name) ? [file] : []));
}

/** The properties of a module's constants, of those of entities and routes among them. */
const propertiesOf = ({ constants }: Module): Property[] =>
  constants.flatMap(({ init }) =>
    init.type === "CallExpression" && init.callee.type === "Identifier"
      ? init.arguments.flatMap(plainOf)
      : plainOf(init),
  );

const plainOf = (node: AnyNode): Property[] =>
  node.type !== "ObjectExpression"
    ? []
    : node.properties.flatMap((one) => {
        if (one.type !== "Property" || one.computed || one.kind !== "init" || one.method) return [];
        const inner = plainOf(one.value);
        return [one, ...inner];
      });

/** From the end, so that positions before stay true. */
const changed = (code: string, changes: readonly Change[]): string =>
  changes
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end), code);
