import "../support/quiet.ts";
import sharp from "sharp";
import { argumentsOf } from "../../contract/bin/command.ts";
import { start } from "../../local/runtime.ts";
import { shoot } from "./shoot.ts";

/**
 * `npm run screenshots`: takes pictures of every page, light and dark, in `dist/screenshots`, of a new
 * platform with the demo's history. `npm run screenshots -- http://localhost:3000` uses a running one.
 */

const usage =
  "npm run screenshots -- [--publish] [http://localhost:3000]   default: a new platform; --publish renews the pictures of the README and the home page";
const {
  positionals: [running],
  values: { publish },
} = argumentsOf({ publish: { type: "boolean", default: false } }, { usage });
const INTO = "dist/screenshots";
const own = running === undefined ? await start({ demo: true }) : undefined;
await own?.demoReady();
await own?.drain();
try {
  const shots = await shoot(running ?? own?.url ?? "", { into: INTO, schemes: ["light", "dark"] });
  for (const { file, flaws } of shots) process.stdout.write(`${[file, ...flaws].join("\n  ")}\n`);
  if (shots.some(({ flaws }) => flaws.length > 0)) process.exitCode = 1;
  if (publish) {
    const first = (name: string) =>
      sharp(`${INTO}/member-console-${name}-1440-light.png`).extract({
        left: 0,
        top: 0,
        width: 1440,
        height: 900,
      });
    for (const name of ["home", "trade"])
      await first(name).png({ palette: true }).toFile(`docs/console-${name}.png`);
    await first("home").webp().toFile("console/public/assets/preview-1.webp");
  }
} finally {
  await own?.stop();
}
