/** What walks the whole table loads it at its first page. */
export { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
