import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, Vitest } from "vitest/node";

/**
 * Writes the counts of a run ("N passed, N failed") to `dist/test-result/<projects>`; `.ci/run` adds them up. A file that
 * could not run counts as a failure.
 */
export default class Counts implements Reporter {
  #projects = "";

  onInit({ projects }: Vitest): void {
    this.#projects = projects.map(({ name }) => name).join("-");
  }

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
    writeFileSync(`dist/test-result/${this.#projects}`, `${passed} passed, ${failed} failed\n`);
  };
}
