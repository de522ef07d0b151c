import {
  DynamoDBServiceException,
  InternalServerError,
  TransactionCanceledException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type AwsClientStub, mockClient } from "aws-sdk-client-mock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientConfig } from "../../local/database.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { loseAnswers } from "../../tests/support/lost-answers.ts";
import * as Table from "./table/index.ts";

const database = withDatabase();

const key = (name: string) => ({ pk: `TEST#${name}`, sk: "ITEM" });
const absent = { condition: "attribute_not_exists(pk)" };
const oneMore = (name: string): Table.Write => ({
  update: { key: key(name), update: "ADD n :one", values: { ":one": 1 } },
});
const n = async (name: string) => (await Table.get(key(name)))?.["n"];

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

// What the embedded database never answers: two transactions cannot overlap in it.
describe("a transaction that is sent patiently, while others have its items,", () => {
  let client: AwsClientStub<DynamoDBDocumentClient>;
  beforeEach(() => {
    client = mockClient(DynamoDBDocumentClient) as AwsClientStub<DynamoDBDocumentClient>;
  });
  afterEach(() => client.restore());
  const sent = () => client.commandCalls(TransactWriteCommand).map((call) => call.args[0].input);

  it("is sent until it is applied, as one and the same", async () => {
    client
      .on(TransactWriteCommand)
      .rejectsOnce(canceled("TransactionConflict", "None"))
      .rejectsOnce(canceled("None", "ThrottlingError"))
      .rejectsOnce(new TransactionInProgressException({ message: "in progress", $metadata: {} }))
      .rejectsOnce(new InternalServerError({ message: "lost", $metadata: {} }))
      .resolves({});
    expect(await Table.transactPatiently([oneMore("a"), oneMore("b")])).toBeUndefined();
    expect(sent()).toHaveLength(5);
    expect(new Set(sent().map((input) => input.ClientRequestToken)).size).toBe(1);
  });

  it("is given up as unavailable in the end, which asks nobody's judgement", async () => {
    client.on(TransactWriteCommand).rejects(canceled("TransactionConflict"));
    const judge = () => {
      throw new Error("asked");
    };
    await expect(Table.transactPatiently([oneMore("a")], judge)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { name: "TransactionRefused" },
    });
    expect(sent()).toHaveLength(20);
  });

  it("is sent once where it is none at all, and not even that where we see it ourselves", async () => {
    const invalid = { name: "ValidationException", message: "no", $fault: "client", $metadata: {} } as const;
    client.on(TransactWriteCommand).rejects(new DynamoDBServiceException(invalid));
    await expect(Table.transactPatiently([oneMore("a")])).rejects.toThrow("no");
    const twice = Table.transactPatiently([oneMore("same"), oneMore("same")]);
    await expect(twice).rejects.toThrow("touches one item twice");
    expect(sent()).toHaveLength(1);
  });

  it("is not sent again once a condition refuses it, whatever else does", async () => {
    client.on(TransactWriteCommand).rejects(canceled("TransactionConflict", "ConditionalCheckFailed"));
    const answer = Table.transactPatiently([oneMore("a"), oneMore("b")], (refused) =>
      refused.unmet(1) && !refused.unmet(0) ? "the second" : undefined,
    );
    expect(await answer).toBe("the second");
    expect(sent()).toHaveLength(1);
  });
});

describe("a transaction that a condition refuses", () => {
  const writes = [oneMore("other"), { put: key("taken"), ...absent }];
  beforeEach(() => Table.put({ ...key("taken"), owner: "first" }));

  it("is what its judge makes of it: an answer or an error", async () => {
    const owner = (refused: Table.TransactionRefused) => refused.unmet(1)?.item?.["owner"];
    expect(await Table.transactPatiently(writes, owner)).toBe("first");
    const thrown = Table.transactPatiently(writes, () => {
      throw new Error("judged");
    });
    await expect(thrown).rejects.toThrow("judged");
    expect(await n("other")).toBeUndefined();
  });

  it("is refused where nobody has an answer", async () => {
    const refused = { name: "TransactionRefused", refusals: [undefined, { item: { owner: "first" } }] };
    await expect(Table.transactPatiently(writes)).rejects.toMatchObject(refused);
    await expect(Table.transactPatiently(writes, () => undefined)).rejects.toMatchObject(refused);
  });
});

describe("a transaction whose answer is lost", () => {
  afterEach(() => Table.configure(clientConfig(database.endpoint)));

  it("is done once and answered as done, though its own condition no longer holds", async () => {
    let left = 2;
    const { lost } = loseAnswers(database.endpoint, () => left-- > 0, 1);
    const answer = await Table.transactPatiently(
      [{ put: key("made"), ...absent }, oneMore("counted")],
      () => "refused",
    );
    expect(answer).toBeUndefined();
    expect(lost()).toBe(2);
    expect(await n("counted")).toBe(1n);
  });

  it("each time is an error in the end, and done once all the same", async () => {
    const { lost } = loseAnswers(database.endpoint, () => true, 1);
    await expect(Table.transactPatiently([oneMore("silent")])).rejects.toThrow("socket hang up");
    expect(lost()).toBe(4);
    expect(await n("silent")).toBe(1n);
  });
});
