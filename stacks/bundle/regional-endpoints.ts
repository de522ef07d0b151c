import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Gives the clients that most functions have an address by region: see `regional-endpoint.ts`. The rules that
 * the others go by register functions of AWS, with a table of its partitions; the SDK's common code does so as
 * it is imported, for whoever uses its own. All that have rules do it themselves, so that there it has no effect.
 */
export const regionalEndpoints: Plugin = {
  name: "regional-endpoints",
  setup(build) {
    build.onResolve({ filter: /^\.\/util-endpoints\/aws$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, `${path}.js`),
      sideEffects: false,
    }));
    build.onLoad(
      {
        filter:
          /[\\/]client-(dynamodb|secrets-manager|sqs)[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/,
      },
      ({ path }) => {
        const [, client = ""] = /client-([a-z-]+)/.exec(path) ?? [];
        const service = client.replace("-", "");
        return {
          contents: `import { regionalEndpoint } from "./regional-endpoint.ts";
export const defaultEndpointResolver = regionalEndpoint("${service}");`,
          resolveDir: resolve("stacks/bundle"),
          loader: "js",
        };
      },
    );
  },
};
