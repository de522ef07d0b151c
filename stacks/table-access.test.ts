import { beforeAll, describe, expect, test } from "vitest";
import { consumers } from "../contract/consumers.ts";
import { routes } from "../contract/index.ts";
import { beginningOf, credentials, SECRET } from "../core/platform/table/schema.ts";
import { entities } from "../local/docs-table.ts";
import { accessById, allows, readActions, type TableCall, writeActions } from "../local/rights.ts";
import { permits, statementsOf } from "./policy.fixture.ts";
import { allUnits } from "./svc.ts";
import { synthesize } from "./synth.fixture.ts";

/** The access of each role to the table, by the policies of the templates, call by call. */

const units = allUnits();
/** The statements of each function's role. */
let statements: ReadonlyMap<string, ReturnType<typeof statementsOf>>;
/** The key prefixes of entities. */
let open: readonly string[];
beforeAll(async () => {
  const prod = synthesize();
  statements = new Map(units.map(({ id }) => [id, statementsOf(prod, id)]));
  const all = (await entities()).map(beginningOf);
  open = [...new Set(all)].filter((beginning) => !beginning.startsWith(SECRET)).toSorted();
});

const secret = Object.values(credentials);
const everyAction = [...readActions, ...writeActions];
/** A call for one item of each kind. */
const of = (action: TableCall["action"], ...kinds: readonly string[]): TableCall => ({
  action,
  keys: kinds.map((kind) => `${kind}some`),
});
const may = (id: string, call: TableCall) => permits(statements.get(id) ?? [], call);

/** Functions that write only rate limit counts and the use of API keys. */
const counting = routes.filter(
  ({ grants, limit, auth }) => grants?.table !== "write" && (limit !== undefined || auth === "apiKey"),
);

describe("the role of a function", () => {
  test("may only update rate limits and the use of API keys if the function writes nothing else", () => {
    expect(counting.length).toBeGreaterThan(100);
    for (const { id, auth, limit } of counting) {
      const written = open.filter((kind) => may(id, of("UpdateItem", kind)));
      const expected = [...(auth === "apiKey" ? ["APIKEYUSE#"] : []), ...(limit ? ["RATELIMIT#"] : [])];
      expect(written, id).toEqual(expected);
      for (const action of ["PutItem", "DeleteItem", "ConditionCheckItem"] as const)
        expect(
          open.filter((kind) => may(id, of(action, kind))),
          `${id} ${action}`,
        ).toEqual([]);
      expect(may(id, of("UpdateItem", "RATELIMIT#", "USER#")), id).toBe(false);
      expect(may(id, { action: "UpdateItem", keys: [] }), id).toBe(false);
    }
  });

  test("may access exactly the kinds of secret items that its grants name", () => {
    for (const unit of units) {
      const reached = secret.filter((kind) => everyAction.some((one) => may(unit.id, of(one, kind))));
      const closed = accessById().get(unit.id)?.closed ?? [];
      const opened = secret.filter((kind) => !closed.some((beginning) => kind.startsWith(beginning)));
      expect(reached, unit.id).toEqual(unit.needs.table.reads ? opened : []);
    }
  });

  test.each(["defi.dex.pairs", "defi.prices.list", "web.home", "public.prices.read"])(
    "of a public read (%s) may read no secret item, alone or in a batch",
    (id) => {
      expect(may(id, of("GetItem", "USER#"))).toBe(true);
      for (const kind of secret)
        for (const action of everyAction) {
          expect(may(id, of(action, kind)), action).toBe(false);
          expect(may(id, of(action, "USER#", kind)), action).toBe(false);
        }
    },
  );

  test("may scan the table only if granted, and may then access secret items as well", () => {
    const walking = units.filter(({ id }) => may(id, { action: "Scan", keys: [] })).map(({ id }) => id);
    expect(walking).toEqual(consumers.filter(({ grants }) => grants.scan).map(({ id }) => id));
    const [only] = walking;
    for (const kind of secret) expect(may(only ?? "", of("DeleteItem", kind)), kind).toBe(true);
  });

  test("denies every function to update or delete items of the journal and the audit trail, whatever else it writes", () => {
    let putting = 0;
    for (const { id } of units)
      for (const kind of ["ENTRY#", "TRAIL#"]) {
        for (const action of ["UpdateItem", "DeleteItem"] as const) {
          expect(may(id, of(action, kind)), `${id} ${action}`).toBe(false);
          expect(may(id, of(action, "USER#", kind)), `${id} ${action}`).toBe(false);
          const denials = (statements.get(id) ?? []).filter(
            (one) => one.Effect === "Deny" && [one.Action].flat().includes(`dynamodb:${action}`),
          );
          expect(denials, id).toHaveLength(1);
        }
        if (may(id, of("PutItem", kind))) putting++;
      }
    expect(putting).toBeGreaterThan(100);
    expect(may("admin.users.block", of("UpdateItem", "TRAILHEAD#"))).toBe(true);
  });

  test("may write the secrets of sessions only if it starts sessions, and passkeys only if it serves them", () => {
    const writers = (kind: string) =>
      units.map(({ id }) => id).filter((id) => writeActions.some((one) => may(id, of(one, kind))));
    expect(writers("SESSIONSECRET#").toSorted()).toEqual(
      routes.flatMap(({ id, grants }) => (grants?.startsSessions ? [id] : [])).toSorted(),
    );
    for (const kind of ["PASSKEYS#", "PASSKEY#"])
      expect(writers(kind).toSorted(), kind).toEqual(
        [
          ...["accounts", "people.erase", "auth.prove", "mobile.auth.prove", "web.account.restore"],
          ...["auth.password.reset", "mobile.auth.reset-password", "web.account.set-password"],
          ...["auth.passkeys", "mobile.auth.passkeys"].flatMap((family) =>
            ["register", "remove", "rename", "sign-in"].map((id) => `${family}.${id}`),
          ),
        ].toSorted(),
      );
  });

  test("allows the same calls as the local runtime", () => {
    for (const { id } of units) {
      const access = accessById().get(id);
      const calls: readonly TableCall[] = [
        ...[...open, ...secret].flatMap((kind) => everyAction.map((action) => of(action, kind))),
        ...secret.flatMap((kind) => everyAction.map((action) => of(action, "USER#", kind))),
        ...everyAction.map((action) => ({ ...of(action, "OUTBOX#"), index: true })),
        { action: "Scan", keys: [] },
      ];
      const different = calls.filter((call) => access && allows(access, call) !== may(id, call));
      expect(different, id).toEqual([]);
    }
  });
});
