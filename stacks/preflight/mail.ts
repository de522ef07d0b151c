import { GetAccountCommand, GetEmailIdentityCommand } from "@aws-sdk/client-sesv2";
import {
  GetSMSAttributesCommand,
  GetSMSSandboxAccountStatusCommand,
  paginateListSubscriptionsByTopic,
} from "@aws-sdk/client-sns";
import { type Aws, resourcesOf } from "./aws.ts";
import { type Finding, missing, ok, runChecks, type Stage, todo } from "./finding.ts";

/** Checks emails, text messages and alarms. */

/** Returns the domain of `MAIL_FROM`, which is the identity at SES. */
const domainOf = (mailFrom: string): string => mailFrom.split("@").at(-1) ?? mailFrom;

async function identity({ mail, region }: Aws, { config: { mailFrom } }: Stage): Promise<Finding> {
  const domain = domainOf(mailFrom);
  const id = "e-mail identity";
  try {
    const found = await mail.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
    if (found.VerifiedForSendingStatus) return ok(id, `${domain} is verified`);
    const records = (found.DkimAttributes?.Tokens ?? []).map(
      (token) => `${token}._domainkey.${domain} CNAME ${token}.dkim.amazonses.com`,
    );
    return missing(
      id,
      `${domain} is not verified (DKIM: ${found.DkimAttributes?.Status ?? "none"})`,
      records.length > 0 ? `add to its DNS: ${records.join("; ")}` : `verify it at SES in ${region}`,
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === "NotFoundException")) throw error;
    return missing(
      id,
      `SES in ${region} has no identity ${domain}, the domain of mailFrom`,
      `aws sesv2 create-email-identity --email-identity ${domain}`,
    );
  }
}

/** Checks that SES is out of its sandbox, in which it sends only to verified addresses. */
async function sandbox({ mail, region }: Aws, { stage }: Stage): Promise<Finding> {
  const id = "e-mail sandbox";
  const account = await mail.send(new GetAccountCommand({}));
  if (account.SendingEnabled === false)
    return missing(
      id,
      `SES has stopped sending (${account.EnforcementStatus})`,
      `https://${region}.console.aws.amazon.com/ses/home?region=${region}#/account`,
    );
  if (account.ProductionAccessEnabled)
    return ok(id, `left; ${account.SendQuota?.Max24HourSend ?? 0} emails a day`);
  return (stage === "prod" ? missing : todo)(
    id,
    "SES is in its sandbox and sends only to verified addresses, so no customer can confirm an address",
    "aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url … (about a day)",
  );
}

/** A new account's monthly limit for text messages, in US dollars. */
const FIRST_SPEND_LIMIT = 1;

async function texts({ sns, region }: Aws): Promise<readonly Finding[]> {
  const page = `https://${region}.console.aws.amazon.com/sns/v3/home?region=${region}#/mobile/text-messaging`;
  const { IsInSandbox: inside } = await sns.send(new GetSMSSandboxAccountStatusCommand({}));
  const { attributes: { MonthlySpendLimit: limit = String(FIRST_SPEND_LIMIT) } = {} } = await sns.send(
    new GetSMSAttributesCommand({ attributes: ["MonthlySpendLimit"] }),
  );
  return [
    inside
      ? todo(
          "text sandbox",
          "texts are sent only to verified numbers: no customer can confirm a phone number",
          page,
        )
      : ok("text sandbox", "left"),
    Number(limit) > FIRST_SPEND_LIMIT
      ? ok("text spend limit", `$${limit} a month`)
      : todo(
          "text spend limit",
          `$${limit} a month pays for a dozen texts`,
          `raise the quota at ${page}, then aws sns set-sms-attributes --attributes MonthlySpendLimit=…`,
        ),
  ];
}

/** Checks that the recipient of alarms has confirmed the subscription, with the link in SNS's email. */
async function alarms({ sns, cloudFormation }: Aws, { config, deployed }: Stage): Promise<Finding> {
  const id = "alarm e-mail";
  if (config.alarmEmail === undefined) return todo(id, "alarms have no recipient", "set -c alarmEmail=…");
  const stack = deployed.get("platform")?.StackName;
  if (stack === undefined)
    return todo(
      id,
      `the first deploy sends ${config.alarmEmail} a confirmation email`,
      "then open the link in the email",
    );
  const topics = await resourcesOf(cloudFormation, stack, "AWS::SNS::Topic");
  for (const TopicArn of topics)
    for await (const { Subscriptions: some = [] } of paginateListSubscriptionsByTopic(
      { client: sns },
      { TopicArn },
    ))
      for (const { Endpoint: address, SubscriptionArn: arn } of some)
        if (address === config.alarmEmail && arn?.startsWith("arn:"))
          return ok(id, `${address} has confirmed`);
  return todo(
    id,
    `${config.alarmEmail} has not confirmed its subscription: it receives no alarms`,
    "open the link in SNS's email; aws sns subscribe sends another",
  );
}

export const ofMail = (aws: Aws, stage: Stage): Promise<readonly Finding[]> =>
  runChecks({
    "e-mail identity": () => identity(aws, stage),
    "e-mail sandbox": () => sandbox(aws, stage),
    "text messages": () => texts(aws),
    "alarm e-mail": () => alarms(aws, stage),
  });
