import { expect } from "vitest";
import type { App } from "./app.ts";

/** A device's copy of its user's records, updated by pulling. */

export interface Change {
  readonly collection: string;
  readonly id: string;
  readonly version: number;
  readonly op: "upsert" | "delete";
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly updatedAt: string;
}

export interface Page {
  readonly changes: readonly Change[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly serverTime: string;
  readonly error?: string;
}

export class Mirror {
  readonly app: App;
  readonly #records = new Map<string, Change>();
  readonly #collections: readonly string[] | undefined;
  cursor: string | undefined;
  pages = 0;
  restarts = 0;
  /** The number of records that the mirror removed because the server reported them as deleted. */
  deletions = 0;
  /** Simulates losses: the response is lost, or the app stops before it stores the cursor. */
  nextLoss: () => "answer" | "cursor" | undefined = () => undefined;

  constructor(app: App, collections?: readonly string[]) {
    this.app = app;
    this.#collections = collections;
  }

  /**
   * Pulls a page. Starts over if the cursor is too old. @returns undefined if no response arrived; the caller retries
   */
  async page(limit = 100): Promise<Page | undefined> {
    const { cursor } = this;
    const collections = this.#collections;
    const body = { limit, ...(cursor !== undefined && { cursor }), ...(collections && { collections }) };
    const answer = await this.app.call<Page>("POST", "/sync/pull", { body });
    if (answer.status >= 500) return undefined;
    if (answer.status === 410) {
      this.restart();
      return undefined;
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const lost = this.nextLoss();
    if (lost === "answer") return undefined;
    for (const change of answer.body.changes) this.apply(change);
    if (lost === "cursor") return undefined;
    this.cursor = answer.body.cursor;
    this.pages++;
    return answer.body;
  }

  restart(): void {
    this.#records.clear();
    this.cursor = undefined;
    this.restarts++;
  }

  apply(change: Change): void {
    const key = `${change.collection}/${change.id}`;
    if (change.op === "delete" && this.#records.delete(key)) this.deletions++;
    if (change.op === "upsert") this.#records.set(key, change);
  }

  /** Pulls until `hasMore` is false. @returns the pulled changes */
  async pull(limit?: number): Promise<Change[]> {
    const changes: Change[] = [];
    for (;;) {
      const page = await this.page(limit);
      changes.push(...(page?.changes ?? []));
      if (page && !page.hasMore) return changes;
    }
  }

  get(collection: string, id: string): Change | undefined {
    return this.#records.get(`${collection}/${id}`);
  }

  all(collection: string): Change[] {
    return [...this.#records.values()].filter((one) => one.collection === collection);
  }

  /** Returns the data of all records, by collection and id. */
  contents(): Record<string, unknown> {
    const sorted = [...this.#records].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([key, { data }]) => [key, data]));
  }
}
