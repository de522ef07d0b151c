import { server } from "../../contract/mcp.ts";
import { serveStream } from "../_chain/stream.ts";
import { answer, stateless } from "./_answer.ts";
import { faceOf } from "./_face.ts";
import { serverOf } from "./_server.ts";

export const handler = serveStream(server, ({ actor, client }) =>
  answer(
    client,
    stateless(() => serverOf(faceOf({ actor, requestId: client.requestId }))),
  ),
);
