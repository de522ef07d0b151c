import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assembly, prodContext } from "../offline.ts";
import { CFN_LINT, lint } from "./cfn-lint.ts";

/**
 * `npm run lint:templates`: synthesizes a default stage and production, with functions of one line, and runs cfn-lint over
 * every template. Needs no account. If cfn-lint is not installed, it reports that nothing was checked.
 */

const folder = mkdtempSync(join(tmpdir(), "svc-lint-"));
try {
  const stages = { dev: {}, prod: prodContext };
  const folders = Object.entries(stages).map(
    ([stage, context]) => assembly(join(folder, stage), {}, context).synth().directory,
  );
  const { version, findings } = await lint(folders);
  process.stdout.write(findings.map((one) => `${one.replaceAll(`${folder}/`, "")}\n`).join(""));
  if (version === undefined) {
    process.stderr.write(
      `NOT LINTED: cfn-lint is not installed, the templates were not checked. pip install cfn-lint==${CFN_LINT}\n`,
    );
  } else {
    process.stdout.write(`${version}: ${findings.length === 0 ? "clean" : `${findings.length} findings`}\n`);
    if (findings.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
