import { existsSync, globSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildConsole } from "@svc/console/build";
import type { Intercept } from "@svc/local-aws/http/gateway";
import sirv from "sirv";
import { CONSOLE_PATH, consoleHeaders, PAY_PATH, payHeaders } from "../contract/console.ts";

/** Serves the built console, and builds it first if its sources are newer. */

const ROOT = join(import.meta.dirname, "..");
const BUILT = join(ROOT, "console/dist");

const isCurrent = (): boolean => {
  const page = join(BUILT, "index.html");
  if (!existsSync(page)) return false;
  const builtMs = statSync(page).mtimeMs;
  const sources = globSync(
    [
      "console/src/**/*.{ts,tsx,css}",
      "console/*.{html,ts,json}",
      "core/kernel/texts/*.ts",
      "package-lock.json",
    ],
    { cwd: ROOT },
  );
  return sources.every((file) => statSync(join(ROOT, file)).mtimeMs <= builtMs);
};

/** Replaces the built console at once, because another process may be serving it. */
async function rebuild(): Promise<void> {
  const folder = mkdtempSync(`${BUILT}-`);
  const before = `${folder}-before`;
  await buildConsole(folder);
  if (existsSync(BUILT)) renameSync(BUILT, before);
  renameSync(folder, BUILT);
  rmSync(before, { recursive: true, force: true });
}

/** Returns the handler of the console's paths. A build takes a few seconds, in which requests for the console wait. */
export function openConsole(report: (line: string) => void): Intercept {
  let ready: Promise<Intercept> | undefined;
  const open = async (): Promise<Intercept> => {
    if (!isCurrent()) await rebuild();
    // It looks for each file when it is asked for, because another process may replace the folder.
    const serve = sirv(BUILT, { single: true, etag: true, dev: true, setHeaders });
    return (request, response) => {
      request.url = request.url?.slice(CONSOLE_PATH.length) || "/";
      serve(request, response, () => {
        response.writeHead(404).end();
      });
      return true;
    };
  };
  return (request, response) => {
    const { url = "" } = request;
    if (url !== CONSOLE_PATH && !url.startsWith(`${CONSOLE_PATH}/`) && !url.startsWith(`${CONSOLE_PATH}?`))
      return false;
    const isPay = url.startsWith(PAY_PATH);
    ready ??= open();
    ready.then(
      (serve) => {
        for (const [name, value] of Object.entries(isPay ? payHeaders : consoleHeaders))
          response.setHeader(name, value);
        serve(request, response);
      },
      (error: Error) => {
        ready = undefined;
        report(`the console was not built: ${error.message}`);
        response.writeHead(503, { "content-type": "text/plain" });
        response.end("The console could not be built. The log says why; run `npm run console:build`.\n");
      },
    );
    return true;
  };
}

/** Files with a hash in their name never change; the page that names them is asked for each time. */
function setHeaders(response: { setHeader(name: string, value: string): void }, path: string): void {
  const isHashed = path.includes("/assets/");
  response.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
}
