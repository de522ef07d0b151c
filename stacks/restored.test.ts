import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { indexes } from "../core/platform/table/entity.ts";
import { tables } from "./config-values.ts";
import { losses, type Templates } from "./stateful.ts";
import { byDomain } from "./svc.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

/** A stage on the table that a point-in-time restore has made. */

const tableName = "svc-prod-restored";
const tableStreamArn = `arn:aws:dynamodb:eu-west-3:123456789012:table/${tableName}/stream/2026-11-23T03:00:00.000`;
const restored = { tableName, tableStreamArn };

let before: Synthesized;
let after: Synthesized;
let adopting: Synthesized;
// One route of each stack: what a function's table is, all derive alike.
const some = [...byDomain(routes).values()].flatMap(([route]) => route ?? []);
beforeAll(() => {
  before = synthesize({ routes: some });
  after = synthesize({ routes: some }, { ...prodContext, ...restored });
  adopting = synthesize({ routes: some }, { ...prodContext, ...restored, ownTable: "false" });
}, 180_000);

const templatesOf = ({ templates }: Synthesized): Templates =>
  new Map([...templates].map(([name, template]) => [name, template.toJSON()]));

/** Everything of a template but the table itself and the output that names it. */
const withoutTable = (stacks: Synthesized): string =>
  JSON.stringify(
    [...stacks.templates].map(([name, template]) => {
      const { Resources, Outputs, ...rest } = template.toJSON();
      const kept = Object.entries(Resources).filter(
        ([, one]) => (one as { Type: string }).Type !== "AWS::DynamoDB::GlobalTable",
      );
      const said = Object.entries(Outputs ?? {}).filter(([output]) => !/^(Own)?TableName$/.test(output));
      return [name, rest, kept, said];
    }),
  );

test("points every function, every grant and every follower of the stream at it, and at no other", () => {
  const [own] = Object.keys(before.of("AWS::DynamoDB::GlobalTable")) as [string];
  const [, logicalId = ""] = own.split("/");
  expect(withoutTable(before)).toContain(logicalId);
  expect(withoutTable(after)).not.toContain(logicalId);
  const named = (stacks: Synthesized) =>
    Object.values(stacks.of("AWS::Lambda::Function")).flatMap(
      ({ Properties }) => Properties.Environment.Variables.TABLE_NAME ?? [],
    );
  expect(new Set(named(after))).toEqual(new Set([tableName]));
  expect(named(after)).toHaveLength(named(before).length);
  const streams = Object.values(after.of("AWS::Lambda::EventSourceMapping")).filter(
    ({ Properties }) => Properties.StartingPosition !== undefined,
  );
  expect(streams.length).toBeGreaterThan(0);
  for (const { Properties } of streams) {
    expect(Properties.EventSourceArn).toBe(tableStreamArn);
    // From the stream's beginning: nothing that was written since it was switched on is passed over.
    expect(Properties.StartingPosition).toBe("TRIM_HORIZON");
  }
  const grants = JSON.stringify(Object.values(after.of("AWS::IAM::Policy")));
  for (const index of Object.keys(indexes)) expect(grants).toContain(`:table/${tableName}/index/${index}"`);
  expect(grants).toContain(`:table/${tableName}/stream/`);
});

test("leaves the stack's own table as it was: only that another one is worked on is to be accepted, there and back", () => {
  expect(after.of("AWS::DynamoDB::GlobalTable")).toEqual(before.of("AWS::DynamoDB::GlobalTable"));
  // Of a rollback to what was released before the restore, too.
  const another = [{ path: "svc-prod-platform/TableName", what: expect.stringContaining(tableName) }];
  expect(losses(templatesOf(before), templatesOf(after))).toEqual(another);
  expect(losses(templatesOf(after), templatesOf(before))).toEqual(another);
  const outputs = after.templates.get("svc-prod-platform")?.toJSON().Outputs;
  expect(outputs.TableName.Value).toBe(tableName);
  expect(outputs.OwnTableName.Value).toEqual({ Ref: expect.stringMatching(/^Table/) });
});

test("lets go of the own table only when told to, is told of by check:stateful, and then takes the restored one under its id", () => {
  const [own] = Object.keys(before.of("AWS::DynamoDB::GlobalTable")) as [string];
  expect(adopting.of("AWS::DynamoDB::GlobalTable")).toEqual({});
  expect(losses(templatesOf(after), templatesOf(adopting))).toEqual([
    { path: own, what: expect.stringContaining("is deleted, or left behind by its stack") },
  ]);
  // What is left behind is kept, and what `cdk import` adds is the table alone.
  expect(before.of("AWS::DynamoDB::GlobalTable")[own]?.DeletionPolicy).toBe("Retain");
  expect(withoutTable(adopting)).toBe(withoutTable(after));
});

describe("tables", () => {
  test("are the stack's own unless told otherwise", () => {
    expect(tables(undefined, undefined)).toEqual({ restored: undefined, ownTable: true });
    expect(tables(tableName, tableStreamArn)).toEqual({ restored, ownTable: true });
  });

  test.each([
    [tableName, undefined, "true", "go together"],
    [undefined, tableStreamArn, "true", "go together"],
    ["a b", tableStreamArn, "true", "no name of a table"],
    ["other", tableStreamArn, "true", "must be the stream of other"],
    [undefined, undefined, "false", "leaves no table"],
    [tableName, tableStreamArn, "yes", '"true" or "false"'],
  ])("named %s with stream %s, own %s: %s", (name, stream, own, problem) => {
    expect(() => tables(name, stream, own)).toThrow(problem);
  });
});
