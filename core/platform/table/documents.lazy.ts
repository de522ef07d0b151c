/** Loaded by the first scan. */
export { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
