/** The SDK's client of SES, loaded with the first letter. */
export { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
