import { randomBytes, randomUUID } from "node:crypto";
import {
  createMcpHandler,
  createRequestStateCodec,
  InMemoryServerEventBus,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { server as spec } from "../contract/mcp.ts";
import { serveStream } from "../functions/_chain/stream.ts";
import { answer, stateless } from "../functions/mcp/_answer.ts";
import type { Caller } from "../functions/mcp/_caller.ts";
import { type Face, faceOf } from "../functions/mcp/_face.ts";
import { serverOf } from "../functions/mcp/_server.ts";
import { fixturePrompts, fixtureResources } from "./mcp-fixture-lists.ts";
import { fixtureTools } from "./mcp-fixture-tools.ts";

/**
 * The MCP server with what the official conformance suite calls by name beside what the platform offers: `MCP_FIXTURES=true` puts this
 * handler in the place of `functions/mcp/server.ts`, in the local runtime alone. All of the rest is the platform's own: chain, wiring,
 * transport of both revisions.
 *
 * One thing the platform has no use for: in the revision of 2025 a server asks its client something (sampling, elicitation) by a
 * request of its own, and the answer finds it by a session. A client that says that it can be asked gets one here.
 */

const bus = new InMemoryServerEventBus();
const { notify } = createMcpHandler(() => serverOf({ tools: [], prompts: [], resources: [] }), { bus });
const codec = createRequestStateCodec<{ readonly step: number }>({ key: randomBytes(32) });

const withFixtures = ({ tools, prompts, resources }: Face): Face => ({
  // Before the platform's own: the suite looks at the first page of a list.
  tools: [...fixtureTools(codec, notify), ...tools],
  prompts: [...fixturePrompts, ...prompts],
  // The platform refuses every URI that it does not know.
  resources: [fixtureResources, ...resources],
});

const serverFor = (caller: Caller): Server =>
  serverOf(withFixtures(faceOf(caller)), {
    options: {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      requestState: { verify: codec.verify },
    },
    extend: (server) => {
      server.setRequestHandler("resources/subscribe", () => ({}));
      server.setRequestHandler("resources/unsubscribe", () => ({}));
    },
  });

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

/** Responds in a session, where the client has one or can be asked; undefined where neither. */
async function inSession(request: Request, makeServer: () => Server): Promise<Response | undefined> {
  const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
  if (known) return known.handleRequest(request);
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  if (!isInitializeRequest(body)) return undefined;
  const { sampling, elicitation } = body.params.capabilities;
  if (!sampling && !elicitation) return undefined;
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
    onsessionclosed: (id) => {
      sessions.delete(id);
    },
  });
  await makeServer().connect(transport);
  return transport.handleRequest(request);
}

export const handler = serveStream(spec, ({ actor, client }) =>
  answer(client, async (request) => {
    const makeServer = () => serverFor({ actor, requestId: client.requestId });
    return (await inSession(request, makeServer)) ?? stateless(makeServer, { bus })(request);
  }),
);
