import { afterEach, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { route } from "../../contract/route.ts";
import * as Sessions from "../../core/identity/sessions.ts";
import type { User } from "../../core/identity/user.ts";
import * as Users from "../../core/identity/users.ts";
import type { Owner } from "../../core/kernel/mode.ts";
import { withLocalMutex } from "../../core/platform/mutex/index.ts";
import * as Table from "../../core/platform/table/index.ts";
import { withRoutes } from "../../tests/support/chain.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { onWeb, withSecrets } from "../../tests/support/identity.ts";
import { bare } from "../../tests/support/items.ts";
import { serve } from "./serve.ts";

/** Items that are read ahead of a request's work, together with its credential. */

withDatabase();
withSecrets();

const noteOf = ({ userId }: Pick<Owner, "userId">): Table.Key => bare({ pk: `TEST#${userId}`, sk: "NOTE" });
const textOf = async (owner: Pick<Owner, "userId">) => String((await Table.get(noteOf(owner)))?.["text"]);

const shared = {
  family: "defi",
  summary: "",
  auth: "session",
  responses: { 200: { description: "", body: z.object({ texts: z.array(z.string()) }) } },
} as const;
const read = route({
  ...shared,
  id: "t.read",
  method: "GET",
  path: "/t/read/{times}",
  request: { params: z.strictObject({ times: z.coerce.number().max(9) }) },
});
const limited = route({
  ...shared,
  id: "t.limited",
  method: "GET",
  path: "/t/limited",
  limit: { bucket: "t.ahead", max: 1, windowSeconds: 60, by: "ip" },
});
const staff = route({ ...shared, id: "t.staff", method: "GET", path: "/t/staff", roles: ["EMPLOYE"] });
const write = route({ ...shared, id: "t.write", method: "POST", path: "/t/write" });

const prefetch = ({ owner }: { readonly owner: Owner }): Table.Reads => ({ keys: [noteOf(owner)] });
const readNote = {
  reads: prefetch,
  run: async ({ actor }: { readonly actor: { readonly userId: string } }) => ({
    texts: [await textOf(actor)],
  }),
};

/** The work of `write` between its reads. */
let between: (owner: Pick<Owner, "userId">) => Promise<unknown> = async () => undefined;

const call = withRoutes([
  {
    spec: read,
    handler: serve(read, {
      reads: ({ owner, params }) => (params.times > 0 ? prefetch({ owner }) : {}),
      run: async ({ actor, params }) => {
        const texts: string[] = [];
        for (let time = 0; time < params.times; time++) texts.push(await textOf(actor));
        return { texts };
      },
    }),
  },
  { spec: limited, handler: serve(limited, readNote) },
  { spec: staff, handler: serve(staff, readNote) },
  {
    spec: write,
    handler: serve(write, {
      reads: prefetch,
      run: async ({ actor }) => {
        const before = await textOf(actor);
        await between(actor);
        return { texts: [before, await textOf(actor)] };
      },
    }),
  },
]);

let user: User;
let started: Sessions.Started;
beforeAll(async () => {
  user = await Users.register({ name: "Ada", email: "ada@example.com", password: "Lovelace!1843" });
  started = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  await Table.put({ ...noteOf(user), text: "first" });
});
afterEach(() => Table.observe(undefined));

const bearer = (token = started.accessToken) => ({ headers: { authorization: `Bearer ${token}` } });

/** Makes a call and returns its table operations. */
async function observe(path: string, init: RequestInit = bearer()) {
  const usages: Table.Usage[] = [];
  Table.observe((usage) => usages.push(usage));
  const answer = await call(path, init);
  Table.observe(undefined);
  const units = usages.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);
  return { ...answer, calls: usages.map(({ operation }) => operation), units };
}

it("the chain serves every read of the handler from the prefetched item without another call to the table", async () => {
  const { body, calls } = await observe("/t/read/3");
  expect(body).toEqual({ texts: ["first", "first", "first"] });
  expect(calls).toEqual(["BatchGetItem"]);
});

it("the chain prefetches for one request only: the next request reads the item again", async () => {
  await Table.put({ ...noteOf(user), text: "second" });
  expect((await observe("/t/read/1")).body).toEqual({ texts: ["second"] });
});

it.each<[string, typeof between]>([
  ["writes an item", (owner) => Table.put({ ...noteOf(owner), text: "third" })],
  ["commits", (owner) => Table.commit([{ put: { ...noteOf(owner), text: "third" } }])],
  [
    "retries after a failed condition",
    async (owner) => {
      let first = true;
      await Table.retry(async () => {
        if (!first) return;
        first = false;
        await elsewhere(owner);
        throw new Table.ConditionFailed();
      });
    },
  ],
  [
    "waits for a mutex",
    async (owner) => {
      const other = Table.withPrefetched({ epoch: 0, items: new Map(), pages: new Map() }, () =>
        withLocalMutex("t", () => Table.put({ ...noteOf(owner), text: "third" })),
      );
      await Promise.all([other, withLocalMutex("t", async () => undefined)]);
    },
  ],
])("the chain discards prefetched items when the handler %s", async (_, work) => {
  await Table.put({ ...noteOf(user), text: "second" });
  between = work;
  const { body } = await observe("/t/write", { ...bearer(), method: "POST" });
  expect(body).toEqual({ texts: ["second", "third"] });
});

/** Writes as another process would, so that the prefetched items are not discarded. */
const elsewhere = (owner: Pick<Owner, "userId">) =>
  Table.withoutPrefetched(() => Table.put({ ...noteOf(owner), text: "third" }));

it("the chain keeps prefetched items when another process writes the item during the request", async () => {
  await Table.put({ ...noteOf(user), text: "second" });
  between = elsewhere;
  const { body } = await observe("/t/write", { ...bearer(), method: "POST" });
  expect(body).toEqual({ texts: ["second", "second"] });
});

it("the chain still checks the token before the role and the role before the input if a route prefetches", async () => {
  expect(await observe("/t/staff")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect(await observe("/t/read/many")).toMatchObject({ status: 400 });
  expect(await observe("/t/read/many", {})).toMatchObject({ status: 401, calls: [] });
});

it("the chain prefetches at most once for a session that has ended", async () => {
  const ended = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  await Sessions.end(onWeb(user, ended.sessionId));
  const first = await observe("/t/read/1", bearer(ended.accessToken));
  const second = await observe("/t/read/1", bearer(ended.accessToken));
  expect([first.status, second.status]).toEqual([401, 401]);
  expect(second.units).toBeLessThan(first.units);
  expect(second.units).toBe(3);
});

it("the chain prefetches at most once for a caller over the limit", async () => {
  const statuses = [];
  const units = [];
  for (let time = 0; time < 4; time++) {
    const one = await observe("/t/limited");
    statuses.push(one.status);
    units.push(one.units);
  }
  expect(statuses).toEqual([200, 429, 429, 429]);
  // Session, account, the session's secret and the prefetched item. A rejected count reports no units.
  expect(units.slice(1)).toEqual([4, 3, 3]);
});
