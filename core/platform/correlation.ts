import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:dgram";
import * as Clock from "../kernel/clock/index.ts";
import { env } from "../kernel/env.ts";

/**
 * The correlation id joins all consequences of a request: the response, log lines, events and their messages, mails, and
 * X-Ray's traces all carry it.
 */

const ids = new AsyncLocalStorage<string>();

/** The form of an id, which goes into headers, queues and logs as it is. */
const SAFE = /^[\w.:-]{8,128}$/;

/** Returns an id from outside if it has a safe form. */
export const safe = (given: string | undefined): string | undefined =>
  given !== undefined && SAFE.test(given) ? given : undefined;

export const current = (): string | undefined => ids.getStore();

export const under = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  ids.run(id, () => annotated({ correlation_id: id }, work));

/** Returns an iterable whose items are produced under the current id, although their consumer has none. */
export function iterate<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  const id = current();
  return id === undefined ? items : iterateUnder(id, items);
}

async function* iterateUnder<T>(id: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await ids.run(id, () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await ids.run(id, async () => iterator.return?.());
  }
}

/** The attribute of a queue's message that carries the id. */
export const ATTRIBUTE = "correlationId";

// X-Ray finds a trace by its annotations. A function cannot annotate Lambda's own segment, so work under an id is a
// subsegment, sent to the daemon that Lambda runs beside the function: one datagram, only if the trace is sampled.
// X-Ray's SDK does the same, and would be a third of a function's code.
// Source: AWS X-Ray Developer Guide, "Sending trace data to X-Ray" and "Segment documents".

/** The trace of the run, which Lambda's runtime passes in a variable: `Root=1-…;Parent=…;Sampled=1`. */
const TRACED = /^Root=(?<root>1-[\da-f]{8}-[\da-f]{24});Parent=(?<parent>[\da-f]{16});Sampled=1\b/;
const HEADER = '{"format":"json","version":1}\n';

/** Runs `work`, and records it as a subsegment if the trace is sampled. A subsegment that cannot be sent is lost; `work` is not affected. */
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

/** The daemon's address: `host:port`, or `tcp:host:port udp:host:port`. */
const DAEMON = /(?:^|\budp:)(?<host>[^\s:]+):(?<port>\d+)(?=\s|$)/;

/** Waits until the datagram has left, because Lambda freezes the function after its response. */
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
