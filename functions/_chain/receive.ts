import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { RouteSpec } from "../../contract/route.ts";
import { MalformedEvent } from "../../core/inbound/errors.ts";
import { fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";
import { type Handler, outerChain } from "./outer.ts";
import { bytesOf, checkBytes } from "./request.ts";

/** Handles a provider's webhook: checks the signature, then reads the event. */
export interface Receiver {
  /** @throws INVALID_SIGNATURE unless the sender signed exactly these bytes */
  readonly verify: (body: Buffer, headers: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** Stores the event durably before it returns; may return a response body of its own. @throws MALFORMED_EVENT */
  readonly accept: (body: string) => Promise<unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes the Lambda handler of a route for a provider's signed events (`auth: "signature"`). The route has no actor, and
 * the body is parsed only after its signature is checked.
 */
export function receive(spec: RouteSpec & { readonly auth: "signature" }, receiver: Receiver): Handler {
  const work = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    checkBytes(spec, event);
    const body = bytesOf(event);
    await receiver.verify(body, event.headers);
    const answer = (await receiver.accept(utf8Of(body))) ?? { received: true };
    return {
      statusCode: 200,
      headers: { "content-type": "application/json", ...receiver.headers },
      body: JSON.stringify(answer),
    };
  };
  return outerChain(spec).handler(work) as unknown as Handler;
}

/** @throws MALFORMED_EVENT if the bytes are not UTF-8 text */
function utf8Of(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw fail(MalformedEvent, {
      message: text("The body is not UTF-8 text.", "Le corps n'est pas un texte en UTF-8."),
      cause,
    });
  }
}
