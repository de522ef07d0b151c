import type { MessageAttributeValue, SNSClient, SNSClientConfig } from "@aws-sdk/client-sns";
import { env } from "../kernel/env.ts";

/** Text messages to phone numbers: the only module that sends them, through SNS. */

export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

let client: SNSClient | undefined;
let clientConfig: SNSClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: SNSClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/**
 * Sends a text message, under the name `SMS_SENDER_ID` where the stage has one, for `SMS_MAX_PRICE_USD` at most. It
 * may arrive twice when SNS's answer was lost.
 * @returns false where SNS sends nothing to such a number
 */
export async function send({ to, text }: TextMessage): Promise<boolean> {
  const { InvalidParameterException, PublishCommand, SNSClient } = await import("./sns.lazy.ts");
  client ??= new SNSClient({ maxAttempts: 4, ...clientConfig });
  try {
    await client.send(
      new PublishCommand({ PhoneNumber: to, Message: text, MessageAttributes: attributes() }),
    );
    return true;
  } catch (error) {
    if (error instanceof InvalidParameterException) return false;
    throw error;
  }
}

function attributes(): Record<string, MessageAttributeValue> {
  const name = env("SMS_SENDER_ID", "");
  return {
    // A code is of no use late: SNS sends what is transactional first.
    "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" },
    "AWS.SNS.SMS.MaxPrice": { DataType: "Number", StringValue: env("SMS_MAX_PRICE_USD", "0.20") },
    ...(name !== "" && { "AWS.SNS.SMS.SenderID": { DataType: "String", StringValue: name } }),
  };
}
