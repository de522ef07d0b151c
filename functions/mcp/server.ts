import { server } from "../../contract/mcp.ts";
import { serveStream } from "../_chain/stream.ts";
import { answer, stateless } from "./_protocol/http.ts";
import { serverOf } from "./_protocol/server.ts";

export const handler = serveStream(server, ({ actor, client }) =>
  answer(
    client,
    stateless(() => serverOf({ actor, requestId: client.requestId })),
  ),
);
