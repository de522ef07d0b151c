import * as z from "zod";
import type { Limit } from "../../../contract/route.ts";
import type { LiveActor } from "../../../core/identity/actor.ts";
import { email } from "../../../core/identity/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { KEY_PATTERN } from "../../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../../core/platform/idempotency/index.ts";
import * as Table from "../../../core/platform/table/index.ts";

/** A tool of an LLM, over the same functions of core as the routes. */
export interface Tool {
  readonly name: `svc_${string}`;
  readonly title: string;
  /** For an LLM: what it does, when to use it, what it returns. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it changes something; then the key needs `mcp:write`. */
  readonly writes: boolean;
  /** Whether it spends, binds or removes something that exists, instead of only adding (the protocol's distinction). */
  readonly destructive: boolean;
  /** The person of `email` (defaults to the key's owner), the key's owner only, or nobody in particular. */
  readonly about: "person" | "owner" | "nobody";
  /** The parts of its result that users wrote; undefined if there are none. */
  readonly freeText?: string | undefined;
  /** The limit of the route that does the same, per account: both count together. */
  readonly limit?: Limit | undefined;
  /** @param person whom it is about; the key's owner if it is about nobody */
  run(person: LiveActor, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

type Given = Readonly<Record<string, unknown>>;

interface Spec<I extends z.ZodObject, O extends z.ZodObject>
  extends Pick<Tool, "name" | "description" | "limit" | "freeText"> {
  /** Defaults to the words of the name. */
  readonly title?: string;
  /** Defaults to no fields. */
  readonly input?: I;
  readonly output: O;
}

/** Returns a tool's title: "Get prices" for `svc_get_prices`. */
const titleOf = (name: string): string =>
  name.replace(/^svc_./, (start) => start.slice(4).toUpperCase()).replaceAll("_", " ");

const nothing = z.strictObject({});

/** Makes a tool. Its schemas are read at the first call, because a bundle builds each schema at its first use. */
function toolOf(
  spec: Spec<z.ZodObject, z.ZodObject>,
  { more, ...kind }: Pick<Tool, "about" | "run"> & Partial<Tool> & { readonly more?: z.ZodRawShape },
): Tool {
  const { name, title = titleOf(name), description, limit, freeText } = spec;
  let input: z.ZodObject | undefined;
  return {
    ...{ name, title, description, limit, freeText, writes: false, destructive: false, ...kind },
    get input() {
      const { input: own = nothing } = spec;
      input ??= more ? own.safeExtend(more) : own;
      return input;
    },
    get output() {
      return spec.output;
    },
  };
}

/** Makes a tool that reads what is the same for every caller. */
export const open = <I extends z.ZodObject, O extends z.ZodObject>(
  spec: Spec<I, O> & { readonly run: (input: z.output<I>) => Promise<z.input<O>> },
): Tool => toolOf(spec, { about: "nobody", run: (_, input) => spec.run(input as z.output<I>) });

interface Reading<I extends z.ZodObject, O extends z.ZodObject> extends Spec<I, O> {
  readonly run: (person: LiveActor, input: z.output<I>) => Promise<z.input<O>>;
}

/** Makes a tool that reads about the key's owner only, also for administrators. */
export const own = <I extends z.ZodObject, O extends z.ZodObject>(spec: Reading<I, O>): Tool =>
  toolOf(spec, { about: "owner", run: (actor, input) => spec.run(actor, input as z.output<I>) });

const aboutWhom = {
  email: email.optional().meta({
    description:
      "Whose: the e-mail address of an account. Leave it out for the key's owner; another one is for administrators alone",
    format: "email",
  }),
};

/** Makes a tool that reads about a person: the key's owner, or anyone whom an administrator names. */
export const personal = <I extends z.ZodObject, O extends z.ZodObject>(spec: Reading<I, O>): Tool =>
  toolOf(spec, {
    about: "person",
    more: aboutWhom,
    run: (person, { email: _, ...input }: Given) => spec.run(person, input as z.output<I>),
  });

const once = {
  idempotencyKey: z
    .string()
    .regex(
      KEY_PATTERN,
      rule(
        "must be 1 to 255 printable ASCII characters without spaces",
        "doit compter de 1 à 255 caractères ASCII imprimables, sans espace",
      ),
    )
    .meta({
      description:
        "Make up one for each intent, a UUID for example, and send the same again when you retry: within 7 days it is done once only. A call that was refused did nothing: try it again under its key",
    }),
};

interface Writing<I extends z.ZodObject, O extends z.ZodObject, T> extends Spec<I, O> {
  readonly destructive?: boolean;
  readonly run: (actor: LiveActor, input: z.output<I>, claim: Idempotency.Claim<T>) => Promise<T>;
  readonly render: (result: T) => z.input<O>;
}

/** Makes a tool that changes something of the key's owner. The result is recorded for repeated calls. */
export const writing = <I extends z.ZodObject, O extends z.ZodObject, T>(spec: Writing<I, O, T>): Tool =>
  toolOf(spec, {
    writes: true,
    destructive: spec.destructive ?? false,
    about: "owner",
    more: once,
    run: async (actor, { idempotencyKey, ...input }: Given) => {
      const claim = Idempotency.claim<T>(actor.userId, `mcp.${spec.name}`, String(idempotencyKey), input);
      const item = await Table.get(claim.key);
      const { result } = await Idempotency.once(claim, item, () =>
        spec.run(actor, input as z.output<I>, claim),
      );
      return spec.render(result);
    },
  });
