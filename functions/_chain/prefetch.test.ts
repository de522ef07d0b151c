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

/** What is read ahead of a request's work, together with its credential. */

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
const told = {
  reads: prefetch,
  run: async ({ actor }: { readonly actor: { readonly userId: string } }) => ({
    texts: [await textOf(actor)],
  }),
};

/** What the work of `write` does between its reads. */
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
  { spec: limited, handler: serve(limited, told) },
  { spec: staff, handler: serve(staff, told) },
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

/** What a call asks the table for. */
async function observed(path: string, init: RequestInit = bearer()) {
  const usages: Table.Usage[] = [];
  Table.observe((usage) => usages.push(usage));
  const answer = await call(path, init);
  Table.observe(undefined);
  const units = usages.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);
  return { ...answer, calls: usages.map(({ operation }) => operation), units };
}

it("is found by the work, however often it looks, and costs no call of its own", async () => {
  const { body, calls } = await observed("/t/read/3");
  expect(body).toEqual({ texts: ["first", "first", "first"] });
  expect(calls).toEqual(["BatchGetItem"]);
});

it("is of one request alone: the next one reads what there is by then", async () => {
  await Table.put({ ...noteOf(user), text: "second" });
  expect((await observed("/t/read/1")).body).toEqual({ texts: ["second"] });
});

it.each<[string, typeof between]>([
  ["has written an item", (owner) => Table.put({ ...noteOf(owner), text: "third" })],
  ["has committed", (owner) => Table.commit([{ put: { ...noteOf(owner), text: "third" } }])],
  [
    "was refused, and tries again",
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
    "has waited for others",
    async (owner) => {
      const other = Table.withPrefetched({ epoch: 0, items: new Map(), pages: new Map() }, () =>
        withLocalMutex("t", () => Table.put({ ...noteOf(owner), text: "third" })),
      );
      await Promise.all([other, withLocalMutex("t", async () => undefined)]);
    },
  ],
])("holds no longer once the work %s", async (_, work) => {
  await Table.put({ ...noteOf(user), text: "second" });
  between = work;
  const { body } = await observed("/t/write", { ...bearer(), method: "POST" });
  expect(body).toEqual({ texts: ["second", "third"] });
});

/** As another process writes: what this work has read ahead does not hear of it. */
const elsewhere = (owner: Pick<Owner, "userId">) =>
  Table.withoutPrefetched(() => Table.put({ ...noteOf(owner), text: "third" }));

it("is kept where something apart from it is written, such as a count of requests", async () => {
  await Table.put({ ...noteOf(user), text: "second" });
  between = elsewhere;
  const { body } = await observed("/t/write", { ...bearer(), method: "POST" });
  expect(body).toEqual({ texts: ["second", "second"] });
});

it("is shown to nobody whose role is another, and changes no refusal: the token before the role, the role before the input", async () => {
  expect(await observed("/t/staff")).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect(await observed("/t/read/many")).toMatchObject({ status: 400 });
  expect(await observed("/t/read/many", {})).toMatchObject({ status: 401, calls: [] });
});

it("is read once for a session that has ended, and not again: then its end alone is", async () => {
  const ended = await Sessions.start(user, { ip: "127.0.0.1", userAgent: "test" });
  await Sessions.end(onWeb(user, ended.sessionId));
  const first = await observed("/t/read/1", bearer(ended.accessToken));
  const second = await observed("/t/read/1", bearer(ended.accessToken));
  expect([first.status, second.status]).toEqual([401, 401]);
  expect(second.units).toBeLessThan(first.units);
  expect(second.units).toBe(2);
});

it("is read once for a caller who is over the limit, and not again until there is room", async () => {
  const statuses = [];
  const units = [];
  for (let time = 0; time < 4; time++) {
    const one = await observed("/t/limited");
    statuses.push(one.status);
    units.push(one.units);
  }
  expect(statuses).toEqual([200, 429, 429, 429]);
  // Session, account and what is read ahead; a refused count reports no units.
  expect(units.slice(1)).toEqual([3, 2, 2]);
});
