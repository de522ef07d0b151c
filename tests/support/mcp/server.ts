import { randomBytes, randomUUID } from "node:crypto";
import {
  type CompleteRequest,
  type CompleteResult,
  createMcpHandler,
  createRequestStateCodec,
  InMemoryServerEventBus,
  isInitializeRequest,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { server as spec } from "../../../contract/mcp.ts";
import { serveStream } from "../../../functions/_chain/stream.ts";
import type { Caller } from "../../../functions/mcp/_person.ts";
import { answer, stateless } from "../../../functions/mcp/_protocol/http.ts";
import { about, offer, options } from "../../../functions/mcp/_protocol/server.ts";
import { fixturePrompts, fixtureResources, fixtureTemplates, readFixture } from "./lists.ts";
import { fixtureTools } from "./tools.ts";

/**
 * Replaces `functions/mcp/server.ts` with a server that also has the fixtures of the official conformance suite. All
 * other parts are the platform's own: chain, tools and resources, transport of both protocol revisions. One feature the
 * platform does not use: in the revision of 2025 a server can send its client a request (sampling, elicitation), and
 * finds the client's response by its session. A client that supports this gets a session here.
 */

const bus = new InMemoryServerEventBus();
const { notify } = createMcpHandler(() => new Server(about, options), { bus });
const codec = createRequestStateCodec<{ readonly step: number }>({ key: randomBytes(32) });
const tools = fixtureTools(codec, notify);

const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true },
  completions: {},
  logging: {},
};

type Params = Readonly<Record<string, unknown>>;
type Handler = (request: { readonly params?: Params }, context: ServerContext) => unknown;

function platformHandlers(caller: Caller): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>();
  const setRequestHandler = (method: string, handler: Handler) => handlers.set(method, handler);
  offer({ setRequestHandler } as never, caller);
  return handlers;
}

/** Items that a list shows before the platform's own: the suite reads only the first page. */
const fixtureLists: Readonly<Record<string, Params>> = {
  "tools/list": { tools: tools.map(({ definition }) => definition) },
  "prompts/list": { prompts: fixturePrompts.map(({ definition }) => definition) },
  "resources/list": { resources: fixtureResources },
  "resources/templates/list": { resourceTemplates: fixtureTemplates },
};

const mergeLists = (extra: Params, platform: Params): Params => ({
  ...platform,
  ...Object.fromEntries(
    Object.entries(extra).map(([name, items]) => [
      name,
      [...(items as unknown[]), ...(platform[name] as unknown[])],
    ]),
  ),
});

/** Fixture handlers by method. The platform's own handler responds if a fixture returns undefined. */
const fixtureHandlers: Readonly<Record<string, (params: Params, context: ServerContext) => unknown>> = {
  "tools/call": ({ name, arguments: given = {} }, context) =>
    tools.find(({ definition }) => definition.name === name)?.call(given as Params, context),
  "prompts/get": ({ name, arguments: given = {} }, context) =>
    fixturePrompts.find(({ definition }) => definition.name === name)?.get(given as Params, context),
  "resources/read": ({ uri }) => readFixture(String(uri)),
  "completion/complete": (params) => complete(params as CompleteRequest["params"]),
};

function complete({ ref, argument }: CompleteRequest["params"]): CompleteResult | undefined {
  if (ref.type === "ref/resource")
    return fixtureTemplates.some(({ uriTemplate }) => uriTemplate === ref.uri)
      ? { completion: { values: [] } }
      : undefined;
  if (!fixturePrompts.some(({ definition }) => definition.name === ref.name)) return undefined;
  const values = ["paris", "park", "party"].filter((value) => value.startsWith(argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
}

function serverFor(caller: Caller): Server {
  const server = new Server(about, { ...options, capabilities, requestState: { verify: codec.verify } });
  for (const [method, platform] of platformHandlers(caller)) {
    const handle: Handler = async (request, context) => {
      const { params = {} } = request;
      const extra = fixtureLists[method];
      if (extra && params["cursor"] === undefined)
        return mergeLists(extra, (await platform(request, context)) as Params);
      return (await fixtureHandlers[method]?.(params, context)) ?? platform(request, context);
    };
    server.setRequestHandler(method as "tools/call", handle as never);
  }
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  return server;
}

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

/** Responds in a session if the client has one or supports requests by the server. Otherwise returns undefined. */
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
