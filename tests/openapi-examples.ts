import "./support/quiet.ts";
import { writeFileSync } from "node:fs";
import { EXAMPLES_FILE } from "../contract/bin/openapi.ts";
import { routes } from "../contract/index.ts";
import { start } from "../local/runtime.ts";
import { recordExamples } from "./support/document/examples.ts";

/**
 * `npm run openapi:examples`: calls every operation of the public API in both versions on a new platform, and
 * stores the responses as the documents' examples.
 */

const platform = await start({ providers: true, consumers: [] });
try {
  const { examples, missing } = await recordExamples(routes, platform);
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`);
  for (const one of missing) process.stderr.write(`${one}\n`);
  if (missing.length > 0) process.exitCode = 1;
} finally {
  await platform.stop();
}
