import { resolve } from "node:path";
import type { Plugin } from "esbuild";

/** Gives the clients that every function has an address by region: see `regional-endpoint.ts`. */
export const regionalEndpoints: Plugin = {
  name: "regional-endpoints",
  setup(build) {
    build.onLoad(
      { filter: /[\\/]client-(dynamodb|secrets-manager)[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/ },
      ({ path }) => {
        const service = path.includes("client-dynamodb") ? "dynamodb" : "secretsmanager";
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
