import { livePrices } from "../../../../contract/defi/prices/live.ts";
import { socketHandlerId } from "../../../../contract/socket.ts";
import { AmbiguousCredential } from "../../../../core/identity/api-keys/errors.ts";
import { Forbidden, fail } from "../../../../core/kernel/errors.ts";
import { text } from "../../../../core/kernel/texts/index.ts";
import * as Connections from "../../../../core/live/connections.ts";
import { clientIp, requireOurEdge } from "../../../_chain/edge.ts";
import { allowedOrigin, isSameHost } from "../../../_chain/origins.ts";
import { type SocketEvent, socketHandler, socketHeader } from "../../../_chain/socket.ts";

export const handler = socketHandler(socketHandlerId(livePrices, "connect"), async (event) => {
  const { connectionId, identity } = event.requestContext;
  const headerOf = (name: string) => socketHeader(event, name);
  await requireOurEdge(headerOf);
  const ip = await clientIp(identity.sourceIp, headerOf);
  const credential = credentialOf(event);
  checkOrigin(headerOf, credential);
  await Connections.open(connectionId, await Connections.holderOf({ ip, ...credential }));
});

/**
 * Rejects a handshake from a page of another site. Programs send no Origin. A page with an API key or a ticket proves by it that
 * it may connect.
 * @throws FORBIDDEN
 */
function checkOrigin(headerOf: (name: string) => string | undefined, credential: object): void {
  const origin = headerOf("origin");
  const hasCredential = Object.values(credential).some((one) => one !== undefined);
  if (origin === undefined || hasCredential) return;
  if (allowedOrigin(origin) || isSameHost(origin, headerOf("host"))) return;
  throw fail(Forbidden, {
    message: text("This connection comes from another site.", "Cette connexion vient d'un autre site."),
  });
}

/** Returns the API key of headers or query, or the ticket. @throws AMBIGUOUS_CREDENTIAL if two differ */
function credentialOf(event: SocketEvent) {
  const { apiKey, ticket } = event.queryStringParameters ?? {};
  const bearer = /^Bearer +(\S+)$/i.exec(socketHeader(event, "authorization") ?? "")?.[1];
  const keys = [socketHeader(event, "x-api-key"), bearer, apiKey].filter((one) => one !== undefined);
  if (new Set([...keys, ticket].filter((one) => one !== undefined)).size > 1) throw fail(AmbiguousCredential);
  return { apiKey: keys[0], ticket };
}
