import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** Leaves "N passed, N failed" for `.ci/run` to close with. A file that could not run counts as a failure. */
export default class Counts implements Reporter {
  onTestRunEnd: NonNullable<Reporter["onTestRunEnd"]> = (modules, unhandledErrors) => {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      let inModule = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed++;
        if (state === "failed") inModule++;
      }
      failed += inModule === 0 && module.state() === "failed" ? 1 : inModule;
    }
    mkdirSync("dist/test-result", { recursive: true });
    writeFileSync("dist/test-result/counts", `${passed} passed, ${failed} failed\n`);
  };
}
