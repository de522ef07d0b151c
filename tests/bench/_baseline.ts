import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";

/** The least a handler can be: it builds a DynamoDB client. What other bundles are measured against. */
const client = new DynamoDBClient({});

export const handler = (): Promise<unknown> => client.send(new ListTablesCommand({}));
