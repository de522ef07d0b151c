import { prodContext, type Synthesized, synthesize } from "../../stacks/synth.fixture.ts";

/** What of production's templates is paid for whether or not anybody comes. */
export interface Counts {
  readonly secrets: number;
  readonly keys: number;
  /** Metrics that alarms watch: each is paid for. */
  readonly alarms: number;
  readonly dashboards: number;
  readonly firewalls: number;
  readonly firewallRules: number;
  /** Functions that poll a queue. */
  readonly pollers: number;
  readonly functions: number;
}

/** A firewall that the operator names is none of ours to pay for. */
const { webAclArn: _, ...ownFirewall } = prodContext;

export function counted(made: Synthesized = synthesize({}, ownFirewall)): Counts {
  const all = (type: string) => Object.values(made.of(type)).map(({ Properties }) => Properties);
  const acls = all("AWS::WAFv2::WebACL");
  return {
    secrets: all("AWS::SecretsManager::Secret").length,
    keys: all("AWS::KMS::Key").length,
    alarms: all("AWS::CloudWatch::Alarm").flatMap(({ Metrics }) => Metrics?.filter(isWatched) ?? [1]).length,
    dashboards: all("AWS::CloudWatch::Dashboard").length,
    firewalls: acls.length,
    firewallRules: acls.flatMap(({ Rules }) => Rules).length,
    // What reads a stream says where it begins.
    pollers: all("AWS::Lambda::EventSourceMapping").filter(({ StartingPosition }) => !StartingPosition)
      .length,
    functions: all("AWS::Lambda::Function").length,
  };
}

/** A metric of an alarm's, and no expression of others. */
const isWatched = ({ MetricStat }: { readonly MetricStat?: object }): boolean => MetricStat !== undefined;
