import { spawn } from "node:child_process";
import { resolve as resolvePath } from "node:path";

/** Starts bundled functions, each in a separate process, like a cold start in Lambda. */

const PROGRAM = `
  // Lambda's runtime provides this to streaming handlers; nothing is streamed here.
  globalThis.awslambda = {
    streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream) => stream },
  };
  const [file, event] = process.argv.slice(1);
  const before = process.cpuUsage();
  const since = () => { const { user, system } = process.cpuUsage(before); return (user + system) / 1000; };
  const require = process.getBuiltinModule("node:module").createRequire(file);
  // Loads the file as Lambda's runtime does.
  const { handler } = file.endsWith(".cjs") ? require(file) : await import(file);
  const result = { ms: since(), residentMb: process.memoryUsage.rss() / 1e6 };
  if (event !== undefined) {
    await handler(JSON.parse(event), { functionName: "bench", awsRequestId: "bench" });
    result.firstMs = since();
  }
  if (process.send) process.send(result, () => process.exit(0));
  else process.exit(0);`;

export interface Start {
  /** Processor time of the import: other processes disturb it less than wall time. */
  readonly ms: number;
  /** The same including the first request; undefined without a request. */
  readonly firstMs?: number | undefined;
  readonly residentMb: number;
}

/** The database of a started function. */
export interface Endpoint {
  readonly endpoint: string;
  readonly table: string;
}

const envOf = ({ endpoint, table }: Endpoint) => ({
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
export function start(file: string, database: Endpoint, event?: object): Promise<Start> {
  const more = event ? [JSON.stringify(event)] : [];
  const args = ["--input-type=module", "--eval", PROGRAM, resolvePath(file), ...more];
  return new Promise((resolve, reject) => {
    let result: Start | undefined;
    const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
    const child = spawn(process.execPath, args, { env: envOf(database), stdio: [...stdio] });
    child.on("message", (message) => {
      result = message as Start;
    });
    child.on("error", reject);
    child.on("exit", (code) => (result ? resolve(result) : reject(new Error(`${file} ended with ${code}`))));
  });
}
