import * as z from "zod";
import type { Limit } from "../../../contract/route.ts";
import type { LiveActor } from "../../../core/identity/actor.ts";
import { email } from "../../../core/identity/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { KEY_PATTERN } from "../../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../../core/platform/idempotency/index.ts";
import * as Table from "../../../core/platform/table/index.ts";

/** A tool: what an LLM may do, over the same functions of core as the routes. */
export interface Tool {
  readonly name: `svc_${string}`;
  readonly title: string;
  /** For an LLM: what it does, when to use it, what it gives. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it changes something; then the key needs `mcp:write`. */
  readonly writes: boolean;
  /**
   * Whether it spends, binds, hands over or takes away something that there is; otherwise it only adds (the
   * protocol's own distinction).
   */
  readonly destructive: boolean;
  /**
   * Whom it is about: whoever `email` names (the key's owner by default), the key's owner alone, or nobody
   * in particular.
   */
  readonly about: "person" | "owner" | "nobody";
  /** Which parts of its answer are in the words of people, whoever they are; undefined where none is. */
  readonly freeText?: string | undefined;
  /** The limit of the route that does the same, per account: both count together. */
  readonly limit?: Limit | undefined;
  /** @param person whom it is about; the key's owner where it is about nobody */
  run(person: LiveActor, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

type Given = Readonly<Record<string, unknown>>;

interface About<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: `svc_${string}`;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly limit?: Limit;
  readonly freeText?: string;
}

/**
 * What a tool says as it is stated. Its schemas are read when it is called, and no sooner: there are many tools, and a bundle
 * makes each schema as it is first read.
 */
function stated(spec: About<z.ZodObject, z.ZodObject>, inputOf: () => z.ZodObject) {
  const { name, title, description, limit, freeText } = spec;
  let input: z.ZodObject | undefined;
  return {
    ...{ name, title, description, limit, freeText },
    get input() {
      input ??= inputOf();
      return input;
    },
    get output() {
      return spec.output;
    },
  };
}

/** A tool that reads what is the same for everybody. */
export const open = <I extends z.ZodObject, O extends z.ZodObject>(
  spec: About<I, O> & { readonly run: (input: z.output<I>) => Promise<z.input<O>> },
): Tool =>
  Object.assign(
    stated(spec, () => spec.input),
    {
      writes: false,
      destructive: false,
      about: "nobody" as const,
      run: (_: LiveActor, input: unknown) => spec.run(input as z.output<I>),
    },
  );

/** A tool that reads what is the key's owner's alone, administrators included. */
export const own = <I extends z.ZodObject, O extends z.ZodObject>(
  spec: About<I, O> & { readonly run: (actor: LiveActor, input: z.output<I>) => Promise<z.input<O>> },
): Tool =>
  Object.assign(
    stated(spec, () => spec.input),
    {
      writes: false,
      destructive: false,
      about: "owner" as const,
      run: (actor: LiveActor, input: unknown) => spec.run(actor, input as z.output<I>),
    },
  );

const aboutWhom = {
  email: email.optional().meta({
    description:
      "Whose: the e-mail address of an account. Leave it out for the key's owner; another one is for administrators alone",
    format: "email",
  }),
};

/** A tool that reads about a person: the key's owner, or for administrators whoever they name. */
export const personal = <I extends z.ZodObject, O extends z.ZodObject>(
  spec: About<I, O> & { readonly run: (person: LiveActor, input: z.output<I>) => Promise<z.input<O>> },
): Tool =>
  Object.assign(
    stated(spec, () => spec.input.safeExtend(aboutWhom)),
    {
      writes: false,
      destructive: false,
      about: "person" as const,
      run: (person: LiveActor, { email: _, ...input }: Given) => spec.run(person, input as z.output<I>),
    },
  );

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

interface Writing<I extends z.ZodObject, O extends z.ZodObject, T> extends About<I, O> {
  readonly destructive?: boolean;
  readonly run: (actor: LiveActor, input: z.output<I>, claim: Idempotency.Claim<T>) => Promise<T>;
  readonly render: (result: T, actor: LiveActor) => z.input<O>;
}

/**
 * A tool that changes something of the key's owner's. What it did is kept under the caller's key, and a
 * repeated call gives it again.
 */
export const writing = <I extends z.ZodObject, O extends z.ZodObject, T>(spec: Writing<I, O, T>): Tool =>
  Object.assign(
    stated(spec, () => spec.input.safeExtend(once)),
    {
      writes: true,
      destructive: spec.destructive ?? false,
      about: "owner" as const,
      run: async (actor: LiveActor, { idempotencyKey, ...input }: Given) => {
        const claim = Idempotency.claim<T>(actor.userId, `mcp.${spec.name}`, String(idempotencyKey), input);
        const item = await Table.get(claim.key);
        const work = () => spec.run(actor, input as z.output<I>, claim);
        const { result } = await Idempotency.once(claim, item, work);
        return spec.render(result, actor);
      },
    },
  );
