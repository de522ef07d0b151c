import { InvalidParameterException, PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as Sms from "./sms.ts";

const sns = mockClient(SNSClient);
afterAll(() => sns.restore());
const message = { to: "+33612345678", text: "402913 is your code" };

beforeEach(() => {
  Sms.configure({ region: "eu-west-3" });
  sns.on(PublishCommand).resolves({});
});
afterEach(() => {
  sns.reset();
  vi.unstubAllEnvs();
});

const sent = () => {
  const { MessageAttributes = {}, ...input } = sns.commandCalls(PublishCommand)[0]?.args[0].input ?? {};
  const attributes = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]);
  return { input, attributes: Object.fromEntries(attributes) };
};

describe("a text message", () => {
  it("is sent to its number as transactional, with a maximum price of 0.20 dollars by default", async () => {
    expect(await Sms.send(message)).toBe(true);
    expect(sent()).toEqual({
      input: { PhoneNumber: message.to, Message: message.text },
      attributes: { "AWS.SNS.SMS.SMSType": "Transactional", "AWS.SNS.SMS.MaxPrice": "0.20" },
    });
  });

  it("is sent with the sender name and the maximum price of the stage", async () => {
    vi.stubEnv("SMS_SENDER_ID", "SVC");
    vi.stubEnv("SMS_MAX_PRICE_USD", "0.05");
    await Sms.send(message);
    expect(sent().attributes).toMatchObject({
      "AWS.SNS.SMS.SenderID": "SVC",
      "AWS.SNS.SMS.MaxPrice": "0.05",
    });
  });

  it("returns false for an invalid number, and throws if SNS is unavailable, so that the caller retries", async () => {
    sns.on(PublishCommand).rejects(new InvalidParameterException({ message: "no", $metadata: {} }));
    expect(await Sms.send(message)).toBe(false);
    sns.on(PublishCommand).rejects(new Error("busy"));
    await expect(Sms.send(message)).rejects.toThrow("busy");
  });
});
