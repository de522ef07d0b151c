import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";

/** The smallest handler, which only builds a DynamoDB client. Other bundles are measured against it. */
const client = new DynamoDBClient({});

export const handler = (): Promise<unknown> => client.send(new ListTablesCommand({}));
