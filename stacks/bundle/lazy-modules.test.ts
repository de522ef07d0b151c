import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { bundle } from "../bundle.ts";

const root = mkdtempSync(join(tmpdir(), "svc-lazy-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const unit = (id: string) => ({ id, title: id, file: `${id}.ts` });

test("a lazy module is bundled only with the functions that import it", async () => {
  writeFileSync(join(root, "big.lazy.ts"), 'export const big = "read later";\n');
  writeFileSync(
    join(root, "late.ts"),
    'export const handler = async () => (await import("./big.lazy.ts")).big;\n',
  );
  writeFileSync(join(root, "plain.ts"), "export const handler = () => 1;\n");
  const { functions } = await bundle("out", { units: [unit("late"), unit("plain")], root });
  expect(readdirSync(join(root, "out/late")).toSorted()).toEqual(["big.cjs", "index.cjs"]);
  expect(readdirSync(join(root, "out/plain"))).toEqual(["index.cjs"]);
  expect(functions.map(({ laterBytes }) => laterBytes > 0)).toEqual([true, false]);
  const { handler } = await import(pathToFileURL(join(root, "out/late/index.cjs")).href);
  expect(await handler()).toBe("read later");
});

test("a static import of a lazy module fails the build", async () => {
  writeFileSync(
    join(root, "hasty.ts"),
    'import { big } from "./big.lazy.ts"; export const handler = () => big;\n',
  );
  await expect(bundle("hasty-out", { units: [unit("hasty")], root })).rejects.toThrow(
    "./big.lazy.ts must be imported with import()",
  );
});
