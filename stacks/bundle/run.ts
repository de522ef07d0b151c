import { bundle } from "../bundle.ts";
import { allUnits } from "../svc.ts";

/** `npm run bundle`: bundles every function and prints the sizes, largest first. */

const { functions } = await bundle("dist/functions", { units: allUnits() });
for (const { id, bytes, inputs } of functions.toSorted((a, b) => b.bytes - a.bytes)) {
  const largest = Object.entries(inputs).slice(0, 4);
  const parts = largest.map(([name, size]) => `${name} ${Math.round(size / 1024)}`).join(", ");
  process.stdout.write(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${id.padEnd(24)} ${parts}\n`);
}
