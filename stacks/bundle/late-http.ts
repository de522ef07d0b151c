import { STATUS_CODES } from "node:http";
import type { Plugin } from "esbuild";

/**
 * @middy/util loads `node:http` for the names of the status codes alone, and that is a third of a cold start.
 *   The bundle gets the names as data; the SDK loads `node:http` at its first call, and a function that makes
 *   none never does.
 */
export const lateHttp: Plugin = {
  name: "late-http",
  setup(build) {
    const namespace = "status-codes";
    build.onResolve({ filter: /^node:http$/ }, ({ importer, path }) =>
      /[\\/]@middy[\\/]util[\\/]/.test(importer) ? { path, namespace } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export const STATUS_CODES = ${JSON.stringify(STATUS_CODES)};`,
    }));
  },
};
