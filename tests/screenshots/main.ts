import "../support/quiet.ts";
import { argumentsOf } from "../../contract/bin/command.ts";
import { start } from "../../local/runtime.ts";
import { findChromium } from "../support/chromium.ts";
import { shoot } from "./shoot.ts";

/**
 * `npm run screenshots`: takes pictures of every page, light and dark, in `dist/screenshots`, of a new
 * platform with the demo's history. `npm run screenshots -- http://localhost:3000` uses a running one.
 */

const usage = "npm run screenshots -- [http://localhost:3000]   default: a new platform";
const {
  positionals: [running],
} = argumentsOf({}, { usage });
const executablePath = findChromium();
if (!executablePath) {
  process.stderr.write("No Chromium was found. Install it, or set CHROMIUM_PATH to its path.\n");
  process.exit(1);
}
const own = running === undefined ? await start({ demo: true }) : undefined;
await own?.demoReady();
await own?.drain();
try {
  const shots = await shoot(running ?? own?.url ?? "", {
    executablePath,
    into: "dist/screenshots",
    schemes: ["light", "dark"],
  });
  for (const { file, flaws } of shots) process.stdout.write(`${[file, ...flaws].join("\n  ")}\n`);
  if (shots.some(({ flaws }) => flaws.length > 0)) process.exitCode = 1;
} finally {
  await own?.stop();
}
