import { resolve } from "node:path";
import type { AnyNode, Node, Property } from "acorn";
import { transform } from "esbuild";
import { type Binding, eachNode, type Module, nameOf, readModule } from "./modules.ts";

/**
 * Rewrites modules so that their schemas are built on first read. zod builds the schemas of a module when it loads: 320
 * schemas for a list of wallets, 700 for a payment, of which a request uses a handful.
 *
 * `const wallet = z.object({…})` becomes `const wallet__lazy = new Lazy(() => z.object({…}))`. Reads of `wallet`, in the module
 * and in its importers, become `wallet__lazy.value`. esbuild's `define` replaces only unbound names, so parameters with the
 * same name stay. The schemas of an entity and of a route become getters, because `entity()` and `route()` do not read them.
 *
 * This is sound if
 * - a schema depends on nothing that changes, and building it has no side effects: these files hold pure data;
 * - a schema that is read while a module loads is read by a method that `READS` matches; it is then built there;
 * - a module's exports are read by name. `export * as`, `import()` and a namespace passed as a value fail the build, as does
 *   an import of a name that no module exports;
 * - every schema of the contract and of the table is equal in a bundle and in the source, which a test checks.
 */
export class LazySchemas {
  readonly #modules = new Map<string, Promise<Module>>();

  /** Returns a file as JavaScript with lazy schemas, or undefined if it neither has nor reads any. */
  async codeOf(file: string): Promise<string | undefined> {
    const module = await this.#moduleOf(file);
    const { changes, unbound } = await this.#changesOf(module);
    if (changes.length === 0) return undefined;
    const { code } = await transform(IMPORTS + applyChanges(module.code, changes), {
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
    if (!READS_WHOLE.test(module.file))
      for (const whole of [...usedWhole(module), ...module.wholes])
        await this.#rejectLazy(whole, module.file);
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

  /** @throws Error if a namespace that is used as a value has lazy schemas, which have other names */
  async #rejectLazy(namespace: string, by: string): Promise<void> {
    for (const { exported } of (await this.#moduleOf(namespace)).exports)
      if (await this.#isLazy({ file: namespace, name: exported }))
        throw new Error(`${by} uses ${namespace} as a whole: import names, such as ${exported}`);
  }

  #moduleOf(file: string): Promise<Module> {
    const known = this.#modules.get(file) ?? readModule(file);
    this.#modules.set(file, known);
    return known;
  }

  /** Returns whether a top-level or exported name of a module is a lazy constant. */
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

  /** Returns whether an expression builds a schema, or an object of schemas. */
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

/** Replaces the text from `start` to `end`. */
type Change = readonly [start: number, end: number, text: string];

const LAZY = "__lazy";
const IMPORTS = `import { Lazy as Lazy__, once as once__ } from ${JSON.stringify(resolve("stacks/bundle/lazy-value.ts"))}; `;
const OURS = /\.ts$/;
/** Methods that read a schema instead of building one. Such calls stay as written, so that they run and throw as in the source. */
const READS = /parse|decode|encode|json|registry|config|format|flatten|treeify|prettify/i;

/** The input and output of an MCP tool are often a route's schemas, so the module itself builds none. */
const TOOLS = /\/functions\/mcp\/_tools\/[a-z]+\.ts$/;
const OF_TOOLS = new Set(["input", "output"]);
/** Modules that use namespaces as values, but read only their entities or routes, which are not lazy. */
const READS_WHOLE = /\/(core\/people\/entities|contract\/index)\.ts$/;

/** Splits a chain of calls and members into its root and the members' names: `z.string().min(1)`. */
function chainOf(node: AnyNode): { readonly root: string | undefined; readonly names: readonly string[] } {
  if (node.type === "CallExpression") return chainOf(node.callee);
  if (node.type === "Identifier") return { root: node.name, names: [] };
  if (node.type !== "MemberExpression" || node.computed) return { root: undefined, names: [] };
  const { root, names } = chainOf(node.object);
  return { root, names: [...names, nameOf(node.property)] };
}

/** Finds the reads of another module's names as members of its namespace. */
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

/** Returns the modules whose namespaces are used in another way than by a member's name. */
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
        // A member with the namespace's name is not a use of it.
        if (node.property.type === "Identifier") count(node.property.name, -1);
      });
  return [...namespaces].flatMap(([name, file]) => (counts.get(name) ? [file] : []));
}

/** Returns the properties of a module's constants, including those of entities and routes. */
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

/** Applies changes from the end, so that earlier positions stay valid. */
const applyChanges = (code: string, changes: readonly Change[]): string =>
  changes
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end), code);
