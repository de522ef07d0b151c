import * as z from "zod";
import type { Limit } from "../../../contract/route.ts";
import type { LiveActor } from "../../../core/identity/actor.ts";
import { email } from "../../../core/identity/schema.ts";
import { rule } from "../../../core/kernel/texts/index.ts";
import { KEY_PATTERN } from "../../../core/platform/idempotency/errors.ts";
import * as Idempotency from "../../../core/platform/idempotency/index.ts";
import * as Table from "../../../core/platform/table/index.ts";

/** A tool for LLMs. It calls the same functions of core as the routes. */
export interface Tool {
  readonly name: `svc_${string}`;
  readonly title: string;
  /** Explains to the LLM what the tool does, when to use it and what it returns. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it changes data. Then the key needs `mcp:write`. */
  readonly writes: boolean;
  /** Whether it spends, locks or removes something that exists, instead of only adding (as the protocol distinguishes). */
  readonly destructive: boolean;
  /**
   * Whose data it reads: `person`, the user of `email` (defaults to the key's owner); `owner`, the key's owner only; `none`,
   * public data.
   */
  readonly about: "person" | "owner" | "none";
  /** The fields of its result that users wrote. */
  readonly freeText?: string | undefined;
  /** The limit per account, shared with the equivalent route. */
  readonly limit?: Limit | undefined;
  /** @param person the user whose data the tool reads; the key's owner for public data */
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

const noInput = z.strictObject({});

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
      const { input: own = noInput } = spec;
      input ??= more ? own.safeExtend(more) : own;
      return input;
    },
    get output() {
      return spec.output;
    },
  };
}

/** Makes a tool that reads public data. */
export const open = <I extends z.ZodObject, O extends z.ZodObject>(
  spec: Spec<I, O> & { readonly run: (input: z.output<I>) => Promise<z.input<O>> },
): Tool => toolOf(spec, { about: "none", run: (_, input) => spec.run(input as z.output<I>) });

interface Reading<I extends z.ZodObject, O extends z.ZodObject> extends Spec<I, O> {
  readonly run: (person: LiveActor, input: z.output<I>) => Promise<z.input<O>>;
}

/** Makes a tool that reads data of the key's owner only, also for administrators. */
export const own = <I extends z.ZodObject, O extends z.ZodObject>(spec: Reading<I, O>): Tool =>
  toolOf(spec, { about: "owner", run: (actor, input) => spec.run(actor, input as z.output<I>) });

const ofAccount = {
  email: email.optional().meta({
    description:
      "Email address of the account. Defaults to the key's owner; only administrators may name another account",
    format: "email",
  }),
};

/** Makes a tool that reads data of the key's owner, or of the account that an administrator names. */
export const personal = <I extends z.ZodObject, O extends z.ZodObject>(spec: Reading<I, O>): Tool =>
  toolOf(spec, {
    about: "person",
    more: ofAccount,
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
        "Create one for each operation, for example a UUID, and repeat it when you retry: within 7 days the operation is executed only once. A rejected call has no effect and can be retried with the same key",
    }),
};

interface Writing<I extends z.ZodObject, O extends z.ZodObject, T> extends Spec<I, O> {
  readonly destructive?: boolean;
  readonly run: (actor: LiveActor, input: z.output<I>, claim: Idempotency.Claim<T>) => Promise<T>;
  readonly render: (result: T) => z.input<O>;
}

/** Makes a tool that changes data of the key's owner. The result is recorded for repeated calls. */
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
