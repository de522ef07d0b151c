import { livePrices } from "../../../../contract/defi/prices/live.ts";
import { socketHandlerId } from "../../../../contract/socket.ts";
import * as Connections from "../../../../core/live/connections.ts";
import { socketHandler } from "../../../_chain/socket.ts";

export const handler = socketHandler(socketHandlerId(livePrices, "disconnect"), ({ requestContext }) =>
  Connections.close(requestContext.connectionId),
);
