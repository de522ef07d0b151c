import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { BodyTooLarge } from "../../contract/http-errors.ts";
import { DEFAULT_MAX_BODY_BYTES, type RouteSpec } from "../../contract/route.ts";
import { fail } from "../../core/kernel/errors.ts";
import { text } from "../../core/kernel/texts/index.ts";

/** The bytes of a body. */

export const bytesOf = ({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

const lengthOf = (event: APIGatewayProxyEventV2): number =>
  Buffer.byteLength(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");

/** @throws BODY_TOO_LARGE, or what the route says in its place */
export function checkBytes({ request }: RouteSpec, event: APIGatewayProxyEventV2): void {
  const maxBytes = request?.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  if (lengthOf(event) <= maxBytes) return;
  if (request?.tooLarge) throw fail(request.tooLarge);
  throw fail(BodyTooLarge, {
    message: text(
      `The body is larger than the ${maxBytes} bytes allowed here.`,
      `Le corps dépasse les ${maxBytes} octets permis ici.`,
    ),
    details: { maxBytes },
  });
}
