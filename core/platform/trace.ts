import { randomBytes } from "node:crypto";
import type { Socket } from "node:dgram";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";

/**
 * X-Ray finds a trace by its annotations. Lambda's own segment takes none from the function, so what is worked under
 * an id is a subsegment of it, sent to the daemon that Lambda runs beside the function: one datagram to this machine,
 * of a run that is sampled alone. X-Ray's SDK does the same, and would be a third of what a function loads.
 * Source: AWS X-Ray Developer Guide, "Sending trace data to X-Ray" and "Segment documents".
 */

/** The run's trace, as Lambda's runtime tells it in a variable of its own: `Root=1-…;Parent=…;Sampled=1`. */
const TRACED = /^Root=(?<root>1-[\da-f]{8}-[\da-f]{24});Parent=(?<parent>[\da-f]{16});Sampled=1\b/;
const HEADER = '{"format":"json","version":1}\n';

/**
 * Works as a subsegment of the run's trace, where it has one that is sampled. What X-Ray does not take is lost, and
 * nothing else.
 */
export async function annotated<T>(
  annotations: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const { root, parent } = TRACED.exec(process.env["_X_AMZN_TRACE_ID"] ?? "")?.groups ?? {};
  if (root === undefined) return work();
  const started = Clock.worldNowMs();
  let fault = true;
  try {
    const result = await work();
    fault = false;
    return result;
  } finally {
    const subsegment = {
      type: "subsegment",
      trace_id: root,
      parent_id: parent,
      id: randomBytes(8).toString("hex"),
      name: env("ROUTE_ID", "svc"),
      start_time: started / 1000,
      end_time: Clock.worldNowMs() / 1000,
      annotations,
      ...(fault && { fault }),
    };
    await send(subsegment).catch(() => undefined);
  }
}

let socket: Socket | undefined;

/** The daemon's address, `host:port`, or `tcp:host:port udp:host:port` where it has one of each. */
const DAEMON = /(?:^|\budp:)(?<host>[^\s:]+):(?<port>\d+)(?=\s|$)/;

/** The function is frozen once it has answered, so this waits until the datagram has left it. */
async function send(subsegment: object): Promise<void> {
  const { host, port } = DAEMON.exec(process.env["AWS_XRAY_DAEMON_ADDRESS"] ?? "")?.groups ?? {};
  if (host === undefined) return;
  if (!socket) {
    const { createSocket } = await import("node:dgram");
    socket = createSocket("udp4").unref();
    socket.on("error", () => undefined);
  }
  const to = socket;
  await new Promise<void>((sent) =>
    to.send(HEADER + JSON.stringify(subsegment), Number(port), host, () => sent()),
  );
}
