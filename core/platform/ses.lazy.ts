/** The SDK's SES client, loaded by the first email. */
export { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
