import { prodContext, type Synthesized, synthesize } from "../../stacks/synth.fixture.ts";

/** Counts the resources of production's templates that cost money without any use. */
export interface Counts {
  readonly secrets: number;
  readonly keys: number;
  /** The number of metrics that alarms watch, because each costs money. */
  readonly alarms: number;
  readonly dashboards: number;
  readonly firewalls: number;
  readonly firewallRules: number;
  readonly pollers: number;
  readonly functions: number;
}

/** A firewall that the operator provides is not part of the cost. */
const { webAclArn: _, ...ownFirewall } = prodContext;

export function countResources(made: Synthesized = synthesize({}, ownFirewall)): Counts {
  const all = (type: string) => Object.values(made.of(type)).map(({ Properties }) => Properties);
  const acls = all("AWS::WAFv2::WebACL");
  return {
    secrets: all("AWS::SecretsManager::Secret").length,
    keys: all("AWS::KMS::Key").length,
    alarms: all("AWS::CloudWatch::Alarm").flatMap(({ Metrics }) => Metrics?.filter(isWatched) ?? [1]).length,
    dashboards: all("AWS::CloudWatch::Dashboard").length,
    firewalls: acls.length,
    firewallRules: acls.flatMap(({ Rules }) => Rules).length,
    // Counts only queues: event sources of streams have a starting position.
    pollers: all("AWS::Lambda::EventSourceMapping").filter(({ StartingPosition }) => !StartingPosition)
      .length,
    functions: all("AWS::Lambda::Function").length,
  };
}

/** Returns whether an alarm's metric is a metric itself, and not an expression. */
const isWatched = ({ MetricStat }: { readonly MetricStat?: object }): boolean => MetricStat !== undefined;
