import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../contract/index.ts";
import { indexes } from "../core/platform/table/entity.ts";
import { tables } from "./config-values.ts";
import { losses, type Templates } from "./stateful.ts";
import { byDomain } from "./svc.ts";
import { prodContext, type Synthesized, synthesize } from "./synth.fixture.ts";

/** A stage on the table of a point-in-time restore. */

const tableName = "svc-prod-restored";
const tableStreamArn = `arn:aws:dynamodb:eu-west-3:123456789012:table/${tableName}/stream/2026-11-23T03:00:00.000`;
const restored = { tableName, tableStreamArn };

let before: Synthesized;
let after: Synthesized;
let adopting: Synthesized;
// One route of each stack is enough, because all derive their table the same way.
const some = [...byDomain(routes).values()].flatMap(([route]) => route ?? []);
beforeAll(() => {
  before = synthesize({ routes: some });
  after = synthesize({ routes: some }, { ...prodContext, ...restored });
  adopting = synthesize({ routes: some }, { ...prodContext, ...restored, ownTable: "false" });
}, 180_000);

const templatesOf = ({ templates }: Synthesized): Templates =>
  new Map([...templates].map(([name, template]) => [name, template.toJSON()]));

/** Returns the templates without the table itself and the output that names it. */
const withoutTable = (stacks: Synthesized): string =>
  JSON.stringify(
    [...stacks.templates].map(([name, template]) => {
      const { Resources, Outputs, ...rest } = template.toJSON();
      const resources = Object.entries(Resources).filter(
        ([, one]) => (one as { Type: string }).Type !== "AWS::DynamoDB::GlobalTable",
      );
      const outputs = Object.entries(Outputs ?? {}).filter(([output]) => !/^(Own)?TableName$/.test(output));
      return [name, rest, resources, outputs];
    }),
  );

test("every function, grant and stream consumer of a stage with a restored table uses only that table", () => {
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
    // From the stream's beginning, so that no change since it was enabled is skipped.
    expect(Properties.StartingPosition).toBe("TRIM_HORIZON");
  }
  const grants = JSON.stringify(Object.values(after.of("AWS::IAM::Policy")));
  for (const index of Object.keys(indexes)) expect(grants).toContain(`:table/${tableName}/index/${index}"`);
  expect(grants).toContain(`:table/${tableName}/stream/`);
});

test("a restored table leaves the stack's own table unchanged, and only the switch of tables counts as a loss", () => {
  expect(after.of("AWS::DynamoDB::GlobalTable")).toEqual(before.of("AWS::DynamoDB::GlobalTable"));
  // This includes a rollback to a release before the restore.
  const another = [{ path: "svc-prod-platform/TableName", what: expect.stringContaining(tableName) }];
  expect(losses(templatesOf(before), templatesOf(after))).toEqual(another);
  expect(losses(templatesOf(after), templatesOf(before))).toEqual(another);
  const outputs = after.templates.get("svc-prod-platform")?.toJSON().Outputs;
  expect(outputs.TableName.Value).toBe(tableName);
  expect(outputs.OwnTableName.Value).toEqual({ Ref: expect.stringMatching(/^Table/) });
});

test("ownTable=false releases the stack's own table, which counts as a loss", () => {
  const [own] = Object.keys(before.of("AWS::DynamoDB::GlobalTable")) as [string];
  expect(adopting.of("AWS::DynamoDB::GlobalTable")).toEqual({});
  expect(losses(templatesOf(after), templatesOf(adopting))).toEqual([
    { path: own, what: expect.stringContaining("is deleted, or no longer managed by its stack") },
  ]);
  // The released table is retained, and `cdk import` adds only the table.
  expect(before.of("AWS::DynamoDB::GlobalTable")[own]?.DeletionPolicy).toBe("Retain");
  expect(withoutTable(adopting)).toBe(withoutTable(after));
});

describe("tables()", () => {
  test("returns the stack's own table by default", () => {
    expect(tables(undefined, undefined, undefined)).toEqual({ restored: undefined, ownTable: true });
    expect(tables(tableName, tableStreamArn, undefined)).toEqual({ restored, ownTable: true });
  });

  test.each([
    [tableName, undefined, "true", "go together"],
    [undefined, tableStreamArn, "true", "go together"],
    ["a b", tableStreamArn, "true", "is not a table name"],
    ["other", tableStreamArn, "true", "must be the stream of other"],
    [undefined, undefined, "false", "leaves no table"],
    [tableName, tableStreamArn, "yes", '"true" or "false"'],
  ])("rejects the table %s with the stream %s and ownTable %s: %s", (name, stream, own, problem) => {
    expect(() => tables(name, stream, own)).toThrow(problem);
  });
});
