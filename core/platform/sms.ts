import type { MessageAttributeValue, SNSClient, SNSClientConfig } from "@aws-sdk/client-sns";
import { env } from "../kernel/env.ts";

/** Sends text messages through SNS: the only module that does. */

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
 * Sends a text message, from `SMS_SENDER_ID` if the stage has one, for at most `SMS_MAX_PRICE_USD`. It may arrive twice if
 * SNS's response is lost.
 * @returns false if SNS does not send to this number
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
    // SNS sends transactional messages first, since a late code is useless.
    "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" },
    "AWS.SNS.SMS.MaxPrice": { DataType: "Number", StringValue: env("SMS_MAX_PRICE_USD", "0.20") },
    ...(name !== "" && { "AWS.SNS.SMS.SenderID": { DataType: "String", StringValue: name } }),
  };
}
