import { livePrices, socketHandlerId } from "../../../../contract/sockets.ts";
import * as Connections from "../../../../core/live/connections.ts";
import { socketHandler } from "../../../_chain/socket.ts";

export const handler = socketHandler(socketHandlerId(livePrices, "disconnect"), ({ requestContext }) =>
  Connections.close(requestContext.connectionId),
);
