import { livePrices } from "../../../../contract/defi/prices/live.ts";
import { socketHandlerId } from "../../../../contract/socket.ts";
import * as Connections from "../../../../core/live/connections.ts";
import { holderOf } from "../../../../core/live/holder.ts";
import { clientIp } from "../../../_chain/client-ip.ts";
import { socketHandler, socketHeader } from "../../../_chain/socket.ts";

export const handler = socketHandler(socketHandlerId(livePrices, "connect"), async (event) => {
  const { connectionId, identity } = event.requestContext;
  const ip = await clientIp(identity.sourceIp, (name) => socketHeader(event, name));
  const bearer = /^Bearer +(\S+)$/i.exec(socketHeader(event, "authorization") ?? "")?.[1];
  const apiKey = socketHeader(event, "x-api-key") ?? bearer ?? event.queryStringParameters?.["apiKey"];
  await Connections.open(connectionId, await holderOf({ ip, apiKey }));
});
