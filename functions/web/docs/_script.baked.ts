import { readFileSync } from "node:fs";

/**
 * Scalar's reference, whole: no page of ours reads anything from elsewhere. It is larger than a function may be
 * otherwise, and the one file of its kind, so it needs no bucket and no second way to deploy.
 */
export const script: string = readFileSync(
  "node_modules/@scalar/api-reference/dist/browser/standalone.js",
  "utf8",
).replace(/^\/\/# sourceMappingURL=.*$/m, "");
