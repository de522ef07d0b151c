import { type CertificateDetail, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { type Aws, outputOf } from "./aws.ts";
import { asking, type Finding, missing, ok, type Stage, todo } from "./finding.ts";

/** The public host: its certificate, and where its name leads. */

/** Looks names up; `node:dns/promises` does. */
export interface Names {
  resolveCname(host: string): Promise<string[]>;
  resolve4(host: string): Promise<string[]>;
}

/** Whether a certificate's name is the host's; `*` stands for one label. */
export function covers(name: string, host: string): boolean {
  const [first, ...rest] = host.split(".");
  return name === host || (first !== undefined && name === `*.${rest.join(".")}`);
}

async function certificate({ certificates }: Aws, { config: { domain } }: Stage): Promise<Finding> {
  const id = "certificate";
  if (!domain) return ok(id, "CloudFront's own: the stage has no domain");
  const { name, certificateArn } = domain;
  const request = `aws acm request-certificate --region us-east-1 --domain-name ${name} --validation-method DNS`;
  if (!/^arn:aws[a-z-]*:acm:us-east-1:/.test(certificateArn))
    return missing(
      id,
      `${certificateArn} is not in us-east-1: CloudFront takes none from elsewhere`,
      request,
    );
  const found = await described(certificates, certificateArn);
  if (!found) return missing(id, `there is no ${certificateArn}`, request);
  const { Status: status, SubjectAlternativeNames: names = [], NotAfter: end } = found;
  if (!names.some((one) => covers(one, name)))
    return missing(id, `it is for ${names.join(", ")}, not for ${name}`, request);
  if (status === "PENDING_VALIDATION")
    return missing(id, "it waits for its validation", `in the domain's DNS: ${recordsOf(found)}`);
  if (status !== "ISSUED") return missing(id, `it is ${status}`, request);
  return ok(id, `issued for ${name}${end ? `, until ${end.toISOString().slice(0, 10)}` : ""}`);
}

async function described(
  client: Aws["certificates"],
  CertificateArn: string,
): Promise<CertificateDetail | undefined> {
  try {
    return (await client.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

const recordsOf = ({ DomainValidationOptions: options = [] }: CertificateDetail): string =>
  options
    .flatMap(({ ResourceRecord: record }) => (record ? `${record.Name} ${record.Type} ${record.Value}` : []))
    .join("; ");

/** After the first deploy the domain must lead to the distribution. */
async function names({ resolveCname, resolve4 }: Names, { config, deployed }: Stage): Promise<Finding> {
  const id = "DNS";
  const host = config.domain?.name;
  if (host === undefined) return ok(id, "the stage has no domain: its host is the edge stack's PublicUrl");
  const distribution = outputOf(deployed.get("edge"), "DistributionDomain");
  if (distribution === undefined)
    return todo(
      id,
      `${host} leads to the distribution once there is one`,
      "after the first deploy: a CNAME (at the apex an alias record) to the edge stack's output DistributionDomain",
    );
  const none = (): string[] => [];
  const aliases = await resolveCname(host).catch(none);
  if (aliases.some((one) => one.replace(/\.$/, "") === distribution))
    return ok(id, `${host} leads to ${distribution}`);
  const [here, there] = await Promise.all([resolve4(host).catch(none), resolve4(distribution).catch(none)]);
  if (here.some((address) => there.includes(address)))
    return ok(id, `${host} leads where ${distribution} does`);
  return todo(
    id,
    `${host} does not lead to the distribution (${[...aliases, ...here].join(", ") || "it has no record"})`,
    `${host} CNAME ${distribution} (at the apex an alias record)`,
  );
}

export const ofFront = async (aws: Aws, stage: Stage, dns: Names): Promise<readonly Finding[]> =>
  (
    await Promise.all([
      asking("certificate", () => certificate(aws, stage)),
      asking("DNS", () => names(dns, stage)),
    ])
  ).flat();
