import type { PathsWithMethod } from "openapi-typescript-helpers";
import type { Answer } from "./client.ts";
import type { paths } from "./schema.ts";

export interface Page<T> {
  readonly object: "list";
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

type Readable = PathsWithMethod<paths, "get">;

/** Paths of lists without path parameters. */
export type ListPath = {
  [P in Readable]: Answer<P, "get" & keyof paths[P]> extends Page<unknown>
    ? P extends `${string}{${string}`
      ? never
      : P
    : never;
}[Readable];

export type ItemOf<P extends ListPath> =
  Answer<P, "get" & keyof paths[P]> extends { readonly data: (infer T)[] } ? T : never;

/** The query of a list without its cursor. */
export type QueryOf<P extends ListPath> = paths[P] extends {
  get: { parameters: { query?: infer Q } };
}
  ? Omit<NonNullable<Q>, "cursor">
  : never;

/** A list that reads pages while it is iterated. Each iteration starts at the first page. */
export class Listing<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** Returns the list page by page. */
  async *pages(): AsyncGenerator<Page<T>> {
    let cursor: string | undefined;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Returns all items in one array. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for await (const one of this) items.push(one);
    return items;
  }
}
