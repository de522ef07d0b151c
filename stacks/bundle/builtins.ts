import { createRequire, isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * Node's own modules are had by `process.getBuiltinModule`, name by name. An `import` of one reads all that
 * it exports, also what is made when it is first read: for `node:http` that is a client of WebSockets and the
 * whole of `fetch`, for `node:process` the reporter and much more. It takes 20 ms of a start.
 */
export const builtins: Plugin = {
  name: "builtins",
  setup(build) {
    const namespace = "builtin";
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path)
        ? { path: path.replace(/^node:/, ""), namespace, sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: byName(path), loader: "js" }));
  },
};

const require = createRequire(import.meta.url);

/** What `node:http` has of undici, which is made when it is read. Who asks for one is refused as it is bundled. */
const UNDICI = ["WebSocket", "CloseEvent", "MessageEvent"];

/** A module with the names of Node's, each read only where something uses it. */
function byName(name: string): string {
  const names = Object.keys(require(`node:${name}`)).filter(
    (one) => /^[A-Za-z_]\w*$/.test(one) && one !== "default" && !UNDICI.includes(one),
  );
  return [
    `const whole = /* @__PURE__ */ process.getBuiltinModule("node:${name}");`,
    "export default whole;",
    ...names.map((one) => `const own_${one} = /* @__PURE__ */ (() => whole.${one})();`),
    `export { ${names.map((one) => `own_${one} as ${one}`).join(", ")} };`,
  ].join("\n");
}
