import type { SNSClient, SNSClientConfig } from "@aws-sdk/client-sns";
import { env } from "../kernel/env.ts";

/** Sends push messages to devices through SNS mobile push: the only module that does. */

export type System = "ios" | "android";

export interface Push {
  readonly title: string;
  readonly body: string;
  /** Further data for the app. */
  readonly data: Readonly<Record<string, string>>;
}

/** The address of an app on a device. */
export interface Address {
  readonly system: System;
  /** The app's token at Apple or Google. */
  readonly token: string;
  /** Its SNS endpoint, after the first message. */
  readonly endpointArn?: string | undefined;
}

/** The variable with the SNS application of each system. Without it there is no push to that system. */
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

async function sns() {
  const sdk = await import("./sns.lazy.ts");
  client ??= new sdk.SNSClient({ maxAttempts: 4, ...clientConfig });
  return { ...sdk, client };
}

/** The outcome of a message. `dead`: the token is no longer valid, and its endpoint is deleted. */
export type Sent = { readonly endpointArn: string } | "dead" | "no push";

/**
 * Sends a message to an app. It may arrive twice if SNS's response is lost.
 * @returns the SNS endpoint, for the next message
 */
export async function send({ system, token, endpointArn }: Address, push: Push): Promise<Sent> {
  const application = env(applications[system], "");
  if (application === "") return "no push";
  if (endpointArn !== undefined) {
    const sent = await publishOrForget(endpointArn, push);
    if (sent !== "unknown") return sent;
  }
  const sent = await sendTo(application, token, push);
  // For a token that was registered again SNS may still have a disabled endpoint, which is deleted now.
  return sent === "dead" ? sendTo(application, token, push) : sent;
}

async function sendTo(application: string, token: string, push: Push): Promise<Sent> {
  const endpointArn = await endpointOf(application, token);
  const sent = endpointArn === undefined ? "dead" : await publishOrForget(endpointArn, push);
  return sent === "unknown" ? "dead" : sent;
}

/** Deletes a disabled endpoint, because SNS would always return it for the same token. */
async function publishOrForget(endpointArn: string, push: Push): Promise<Sent | "unknown"> {
  const sent = await publish(endpointArn, push);
  if (sent === "dead") await forgetEndpoint(endpointArn);
  return sent;
}

/** Deletes an endpoint, if it exists. */
export async function forgetEndpoint(endpointArn: string): Promise<void> {
  const { client, DeleteEndpointCommand } = await sns();
  await client.send(new DeleteEndpointCommand({ EndpointArn: endpointArn }));
}

/** Creates the endpoint of an app, or returns the existing one; undefined for an invalid token. */
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

/** @returns `unknown` if SNS has deleted the endpoint, which can be created again */
async function publish(endpointArn: string, push: Push): Promise<Sent | "unknown"> {
  const { client, EndpointDisabledException, InvalidParameterException, NotFoundException, PublishCommand } =
    await sns();
  try {
    await client.send(
      new PublishCommand({
        TargetArn: endpointArn,
        MessageStructure: "json",
        Message: JSON.stringify(messageOf(push)),
        // Newer versions of iOS show nothing without it.
        MessageAttributes: {
          "AWS.SNS.MOBILE.APNS.PUSH_TYPE": { DataType: "String", StringValue: "alert" },
        },
      }),
    );
    return { endpointArn };
  } catch (error) {
    if (error instanceof EndpointDisabledException) return "dead";
    if (error instanceof NotFoundException) return "unknown";
    // The target is not an endpoint, which is the same as a deleted one.
    if (error instanceof InvalidParameterException && /TargetArn/.test(error.message)) return "unknown";
    throw error;
  }
}

/** Returns the message in the format of each system. */
function messageOf({ title, body, data }: Push) {
  const apple = JSON.stringify({ aps: { alert: { title, body }, sound: "default" }, ...data });
  const google = JSON.stringify({ fcmV1Message: { message: { notification: { title, body }, data } } });
  return { default: body, APNS: apple, APNS_SANDBOX: apple, GCM: google };
}
