import { livePrices } from "../../../../contract/defi/prices/live.ts";
import { socketHandlerId } from "../../../../contract/socket.ts";
import { receive } from "../../../../core/live/message.ts";
import { socketHandler } from "../../../_chain/socket.ts";

export const handler = socketHandler(
  socketHandlerId(livePrices, "message"),
  ({ requestContext, body = "" }) => receive(requestContext.connectionId, body),
);
