import type { SNSClient, SNSClientConfig } from "@aws-sdk/client-sns";
import { env } from "../kernel/env.ts";

/** Push messages to telephones, through SNS mobile push: the only module that sends them. */

export type System = "ios" | "android";

export interface Push {
  readonly title: string;
  readonly body: string;
  /** What the app gets beside what it shows. */
  readonly data: Readonly<Record<string, string>>;
}

/** Where messages to one app on one telephone go. */
export interface Address {
  readonly system: System;
  /** The app's own at Apple or Google. */
  readonly token: string;
  /** SNS's name for it, once it has been sent to. */
  readonly endpointArn?: string | undefined;
}

/** The variable that names the application at SNS, in each system. Unset: there is no push to it. */
const applications: Readonly<Record<System, string>> = {
  ios: "PUSH_IOS_APPLICATION_ARN",
  android: "PUSH_ANDROID_APPLICATION_ARN",
};

let client: SNSClient | undefined;
let clientConfig: SNSClientConfig = {};

/** Changes how the client is built, as `Table.configure` does. */
export function configure(config: SNSClientConfig): void {
  client?.destroy();
  client = undefined;
  clientConfig = config;
}

/** The SDK, and its client. */
async function sns() {
  const sdk = await import("./sns.lazy.ts");
  client ??= new sdk.SNSClient({ maxAttempts: 4, ...clientConfig });
  return { ...sdk, client };
}

/** What became of a message: `dead` is a token that reaches nobody any more, and that SNS has forgotten too. */
export type Sent = { readonly endpointArn: string } | "dead" | "no push";

/**
 * Sends a message to an app. It may arrive twice when SNS's answer was lost.
 * @returns SNS's name of the app, for the next time
 */
export async function send({ system, token, endpointArn }: Address, push: Push): Promise<Sent> {
  const application = env(applications[system], "");
  if (application === "") return "no push";
  if (endpointArn !== undefined) {
    const sent = await publishOrForget(endpointArn, push);
    if (sent !== "unknown") return sent;
  }
  const sent = await sendTo(application, token, push);
  // Of a token that is registered again SNS may still have what it once disabled, which is forgotten by now.
  return sent === "dead" ? sendTo(application, token, push) : sent;
}

async function sendTo(application: string, token: string, push: Push): Promise<Sent> {
  const endpointArn = await endpointOf(application, token);
  const sent = endpointArn === undefined ? "dead" : await publishOrForget(endpointArn, push);
  return sent === "unknown" ? "dead" : sent;
}

/** Has SNS forget an endpoint that it has disabled: else it would be given again for the same token, for ever. */
async function publishOrForget(endpointArn: string, push: Push): Promise<Sent | "unknown"> {
  const sent = await publish(endpointArn, push);
  if (sent === "dead") await forget(endpointArn);
  return sent;
}

/** Has SNS forget a telephone. One that it does not know is no error. */
export async function forget(endpointArn: string): Promise<void> {
  const { client, DeleteEndpointCommand } = await sns();
  await client.send(new DeleteEndpointCommand({ EndpointArn: endpointArn }));
}

/** SNS's name of an app; the same however often it is asked for. Undefined where the token is none. */
async function endpointOf(application: string, token: string): Promise<string | undefined> {
  const { client, CreatePlatformEndpointCommand, InvalidParameterException } = await sns();
  try {
    const command = new CreatePlatformEndpointCommand({ PlatformApplicationArn: application, Token: token });
    return (await client.send(command)).EndpointArn;
  } catch (error) {
    if (error instanceof InvalidParameterException) return undefined;
    throw error;
  }
}

/** @returns `unknown` where SNS has forgotten the endpoint, which can be made again */
async function publish(endpointArn: string, push: Push): Promise<Sent | "unknown"> {
  const { client, EndpointDisabledException, InvalidParameterException, NotFoundException, PublishCommand } =
    await sns();
  try {
    await client.send(
      new PublishCommand({
        TargetArn: endpointArn,
        MessageStructure: "json",
        Message: JSON.stringify(messageOf(push)),
        // Without it Apple's newer systems show nothing.
        MessageAttributes: {
          "AWS.SNS.MOBILE.APNS.PUSH_TYPE": { DataType: "String", StringValue: "alert" },
        },
      }),
    );
    return { endpointArn };
  } catch (error) {
    if (error instanceof EndpointDisabledException) return "dead";
    if (error instanceof NotFoundException) return "unknown";
    // Its target is no endpoint: as little use as one that was forgotten.
    if (error instanceof InvalidParameterException && /TargetArn/.test(error.message)) return "unknown";
    throw error;
  }
}

/** The message in each system's own form. */
function messageOf({ title, body, data }: Push) {
  const apple = JSON.stringify({ aps: { alert: { title, body }, sound: "default" }, ...data });
  const google = JSON.stringify({ fcmV1Message: { message: { notification: { title, body }, data } } });
  return { default: body, APNS: apple, APNS_SANDBOX: apple, GCM: google };
}
