import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { missing, StripeFault } from "./errors.ts";
import type { Store } from "./store.ts";

/** One request's view of the store. Reads return copies, and all changes are committed together or not at all. */

/** The stored objects by kind. Decimals are text, although the SDK has a type of its own. */
export interface Objects {
  account: Stripe.Account;
  charge: Stripe.Charge;
  "checkout.session": Stripe.Checkout.Session;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  "issuing.authorization": Stripe.Issuing.Authorization;
  "issuing.card": Stripe.Issuing.Card;
  "issuing.cardholder": Stripe.Issuing.Cardholder;
  "issuing.dispute": Stripe.Issuing.Dispute;
  "issuing.transaction": Stripe.Issuing.Transaction;
  invoice_payment: Stripe.InvoicePayment;
  line_item: Stripe.LineItem;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
}
export type Kind = keyof Objects;

/** Work that is due at a time of the double's clock. */
export interface Timer {
  readonly dueMs: number;
  readonly does: "settle" | "expire" | "lapse" | "renew" | "dispute";
  /** The object that it belongs to. */
  readonly id: string;
}

/** An undelivered event. */
export interface Delivery {
  readonly eventId: string;
  readonly attempts: number;
  readonly dueMs: number;
}

/** The double's own notes on an object, which no response contains. */
export type Notes = Readonly<Record<string, unknown>>;

/** The request that caused an event. */
export interface Origin {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** Stripe's names in "No such …". */
const nouns: Partial<Record<Kind, string>> = {
  payment_method: "PaymentMethod",
  "issuing.authorization": "issuing authorization",
  "issuing.card": "issuing card",
  "issuing.cardholder": "issuing cardholder",
  "issuing.dispute": "issuing dispute",
  "issuing.transaction": "issuing transaction",
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a random alphanumeric text. */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");

export const API_VERSION = "2026-10-28.endive";

export class Tx {
  readonly #store: Store;
  readonly #changes = new Map<string, string | undefined>();
  readonly #origin: Origin;
  readonly #posts: boolean;
  /** The time at which the request started, in milliseconds of the double's clock. */
  readonly nowMs: number;
  /** The emitted events. */
  readonly events: Stripe.Event[] = [];
  /** The due time of the earliest timer that this request has set. */
  nextDueMs = Number.POSITIVE_INFINITY;

  /** @param posts whether events are sent as webhooks */
  constructor(
    store: Store,
    nowMs: number,
    posts: boolean,
    origin: Origin = { requestId: null, idempotencyKey: null },
  ) {
    this.#store = store;
    this.nowMs = nowMs;
    this.#posts = posts;
    this.#origin = origin;
  }

  get now(): number {
    return Math.floor(this.nowMs / 1000);
  }

  newId(prefix: string): string {
    return `${prefix}_${randomText(24)}`;
  }

  read<T>(key: string): T | undefined {
    const json = this.#changes.has(key) ? this.#changes.get(key) : this.#store.get(key);
    return json === undefined ? undefined : (JSON.parse(json) as T);
  }

  write(key: string, value: unknown): void {
    this.#changes.set(key, JSON.stringify(value));
  }

  delete(key: string): void {
    this.#changes.set(key, undefined);
  }

  find<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    return this.read<Objects[K]>(`${kind}/${id}`);
  }

  /** @param param the parameter with the id, unless the URL has it @throws StripeFault resource_missing */
  get<K extends Kind>(kind: K, id: string, param?: string): Objects[K] {
    const found = this.find(kind, id);
    if (!found) throw missing(nouns[kind] ?? kind, id, param);
    return found;
  }

  save(object: Objects[Kind] & { readonly object: Kind | "item" }): void {
    const kind = object.object === "item" ? "line_item" : object.object;
    this.write(`${kind}/${object.id}`, object);
  }

  /** Returns all objects of a kind, newest first, except those created by this request. */
  list<K extends Kind>(kind: K): Objects[K][] {
    const keys = [...this.#store.all(kind).keys()].reverse();
    return keys.flatMap((key) => this.read<Objects[K]>(key) ?? []);
  }

  notes(id: string): Notes {
    return this.read<Notes>(`notes/${id}`) ?? {};
  }

  addNotes(id: string, more: Notes): void {
    this.write(`notes/${id}`, { ...this.notes(id), ...more });
  }

  /** Sets a timer. An object has at most one timer of each kind. */
  setTimer(does: Timer["does"], id: string, dueMs: number): void {
    this.nextDueMs = Math.min(this.nextDueMs, dueMs);
    this.write(`timer/${does}/${id}`, { does, id, dueMs } satisfies Timer);
  }

  cancelTimer(does: Timer["does"], id: string): void {
    this.delete(`timer/${does}/${id}`);
  }

  /**
   * Emits an event about an object.
   * @param previous the previous values of updated fields
   * @param account the connected account of the object
   */
  emit(type: Stripe.Event.Type, object: object, previous?: object, account?: string): void {
    const event = this.event(type, object, previous, account);
    this.events.push(event);
    if (!this.#posts) return;
    const delivery: Delivery = { eventId: event.id, attempts: 0, dueMs: this.nowMs };
    this.write(`delivery/${event.id}`, delivery);
  }

  /** Creates and stores an event, which the caller sends. */
  event(type: Stripe.Event.Type, object: object, previous?: object, account?: string): Stripe.Event {
    const event = {
      id: this.newId("evt"),
      object: "event",
      ...(account !== undefined && { account }),
      api_version: API_VERSION,
      created: this.now,
      data: {
        object: JSON.parse(JSON.stringify(object)) as object,
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: this.#posts ? 1 : 0,
      request: { id: this.#origin.requestId, idempotency_key: this.#origin.idempotencyKey },
      type,
    } as unknown as Stripe.Event;
    this.save(event);
    return event;
  }

  commit(): void {
    this.#store.commit(this.#changes);
    this.#changes.clear();
  }
}

/** Returns the id of a field that may be expanded. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : typeof value === "string" ? value : value.id;

/** Runs a transaction. Commits its changes if it returns, or if it throws a fault of an executed request. */
export type Within = <T>(run: (tx: Tx) => T, origin?: Origin) => T;

/** @param onCommit called after each commit */
export const transactions =
  (store: Store, nowMs: () => number, posts: boolean, onCommit: (tx: Tx) => void): Within =>
  (run, origin) => {
    const tx = new Tx(store, nowMs(), posts, origin);
    const commit = () => {
      tx.commit();
      onCommit(tx);
    };
    try {
      const result = run(tx);
      commit();
      return result;
    } catch (error) {
      if (error instanceof StripeFault && error.executed) commit();
      throw error;
    }
  };
