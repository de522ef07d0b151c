import { exampleOf, type JsonSchema } from "../../../contract/openapi/example.ts";
import type { Example, Examples } from "../../../contract/openapi/public/code.ts";
import { type Served, servedIn } from "../../../contract/openapi/public.ts";
import { jsonSchemaOf } from "../../../contract/openapi/schemas.ts";
import { versions } from "../../../contract/public/schemas.ts";
import type { RouteSpec } from "../../../contract/route.ts";
import type { WebActor } from "../../../core/identity/actor.ts";
import * as ApiKeys from "../../../core/identity/api-keys/index.ts";
import * as Users from "../../../core/identity/users.ts";
import { create } from "../../../core/identity/users.ts";
import { Developer } from "../developer.ts";
import { onWeb } from "../identity.ts";
import type { Answer } from "../platform.ts";
import { requestsOf, type Scene, scenes } from "../repeatable.ts";
import { createResources, resourceKind } from "../resources.ts";

/** Records real responses of a platform for the API documents: one per operation and version. */

interface Platform {
  readonly url: string;
  advance(seconds: number): Promise<void>;
  drain(): Promise<unknown>;
}

interface Recorded {
  readonly examples: Examples;
  /** The rejected operations, with the error of each. */
  readonly missing: readonly string[];
}

export async function recordExamples(routes: readonly RouteSpec[], platform: Platform): Promise<Recorded> {
  const missing: string[] = [];
  const examples: Record<string, Record<string, Example>> = {};
  for (const version of versions) {
    const played: Record<string, Example> = {};
    const player = await Player.start(platform, version);
    const served = servedIn(routes, version);
    const writes = served.filter(({ spec }) => spec.method !== "GET");
    const reads = served.filter(({ spec }) => spec.method === "GET");
    const lists = reads.filter(({ path }) => !path.includes("{"));
    // Writes run before reads, so that lists are not empty and their items can be fetched.
    for (const one of [...writes, ...lists, ...reads.filter((one) => !lists.includes(one))]) {
      const result = await player.play(one);
      if (typeof result === "string") missing.push(`${one.spec.method} ${one.path}: ${result}`);
      else played[one.spec.id] = result;
    }
    examples[version] = Object.fromEntries(
      served.flatMap(({ spec: { id } }) => (played[id] ? [[id, played[id]] as const] : [])),
    );
  }
  return { examples: examples as unknown as Examples, missing };
}

interface Caller {
  readonly actor: WebActor;
  readonly developer: Developer;
}

/** Creates a user with an API key that has every scope. */
async function createCaller(platform: Platform, name: string, email: string): Promise<Caller> {
  const { userId } = await create({ name, email, emailVerified: true });
  const user = await Users.fromId(userId);
  if (!user) throw new Error("the user does not exist");
  const plan = { name: "Till", mode: "live", plan: "enterprise", scopes: ["*"] } as const;
  return { actor: onWeb(user), developer: new Developer(platform, await ApiKeys.create(user, plan)) };
}

type Inputs = Pick<Example, "params" | "query" | "body">;

const NO_PRECONDITIONS: Scene = { prepare: () => ({}) };

class Player {
  readonly #platform: Platform;
  readonly #version: string;
  readonly #ada: Caller;
  /** Ids of created or listed resources, by the path of the collection. */
  readonly #ids = new Map<string, string>();
  #others = 0;

  private constructor(platform: Platform, version: string, ada: Caller) {
    this.#platform = platform;
    this.#version = version;
    this.#ada = ada;
  }

  static async start(platform: Platform, version: string): Promise<Player> {
    return new Player(
      platform,
      version,
      await createCaller(platform, "Ada Lovelace", `ada.${version}@example.com`),
    );
  }

  /** Calls an operation. @returns the recorded response, or the reason of the rejection */
  async play(served: Served): Promise<Example | string> {
    return served.spec.method === "GET" ? this.#read(served) : this.#write(served);
  }

  /** Uses the same account if possible, and another one if the operation works only once per account. */
  async #write(served: Served): Promise<Example | string> {
    // Scenes are of idempotent routes; another write needs no preconditions.
    const scene = scenes[served.spec.id] ?? (served.spec.idempotent ? undefined : NO_PRECONDITIONS);
    if (!scene) return "the operation has no scene";
    let rejection = "";
    const other = `grace.${this.#version}.${++this.#others}@example.com`;
    for (const caller of [this.#ada, await createCaller(this.#platform, "Grace Hopper", other)]) {
      const result = await this.#execute(served, scene, caller).catch(String);
      if (typeof result !== "string") return result;
      rejection = result;
    }
    return rejection;
  }

  async #execute(served: Served, scene: Scene, caller: Caller): Promise<Example | string> {
    const prepared = await scene.prepare(caller.actor, (seconds) => this.#platform.advance(seconds));
    const { body } = requestsOf(served.spec, prepared).request;
    const { params } = prepared;
    return this.#send(served, caller, {
      ...(params && { params }),
      ...(body && { body: withoutUndefined(body) }),
    });
  }

  async #read(served: Served): Promise<Example | string> {
    const { spec, path } = served;
    const query = spec.request?.query && requiredQuery(spec.request.query);
    const [name] = /(?<=\{)\w+/.exec(path) ?? [];
    if (name === undefined) return this.#send(served, this.#ada, { ...(query && { query }) });
    const ids = [this.#ids.get(path.slice(0, path.indexOf("/{"))), ...(await this.#candidateIds(spec, name))];
    let rejection = "no resource of this kind exists";
    for (const id of ids) {
      if (id === undefined) continue;
      const result = await this.#send(served, this.#ada, { params: { [name]: id }, ...(query && { query }) });
      if (typeof result !== "string") return result;
      rejection = result;
    }
    return rejection;
  }

  /** Returns ids of the caller's resources of this kind, and the example of the parameter's schema. */
  async #candidateIds(spec: RouteSpec, name: string): Promise<readonly (string | undefined)[]> {
    const example = spec.request?.params && (exampleOf(jsonSchemaOf(spec.request.params, "input")) as object);
    const theirs = await createResources(this.#ada.actor).catch(
      () => ({}) as Record<string, Record<string, string>>,
    );
    return [theirs[resourceKind(spec)]?.[name], (example as Record<string, string> | undefined)?.[name]];
  }

  async #send(served: Served, caller: Caller, inputs: Inputs): Promise<Example | string> {
    const { spec } = served;
    const filled = served.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(inputs.params?.[name] ?? "x"),
    );
    const query = new URLSearchParams(inputs.query).toString();
    const path = query === "" ? filled : `${filled}?${query}`;
    await this.#platform.advance(1);
    const answer = await this.#call(spec, caller.developer, path, inputs.body);
    if (answer.status >= 300) return `${answer.status} ${JSON.stringify(answer.body)}`;
    if (caller === this.#ada) this.#remember(served, answer.body);
    const { params, body } = inputs;
    return {
      ...(params && Object.keys(params).length > 0 && { params }),
      ...(inputs.query && Object.keys(inputs.query).length > 0 && { query: inputs.query }),
      ...(body !== undefined && { body }),
      status: answer.status,
      response: shorten(answer.body),
    };
  }

  #call(spec: RouteSpec, developer: Developer, path: string, body: unknown): Promise<Answer> {
    if (spec.method === "GET") return developer.get(path);
    if (spec.signed) return developer.signed(path, body);
    return developer.send(spec.method as "POST" | "PUT", path, body ?? {});
  }

  #remember({ path }: Served, body: Record<string, unknown>): void {
    // For an event, this is the object that the event describes.
    const data = body["data"];
    const [first] = Array.isArray(data) ? (data as { id?: string }[]) : [];
    const id = first?.id ?? body["id"];
    if (typeof id === "string" && !path.includes("{") && !this.#ids.has(path)) this.#ids.set(path, id);
  }
}

/** Removes undefined fields, as the request does. */
const withoutUndefined = (body: object): unknown => JSON.parse(JSON.stringify(body));

/** Returns the required query parameters with example values. */
function requiredQuery(schema: Parameters<typeof jsonSchemaOf>[0]): Record<string, string> | undefined {
  const json = jsonSchemaOf(schema, "input") as JsonSchema;
  if ((json.required ?? []).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(exampleOf(json) as object).map(([name, value]) => [name, String(value)]),
  );
}

const MAX_ITEMS = 3;

/** Shortens lists to their first items: examples are for human readers. */
const shorten = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    Array.isArray(one) ? one.slice(0, MAX_ITEMS) : one,
  );
