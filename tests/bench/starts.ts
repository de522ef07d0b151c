import { spawn } from "node:child_process";
import { resolve as resolvePath } from "node:path";

/** Starts of bundled functions, each in a process of its own, as Lambda starts one. */

const PROGRAM = `
  // What Lambda's runtime has for a handler that streams; nothing is streamed here.
  globalThis.awslambda = {
    streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream },
  };
  const [file, event] = process.argv.slice(1);
  const before = process.cpuUsage();
  const since = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000; };
  const require = process.getBuiltinModule("node:module").createRequire(file);
  // As Lambda's runtime loads them.
  const { handler } = file.endsWith(".cjs") ? require(file) : await import(file);
  const told = { ms: since(), residentMb: process.memoryUsage.rss() / 1e6 };
  if (event !== undefined) {
    await handler(JSON.parse(event), { functionName: "bench", awsRequestId: "bench" });
    told.firstMs = since();
  }
  if (process.send) process.send(told, () => process.exit(0));
  else process.exit(0);`;

export interface Start {
  /** Processor time of the import: other work on the machine disturbs it less than the clock's. */
  readonly ms: number;
  /** That, and the first request's; undefined where there is none to make. */
  readonly firstMs?: number | undefined;
  readonly residentMb: number;
}

/** Where what starts finds its database. */
export interface Place {
  readonly endpoint: string;
  readonly table: string;
}

const envOf = ({ endpoint, table }: Place) => ({
  ...process.env,
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  TABLE_NAME: table,
  PUBLIC_URL: "https://svc.example",
  JWT_SECRET: "bench-secret-of-32-bytes-or-more-000",
  CSRF_SECRET: "bench-secret-of-32-bytes-or-more-001",
  SEALING_SECRET: "bench-secret-of-32-bytes-or-more-002",
});

/** Starts a bundle in a new process. @param event the first request */
export function start(file: string, place: Place, event?: object): Promise<Start> {
  const more = event ? [JSON.stringify(event)] : [];
  const args = ["--input-type=module", "--eval", PROGRAM, resolvePath(file), ...more];
  return new Promise((resolve, reject) => {
    let told: Start | undefined;
    const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
    const child = spawn(process.execPath, args, { env: envOf(place), stdio: [...stdio] });
    child.on("message", (message) => {
      told = message as Start;
    });
    child.on("error", reject);
    child.on("exit", (code) => (told ? resolve(told) : reject(new Error(`${file} ended with ${code}`))));
  });
}
