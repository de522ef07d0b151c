import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { MalformedEvent } from "../../core/inbound/errors.ts";
import { fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { bytesOf, checkBytes } from "./bytes.ts";
import { correlated } from "./correlated.ts";
import { throughTheEdge } from "./edge.ts";
import { envelope } from "./envelope.ts";
import { headers } from "./headers.ts";
import { observe } from "./observe.ts";
import type { Handler } from "./serve.ts";

/** What is done with a webhook: its signature is checked, and only then is it read. */
export interface Receiver<T = unknown> {
  /** @throws INVALID_SIGNATURE unless the sender has signed exactly these bytes */
  readonly verify: (body: Buffer, headers: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** Takes the event, so that nothing is lost once this has returned. @throws MALFORMED_EVENT */
  readonly accept: (body: string) => Promise<T>;
  /** What the sender is told; made of what was taken, where it waits for that. */
  readonly answer: object | ((taken: T) => object);
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes the Lambda handler of a route that a provider posts signed events to (`auth: "signature"`). There is
 * no actor, and the body is not parsed before it is known to be the provider's.
 */
export function receive<T>(spec: RouteSpec & { readonly auth: "signature" }, receiver: Receiver<T>): Handler {
  const work = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    checkBytes(spec, event);
    const body = bytesOf(event);
    await receiver.verify(body, event.headers);
    const taken = await receiver.accept(textOf(body));
    const { answer } = receiver;
    return {
      statusCode: 200,
      headers: { "content-type": "application/json", ...receiver.headers },
      body: JSON.stringify(typeof answer === "function" ? answer(taken) : answer),
    };
  };
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context>({
    executionMode: correlated(),
  })
    .use(observe(spec))
    .use(headers(spec))
    .use(envelope(spec))
    .use(throughTheEdge)
    .handler(work) as unknown as Handler;
}

/** @throws MALFORMED_EVENT for bytes that are no text */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw fail(MalformedEvent, {
      message: text("The body is not UTF-8 text.", "Le corps n'est pas un texte en UTF-8."),
      cause,
    });
  }
}
