import { livePrices, socketHandlerId } from "../../../../contract/sockets.ts";
import { receive } from "../../../../core/live/message.ts";
import { socketHandler } from "../../../_chain/socket.ts";

export const handler = socketHandler(
  socketHandlerId(livePrices, "message"),
  ({ requestContext, body = "" }) => receive(requestContext.connectionId, body),
);
