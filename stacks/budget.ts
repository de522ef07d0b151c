import type { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { type AlarmTarget, linkTo } from "./alarms.ts";

/**
 * Writes to the operator as the account's costs of a month reach what was planned, or are forecast to. A budget knows
 * forecasts and needs no alarm in us-east-1, as the metric of charges would. It is of the whole account: a filter by
 * tag would show nothing until somebody activates the tag for billing.
 * Source: AWS Cost Management User Guide, Managing your costs with AWS Budgets.
 */
export function budget(stack: Stack, { config }: Pick<AlarmTarget, "config">): void {
  const { alarmEmail, monthlyBudgetUsd, stage } = config;
  if (alarmEmail === undefined || monthlyBudgetUsd === undefined) return;
  const notice = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: {
      notificationType,
      comparisonOperator: "GREATER_THAN",
      threshold,
      thresholdType: "PERCENTAGE",
    },
    subscribers: [{ subscriptionType: "EMAIL", address: alarmEmail }],
  });
  new CfnBudget(stack, "Budget", {
    budget: {
      budgetName: `svc-${stage}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: monthlyBudgetUsd, unit: "USD" },
    },
    notificationsWithSubscribers: [notice("ACTUAL", 80), notice("ACTUAL", 100), notice("FORECASTED", 100)],
    // A budget has no description, and a tag no #. Source: AWS Tagging User Guide, Tag naming limits and requirements.
    resourceTags: [
      { key: "operations", value: linkTo("it-costs-more-than-planned", config).replace("#", " ") },
    ],
  });
}
